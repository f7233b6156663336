import { hostname } from "node:os";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { MailFailure, type MailSender, type Message } from "../notifications/send-mail.ts";
import type { SmtpSettings } from "../notifications/smtp-settings.ts";

const connectMilliseconds = 10_000;
/** Between two answers of the mail server. */
const silenceMilliseconds = 30_000;

/** One connection for each mail: they are few, and none is open while there is nothing to send. */
export function openSmtpSender({ host, port, security, credentials, from }: SmtpSettings): MailSender {
  async function send(message: Message, begin: () => Promise<boolean>): Promise<void> {
    const node = compose(from, message);
    const content = await node.build();
    const { from: sender, to } = node.getEnvelope();
    const connection = new SMTPConnection({
      ...{ host, port, name: hostname(), secure: security === "tls" },
      ...{ requireTLS: security === "starttls", ignoreTLS: security === "none" },
      ...{ connectionTimeout: connectMilliseconds, greetingTimeout: connectMilliseconds },
      ...{ dnsTimeout: connectMilliseconds, socketTimeout: silenceMilliseconds },
    });
    // An error between two commands; the command that waits rejects with the same.
    const broken = new Promise<never>((_, reject) => connection.on("error", reject));
    broken.catch(() => undefined);
    try {
      await Promise.race([broken, signIn(connection)]).catch((error: unknown) => {
        throw new MailFailure("unsent", error);
      });
      if (!(await begin())) return;
      await Promise.race([broken, transfer(connection, { from: sender, to }, content)]).catch((error: unknown) => {
        throw new MailFailure(outcomeOf(error), error);
      });
    } finally {
      connection.quit();
      connection.close();
    }
  }

  async function signIn(connection: SMTPConnection): Promise<void> {
    await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())));
    if (credentials === undefined) return;
    const { user, password: pass } = credentials;
    await new Promise<void>((resolve, reject) =>
      connection.login({ user, pass }, (error) => (error ? reject(error) : resolve())),
    );
  }

  return { send };
}

type Envelope = Parameters<SMTPConnection["send"]>[0];

const transfer = (connection: SMTPConnection, envelope: Envelope, content: Buffer) =>
  new Promise<void>((resolve, reject) =>
    connection.send(envelope, content, (error) => (error ? reject(error) : resolve())),
  );

function compose(from: string, { id, to, subject, text, html }: Message) {
  const domain = from.match(/@([\w.-]+)>?\s*$/)?.[1] ?? "assay";
  return new MailComposer({
    // An address as an object is never taken apart: one that contains a comma names one mailbox.
    ...{ from, to: { name: "", address: to }, subject, text, html, messageId: `<${id}@${domain}>` },
    headers: { "Auto-Submitted": "auto-generated" },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  }).compile();
}

/** An answer of the server is certain: 4xx is for now, 5xx for good. Without one, the server may have accepted the message. */
function outcomeOf(error: unknown): MailFailure["outcome"] {
  const code = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : Number.NaN;
  if (code >= 500) return "refused";
  return code >= 400 ? "unsent" : "unknown";
}
