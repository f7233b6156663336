import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest } from "../platform/page.ts";

/** Counting stops here. */
export const maxCount = 1_000;

/** Each count stops at `maxCount`. */
export interface Backlog {
  queued: number;
  processing: number;
  oldestQueuedAt: Date | undefined;
  /** Webhook deliveries that are due or will be retried. */
  deliveries: number;
}

/** Documents that ended within one hour. */
export interface HourlyCount {
  from: Date;
  completed: number;
  failed: number;
}

export interface FailedDocument {
  id: Id;
  companyId: Id;
  companyName: string;
  reviewId: Id;
  fileName: string;
  failureReason: string;
  createdAt: Date;
  processedAt: Date;
  /** The document that retries it. */
  retriedAs: Id | undefined;
}

/** Waits, or is being analysed. */
export interface UnfinishedDocument extends Omit<FailedDocument, "failureReason" | "processedAt" | "retriedAs"> {
  reviewName: string;
  status: "queued" | "processing";
}

export interface OperationsStore {
  countBacklog(): Promise<Backlog>;
  /** Only hours in which a document ended, oldest first. */
  listHours(since: Date): Promise<HourlyCount[]>;
  listFailed(page: PageRequest): Promise<Page<FailedDocument>>;
  /** Of every company, or of those of one partner. */
  listUnfinished(partnerId: Id | undefined, page: PageRequest): Promise<Page<UnfinishedDocument>>;
}

export interface SystemStatus {
  backlog: Backlog;
  /** The last 24 hours including the current one, oldest first. */
  hours: HourlyCount[];
}

const hourMilliseconds = 3_600_000;
const hoursShown = 24;

export async function readSystemStatus(
  { operations }: { operations: OperationsStore },
  clock: Clock,
): Promise<SystemStatus> {
  const thisHour = new Date(Math.floor(clock.now().getTime() / hourMilliseconds) * hourMilliseconds);
  const first = secondsAfter(thisHour, -(hoursShown - 1) * 3600);
  const [backlog, counted] = await Promise.all([operations.countBacklog(), operations.listHours(first)]);
  const byStart = new Map(counted.map((hour) => [hour.from.getTime(), hour]));
  const hours = Array.from({ length: hoursShown }, (_, index) => {
    const from = secondsAfter(first, index * 3600);
    return byStart.get(from.getTime()) ?? { from, completed: 0, failed: 0 };
  });
  return { backlog, hours };
}
