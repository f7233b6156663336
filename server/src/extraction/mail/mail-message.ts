/** The content of an email, from an EML or MSG file. */
export interface MailMessage {
  /** From, To, Cc, Date and Subject, if present, with decoded values. */
  headers: [name: string, value: string][];
  subject?: string;
  /** HTML if present, because the plain text version often lacks tables and headings. */
  body?: { html: string } | { text: string } | { rtf: Uint8Array };
  attachments: { fileName: string; content(): Uint8Array }[];
}
