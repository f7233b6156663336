import type { EventData, EventType } from "../events/event.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, SortedPageRequest } from "../platform/page.ts";

export type AttemptError =
  /** No answer within the time limit. */
  | "timeout"
  /** The name has no address. */
  | "dns"
  /** The name resolves to an address that may not be called. */
  | "address"
  /** Refused or broken. */
  | "connection"
  /** Invalid certificate or no common cipher. */
  | "tls"
  /** The response is not HTTP, or it is too long. */
  | "protocol"
  | "redirect"
  /** Any other status but 2xx. */
  | "status";

export interface Attempt {
  at: Date;
  durationMilliseconds: number;
  statusCode: number | undefined;
  error: AttemptError | undefined;
  responseStart: string | undefined;
}

export type DeliveryStatus = "pending" | "delivered" | "failed";

/** One event for one company. Its id is the event's id and the `webhook-id` of every attempt. */
export interface Delivery {
  id: Id;
  type: EventType;
  data: EventData;
  status: DeliveryStatus;
  createdAt: Date;
  deliveredAt: Date | undefined;
  nextAttemptAt: Date | undefined;
  attempts: Attempt[];
}

export interface DueDelivery {
  id: Id;
  companyId: Id;
  type: EventType;
  data: EventData;
  createdAt: Date;
  /** Null when a schedule caused the event. */
  requestId: string | null;
  failures: number;
  dueAt: Date;
}

export interface DueRequest {
  companyId: Id;
  after: Pick<DueDelivery, "dueAt" | "id"> | undefined;
  limit: number;
}

export interface Outcome {
  delivery: DueDelivery;
  url: string;
  attempt: Attempt;
  endedAt: Date;
  result: { is: "delivered" } | { is: "failed"; isGone: boolean } | { is: "retried"; at: Date };
}

export interface DeliveryCounts {
  total: number;
  delivered: number;
  failed: number;
}

/** Which deliveries a list has; all that are given must hold. */
export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  type?: EventType | undefined;
  /** When the event occurred. */
  since?: Date | undefined;
  until?: Date | undefined;
}

export interface DeliveryStore {
  /** Counts events, not attempts. */
  count(companyId: Id, since: Date): Promise<DeliveryCounts>;
  list(companyId: Id, filter: DeliveryFilter, page: SortedPageRequest<never>): Promise<Page<Delivery>>;
  find(companyId: Id, id: Id): Promise<Delivery | undefined>;
  /** Sends at once and restarts the retry schedule. */
  replay(companyId: Id, id: Id, now: Date): Promise<void>;
  /** Takes pending deliveries out of the queue. They stay pending. */
  pause(companyId: Id): Promise<void>;
  /** Puts pending deliveries back into the queue, due at once. */
  resume(companyId: Id, now: Date): Promise<void>;
  /** Oldest first within each company, round-robin across companies. */
  listDue(now: Date, requests: DueRequest[], limit: number): Promise<DueDelivery[]>;
  /** When the next delivery becomes due that is not due yet. */
  findNextDue(now: Date): Promise<Date | undefined>;
  record(outcomes: Outcome[]): Promise<void>;
  removeOld(before: Date): Promise<number>;
}

/**
 * A lock on sending a company's events, held by one process at a time: no other process sends the same event meanwhile.
 * A process that dies loses its locks, and another resumes at once.
 */
export interface DeliveryLocks {
  /** Returns the companies whose lock was free; this process holds those from now on. */
  tryLock(companyIds: Id[]): Promise<Id[]>;
  unlock(companyIds: Id[]): Promise<void>;
}
