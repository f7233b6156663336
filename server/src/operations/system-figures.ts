import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest } from "../platform/page.ts";

/** Beyond this nothing more is counted: it says "very many" either way. */
export const countedUpTo = 1_000;

/** What waits to be worked on, and since when; each count ends at `countedUpTo`. */
export interface Waiting {
  queued: number;
  processing: number;
  oldestQueuedAt: Date | undefined;
  /** Webhook deliveries that are due or will be tried again. */
  deliveries: number;
}

/** Documents that ended within one hour. */
export interface HourOfWork {
  from: Date;
  completed: number;
  failed: number;
}

/** A document that ended in failure, with what the administrator needs to look after it. */
export interface FailedDocument {
  id: Id;
  companyId: Id;
  companyName: string;
  reviewId: Id;
  fileName: string;
  failureReason: string;
  createdAt: Date;
  processedAt: Date;
  /** The document that was made to try it again. */
  retriedAs: Id | undefined;
}

export interface OperationsStore {
  countWaiting(): Promise<Waiting>;
  /** Only hours in which something ended, oldest first. */
  listHours(since: Date): Promise<HourOfWork[]>;
  listFailed(page: PageRequest): Promise<Page<FailedDocument>>;
}

export interface SystemFigures {
  waiting: Waiting;
  /** The last 24 hours, the running one included, oldest first. */
  hours: HourOfWork[];
}

const hourMilliseconds = 3_600_000;
const hoursShown = 24;

/** Every hour is there, also those in which nothing ended: a gap is a figure, too. */
export async function readSystemFigures(
  { operations }: { operations: OperationsStore },
  clock: Clock,
): Promise<SystemFigures> {
  const thisHour = new Date(Math.floor(clock.now().getTime() / hourMilliseconds) * hourMilliseconds);
  const first = secondsAfter(thisHour, -(hoursShown - 1) * 3600);
  const [waiting, worked] = await Promise.all([operations.countWaiting(), operations.listHours(first)]);
  const byStart = new Map(worked.map((hour) => [hour.from.getTime(), hour]));
  const hours = Array.from({ length: hoursShown }, (_, index) => {
    const from = secondsAfter(first, index * 3600);
    return byStart.get(from.getTime()) ?? { from, completed: 0, failed: 0 };
  });
  return { waiting, hours };
}
