/** A mail as people see it, whatever file it came in. */
export interface MailMessage {
  /** From, To, Cc, Date and Subject, as far as it has them, with their values ready to read. */
  headers: [name: string, value: string][];
  subject?: string;
  /** HTML where there is one: tables and headings are in it, and the plain version of many programs lacks them. */
  body?: { html: string } | { text: string } | { rtf: Uint8Array };
  attachments: { fileName: string; content(): Uint8Array }[];
}
