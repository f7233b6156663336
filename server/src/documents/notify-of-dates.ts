import { type EventStore, recordEvent } from "../events/event.ts";
import type { Clock } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { type Day, dayOf, daysAfter, expiryNoticeDays } from "./document-dates.ts";

export interface DueDocument {
  id: Id;
  companyId: Id;
  reviewId: Id;
  /** Whether it counts in its review; a newer version may count in its place. */
  isCounted: boolean;
}

/** Of completed documents that are not withdrawn. Each date of a document is taken once, by one process. */
export interface DueDateStore {
  /** The documents whose validity ends on `day` or before. */
  takeExpiring(day: Day, limit: number): Promise<DueDocument[]>;
  /** The documents that were to be reviewed before `day`. */
  takeReviewDue(day: Day, limit: number): Promise<DueDocument[]>;
}

interface NotifyDeps {
  db: Transactional<{ dueDates: DueDateStore; events: EventStore }>;
  clock: Clock;
  ids: IdSource;
}

const perBatch = 100;

/**
 * "What expires within 30 days raises document.expiring; past reviewBy it raises document.review_due." Once for each date: a
 * date that is changed is a new one. What has expired already is reported, too, so that nothing is lost while no process ran.
 */
export async function notifyOfDates(deps: NotifyDeps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const lastDay = daysAfter(now, expiryNoticeDays);
  await notify("document.expiring", (dueDates) => dueDates.takeExpiring(lastDay, perBatch));
  await notify("document.review_due", (dueDates) => dueDates.takeReviewDue(dayOf(now), perBatch));

  async function notify(
    type: "document.expiring" | "document.review_due",
    take: (dueDates: DueDateStore) => Promise<DueDocument[]>,
  ): Promise<void> {
    for (let taken = perBatch; taken === perBatch; ) {
      signal.throwIfAborted();
      taken = await deps.db.transaction(async ({ dueDates, events }) => {
        const due = await take(dueDates);
        for (const { id: documentId, companyId, reviewId: complianceReviewId, isCounted } of due)
          if (isCounted) await recordEvent(deps, events, type, { companyId, complianceReviewId, documentId });
        return due.length;
      });
    }
  }
}
