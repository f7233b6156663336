import type { Clock } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";

/** What a company can be told of. */
export const eventTypes = [
  "document.submitted",
  "document.completed",
  "document.failed",
  "upload.completed",
  "upload.expired",
  "review.created",
  "webhook.test",
] as const;

export type EventType = (typeof eventTypes)[number];

/** Ids and a state, nothing more: whoever hears of an event reads the rest with its own key. */
export interface EventData {
  companyId: Id;
  complianceReviewId?: Id;
  documentId?: Id;
  sessionId?: Id;
  status?: string;
}

export interface Event {
  id: Id;
  type: EventType;
  data: EventData;
  createdAt: Date;
  /** Of the request that set it off; absent where the clock did. */
  requestId: string | undefined;
}

export interface EventStore {
  /** With its delivery, where the company's webhook wants events of this type. */
  append(event: Event): Promise<void>;
}

/** In the transaction of what it reports: no event without its fact, no fact without its event. Yields the event's id. */
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
