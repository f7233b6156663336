import type { Clock } from "../platform/clock.ts";
import { secondsAfter } from "../platform/clock.ts";
import type { IdSource } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { NotifyStores } from "./notify.ts";

interface DigestDeps {
  db: Transactional<NotifyStores>;
  clock: Clock;
  ids: IdSource;
}

/** UTC; the working day begins in Europe. */
const digestHour = 6;
const daySeconds = 86_400;

/** Sends each person what happened until the last 06:00 UTC and was to wait for it. The next run continues after a crash. */
export async function sendDigests({ db, clock, ids }: DigestDeps, signal: AbortSignal): Promise<void> {
  const now = clock.now();
  const today = new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`);
  const ofToday = secondsAfter(today, digestHour * 3600);
  const before = ofToday <= now ? ofToday : secondsAfter(ofToday, -daySeconds);
  for (let isLast = false; !isLast; ) {
    signal.throwIfAborted();
    isLast = await db.transaction(async ({ notifications, jobs }) => {
      const mailId = ids.next();
      const taken = await notifications.takeForDigest(before, mailId);
      if (taken === undefined) return true;
      await notifications.insertMail({ id: mailId, membershipId: taken.membershipId, createdAt: now });
      await jobs.enqueue("send-mail", { mailId });
      return false;
    });
  }
}
