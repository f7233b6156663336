import type { EventType } from "../events/event.ts";
import type { Id } from "../platform/ids.ts";

/** "After a rotation both secrets sign for 24 h." */
export const secretOverlapSeconds = 24 * 3600;

/** Why the service switched a webhook off: its endpoint said 410, or has failed for too long. */
export type DisabledReason = "gone" | "failing";

/** A company's one registration. */
export interface Webhook {
  id: Id;
  companyId: Id;
  url: string;
  eventTypes: EventType[];
  isActive: boolean;
  secret: string;
  /** The secret before the latest rotation, and until when it signs as well. */
  previous: { secret: string; until: Date } | undefined;
  /** Every attempt since then has failed. */
  failingSince: Date | undefined;
  disabled: { reason: DisabledReason; at: Date } | undefined;
  lastDeliveredAt: Date | undefined;
  createdAt: Date;
  updatedAt: Date | undefined;
}

/** What a batch of attempts said of one company's endpoint. */
export interface EndpointReport {
  companyId: Id;
  firstFailureAt: Date | undefined;
  lastSuccessAt: Date | undefined;
}

export interface EndpointHealth {
  webhookId: Id;
  companyId: Id;
  url: string;
  isActive: boolean;
  failingSince: Date | undefined;
}

export interface WebhookStore {
  find(companyId: Id): Promise<Webhook | undefined>;
  /** Also where there is none yet: two first registrations at once take turns. */
  lock(companyId: Id): Promise<Webhook | undefined>;
  insert(webhook: Webhook): Promise<void>;
  /** An endpoint that is registered anew starts without its past failures. */
  update(webhook: Webhook): Promise<void>;
  listActive(companyIds: Id[]): Promise<Webhook[]>;
  /** Active ones whose company has a delivery due. */
  listDue(now: Date): Promise<Webhook[]>;
  /** Locks them, too: what is decided from the answer happens before anything else changes it. */
  report(reports: EndpointReport[]): Promise<EndpointHealth[]>;
  disable(companyId: Id, reason: DisabledReason, at: Date): Promise<void>;
}

/** Whose signature an attempt at that moment carries, newest first. */
export function secretsAt({ secret, previous }: Webhook, now: Date): string[] {
  return previous !== undefined && now < previous.until ? [secret, previous.secret] : [secret];
}
