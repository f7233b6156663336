import type { EventData, EventType } from "../events/event.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest } from "../platform/page.ts";

/** What went wrong with an attempt, in a word. */
export type AttemptError =
  /** No answer within the time limit. */
  | "timeout"
  /** The name stands for nothing. */
  | "dns"
  /** The name stands for an address that may not be called. */
  | "address"
  /** Nobody listens, or the connection broke. */
  | "connection"
  /** The certificate is not good, or the two have no cipher in common. */
  | "tls"
  /** What came back is no HTTP. */
  | "protocol"
  | "redirect"
  /** Any other answer but 2xx. */
  | "status";

export interface Attempt {
  at: Date;
  durationMilliseconds: number;
  statusCode: number | undefined;
  error: AttemptError | undefined;
  responseStart: string | undefined;
}

export type DeliveryStatus = "pending" | "delivered" | "failed";

/** One event on its way to one company; known by the event's id, which is the `webhook-id` of every attempt. */
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

/** A delivery whose time has come. */
export interface DueDelivery {
  id: Id;
  companyId: Id;
  type: EventType;
  data: EventData;
  createdAt: Date;
  /** Null where the clock set it off. */
  requestId: string | null;
  failures: number;
  dueAt: Date;
}

/** Where to go on reading a company's due deliveries, and how many to read. */
export interface DueRequest {
  companyId: Id;
  after: Pick<DueDelivery, "dueAt" | "id"> | undefined;
  limit: number;
}

/** What became of an attempt at a delivery. */
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

export interface DeliveryStore {
  /** Counts events, not attempts. */
  count(companyId: Id, since: Date): Promise<DeliveryCounts>;
  list(companyId: Id, page: PageRequest): Promise<Page<Delivery>>;
  find(companyId: Id, id: Id): Promise<Delivery | undefined>;
  /** From the start of the schedule, and at once. */
  replay(companyId: Id, id: Id, now: Date): Promise<void>;
  /** Takes what waits out of the queue. It stays pending. */
  pause(companyId: Id): Promise<void>;
  /** Puts everything that is pending back, to be sent at once. */
  resume(companyId: Id, now: Date): Promise<void>;
  /** Longest due first within each company; everyone's first before anyone's second; at most so many in all. */
  listDue(now: Date, requests: DueRequest[], limit: number): Promise<DueDelivery[]>;
  /** When the next delivery falls due that is not due yet. */
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
