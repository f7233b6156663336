import type { Clock } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";

/** What a company can be told of. */
export type EventType =
  | "document.submitted"
  | "document.completed"
  | "document.failed"
  | "upload.completed"
  | "upload.expired"
  | "review.created";

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
}

export interface EventStore {
  append(event: Event): Promise<void>;
}

/** In the transaction of what it reports: no event without its fact, no fact without its event. */
export async function recordEvent(
  { clock, ids }: { clock: Clock; ids: IdSource },
  events: EventStore,
  type: EventType,
  data: EventData,
): Promise<void> {
  await events.append({ id: ids.next(), type, data, createdAt: clock.now() });
}
