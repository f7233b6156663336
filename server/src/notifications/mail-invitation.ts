import type { Clock } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";
import type { MailLanguage } from "./notification.ts";
import type { NotifyStores } from "./notify.ts";

/** Sends the link of an invitation, in the transaction that makes the invitation. */
export async function mailInvitation(
  { clock, ids }: { clock: Clock; ids: IdSource },
  { notifications, jobs }: NotifyStores,
  mail: { invitationId: Id; token: string; language: MailLanguage },
): Promise<void> {
  const id = ids.next();
  await notifications.insertInvitationMail({ ...mail, id, createdAt: clock.now() });
  await jobs.enqueue("send-mail", { mailId: id });
}
