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

/** A delivery this process holds until `claimedUntil`; then anyone may take it, so that no crash loses one. */
export interface ClaimedDelivery {
  id: Id;
  companyId: Id;
  type: EventType;
  data: EventData;
  createdAt: Date;
  failures: number;
  claimedUntil: Date;
}

export interface ClaimRequest {
  now: Date;
  claimedUntil: Date;
  /** At most so many at once. */
  limit: number;
  /** At most so many of one company, those it has already among them. */
  perCompany: number;
  perFailingCompany: number;
  /** How many of each company this process has already. */
  held: Map<Id, number>;
}

/** What became of a claimed delivery. */
export interface Outcome {
  delivery: ClaimedDelivery;
  url: string;
  attempt: Attempt;
  endedAt: Date;
  then: { is: "delivered" } | { is: "failed"; isGone: boolean } | { is: "retried"; at: Date };
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
  /** From the start of the schedule, and at once; one that is being sent right now is left at that. */
  replay(companyId: Id, id: Id, now: Date): Promise<void>;
  /** Takes what waits out of the queue. It stays pending. */
  pause(companyId: Id): Promise<void>;
  /** Puts everything that is pending back, to be sent at once. */
  resume(companyId: Id, now: Date): Promise<void>;
  claim(request: ClaimRequest): Promise<ClaimedDelivery[]>;
  /** Gives back what was claimed and not begun. */
  release(deliveries: ClaimedDelivery[], now: Date): Promise<void>;
  /** When the next delivery falls due that is not due yet. */
  findNextDue(now: Date): Promise<Date | undefined>;
  record(outcomes: Outcome[]): Promise<void>;
  removeOld(before: Date): Promise<number>;
}
