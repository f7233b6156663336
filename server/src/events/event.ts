import type { Clock } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";

/** The events a webhook can subscribe to. */
export const eventTypes = [
  "document.submitted",
  "document.completed",
  "document.failed",
  "document.superseded",
  "document.expiring",
  "document.review_due",
  "upload.completed",
  "upload.expired",
  "review.created",
  "review.completed",
  "review.score_fell",
  "review.signed_off",
  "review.reopened",
  "finding.decided",
  "finding.reopened",
  "gap.assigned",
  "gap.mentioned",
  "gap.due",
  "gap.overdue",
  "gap.closed",
  "gap.reopened",
  "webhook.test",
] as const;

export type EventType = (typeof eventTypes)[number];

/** Only ids and a status: the receiver of an event reads the rest with its own key. */
export interface EventData {
  companyId: Id;
  complianceReviewId?: Id;
  documentId?: Id;
  itemId?: Id;
  decisionId?: Id;
  signOffId?: Id;
  gapId?: Id;
  accountId?: Id;
  supersededBy?: Id;
  sessionId?: Id;
  status?: string;
}

export interface Event {
  id: Id;
  type: EventType;
  data: EventData;
  createdAt: Date;
  /** The request that caused the event; absent for scheduled jobs. */
  requestId: string | undefined;
}

export interface EventStore {
  /** Also adds the delivery when the company's webhook subscribes to events of this type. */
  append(event: Event): Promise<void>;
}

/** Records an event in the transaction of the change, so that neither exists without the other. Returns the event's id. */
export async function recordEvent(
  { clock, ids }: { clock: Clock; ids: IdSource },
  events: EventStore,
  type: EventType,
  data: EventData,
  requestId?: string,
): Promise<Id> {
  const id = ids.next();
  await events.append({ id, type, data, createdAt: clock.now(), requestId });
  return id;
}
