import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { openSmtpSender } from "../outbound/smtp-sender.ts";
import type { JobDeps } from "../worker/job-handlers.ts";

export interface MailServer {
  port: number;
  /** What it has accepted, in order. */
  mails: Email[];
  /** For a worker. */
  mail: NonNullable<JobDeps["mail"]>;
  /** Called with each message before it is accepted; what it throws is the answer. */
  onMessage: (mail: Email) => Promise<void> | void;
  close(): Promise<void>;
}

export const publicUrl = "https://assay.example.com";

/** A real SMTP server on loopback. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: Email[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ["STARTTLS"], logger: false },
    ...options,
    async onData(stream, _, done) {
      try {
        const parts: Buffer[] = [];
        for await (const part of stream) parts.push(part as Buffer);
        const mail = await PostalMime.parse(Buffer.concat(parts));
        await running.onMessage(mail);
        mails.push(mail);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  // A client that is cut off is what some tests are about.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const settings = { host: "127.0.0.1", port, security: "none", credentials: undefined } as const;
  const running: MailServer = {
    ...{ port, mails },
    mail: { sender: openSmtpSender({ ...settings, from: "Assay <assay@example.com>" }), publicUrl },
    onMessage: () => undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return running;
}
