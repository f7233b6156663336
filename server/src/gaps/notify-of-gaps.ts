import { dayOf, daysAfter } from "../documents/document-dates.ts";
import { type EventStore, recordEvent } from "../events/event.ts";
import { type NotifyStores, notify } from "../notifications/notify.ts";
import type { Clock } from "../platform/clock.ts";
import type { IdSource } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { DueGap, GapStore } from "./gap.ts";

interface NotifyDeps {
  db: Transactional<NotifyStores & { gaps: GapStore; events: EventStore }>;
  clock: Clock;
  ids: IdSource;
}

/** How long before its due date the owner of a gap is reminded. */
const noticeDays = 7;
const perBatch = 100;

/** Tells owners what is due within a week and what is overdue, once for each due date. */
export async function notifyOfGaps(deps: NotifyDeps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const today = dayOf(now);
  await tell("due", (gaps) => gaps.takeDue(today, daysAfter(now, noticeDays), perBatch));
  await tell("overdue", (gaps) => gaps.takeOverdue(today, perBatch));

  async function tell(kind: "due" | "overdue", take: (gaps: GapStore) => Promise<DueGap[]>): Promise<void> {
    for (let taken = perBatch; taken === perBatch; ) {
      signal.throwIfAborted();
      taken = await deps.db.transaction(async (stores) => {
        const due = await take(stores.gaps);
        for (const { id: gapId, companyId, reviewId, dueOn, ownerAccountId } of due) {
          const accountId = ownerAccountId === undefined ? {} : { accountId: ownerAccountId };
          const data = { companyId, complianceReviewId: reviewId, gapId, ...accountId };
          const eventId = await recordEvent(deps, stores.events, `gap.${kind}`, data);
          if (ownerAccountId === undefined) continue;
          const occasion = { companyId, reviewId, gapId, accountIds: [ownerAccountId], facts: { dueOn } };
          await notify(deps, stores, { ...occasion, kind, eventId });
        }
        return due.length;
      });
    }
  }
}
