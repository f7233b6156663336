/** `starttls` is required where it is chosen: a mail never falls back to an open connection. */
export const smtpSecurities = ["starttls", "tls", "none"] as const;

export interface SmtpSettings {
  host: string;
  port: number;
  security: (typeof smtpSecurities)[number];
  credentials: { user: string; password: string } | undefined;
  /** The sender's address, with or without a name. */
  from: string;
}
