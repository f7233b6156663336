import type { Clock } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import type { NotificationStore } from "./notification.ts";
import { renderMail } from "./render-mail.ts";

export interface Message {
  id: Id;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Why a message was not delivered to the mail server: `unsent`, and it can be sent again; `refused` for good; `unknown`, because
 * the connection ended while the server may have accepted it.
 */
export class MailFailure extends Error {
  readonly outcome: "unsent" | "refused" | "unknown";
  constructor(outcome: MailFailure["outcome"], cause: unknown) {
    super(`the mail server did not accept a mail (${outcome})`, { cause });
    this.outcome = outcome;
  }
}

export interface MailSender {
  /** Connects and calls `begin` before the first byte of the message; sends nothing if that returns false. */
  send(message: Message, begin: () => Promise<boolean>): Promise<void>;
}

export interface MailDeps {
  db: { notifications: NotificationStore };
  clock: Clock;
  /** Undefined: no mail server is set, and nothing is sent. */
  mail: { sender: MailSender; publicUrl: string } | undefined;
  /** Only an id and a reason: a log has no addresses. */
  onMailLost?(mailId: Id, reason: string): void;
}

/** Sends a mail once. After a crash while the server may have it already, it is not sent again. */
export async function sendMail({ db, clock, mail, onMailLost }: MailDeps, mailId: Id): Promise<void> {
  const { notifications } = db;
  const content = mail && (await notifications.readMail(mailId, clock.now()));
  if (mail === undefined || content === undefined) return notifications.removeMail(mailId);
  const message = { id: mailId, to: content.to, ...renderMail(content, mail.publicUrl) };
  let hasBegun = false;
  try {
    await mail.sender.send(message, async () => {
      hasBegun = await notifications.beginMail(mailId, clock.now());
      return hasBegun;
    });
  } catch (error) {
    const outcome = error instanceof MailFailure ? error.outcome : "unsent";
    if (outcome === "unsent") {
      if (hasBegun) await notifications.reopenMail(mailId);
      throw error;
    }
    onMailLost?.(mailId, outcome);
  }
  if (!hasBegun) onMailLost?.(mailId, "interrupted");
  await notifications.removeMail(mailId);
}
