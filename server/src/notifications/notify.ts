import type { JobSender } from "../jobs/job-queue.ts";
import type { Clock } from "../platform/clock.ts";
import type { IdSource } from "../platform/ids.ts";
import type { NotificationStore, Occasion } from "./notification.ts";

export interface NotifyStores {
  notifications: NotificationStore;
  jobs: JobSender;
}

/** Tells people in the transaction of what happened: at once by a mail of its own, or with the next digest. */
export async function notify(
  { clock, ids }: { clock: Clock; ids: IdSource },
  { notifications, jobs }: NotifyStores,
  { kind, eventId, companyId, reviewId, gapId, accountIds, actorId, facts = {} }: Occasion,
): Promise<void> {
  for (const { membershipId, accountId, settings } of await notifications.listRecipients(companyId, accountIds)) {
    const choice = settings.choices[kind];
    if (accountId === actorId || choice === "off") continue;
    const createdAt = clock.now();
    const mailId = choice === "instant" ? ids.next() : undefined;
    const notification = { id: ids.next(), membershipId, eventId, kind, reviewId, gapId, actorId, facts };
    const isNew = await notifications.insert({ ...notification, createdAt, mailId });
    if (!isNew || mailId === undefined) continue;
    await notifications.insertMail({ id: mailId, membershipId, createdAt });
    await jobs.enqueue("send-mail", { mailId });
  }
}
