import type { EventType } from "../events/event.ts";
import type { Id } from "../platform/ids.ts";

/** "After a rotation both secrets sign for 24 h." */
export const secretOverlapSeconds = 24 * 3600;

/** Why the service disabled a webhook: the endpoint answered 410, or has failed for too long. */
export type DisabledReason = "gone" | "failing";

/** A company has at most one. */
export interface Webhook {
  id: Id;
  companyId: Id;
  url: string;
  eventTypes: EventType[];
  isActive: boolean;
  secret: string;
  /** The secret before the last rotation, which also signs until then. */
  previous: { secret: string; until: Date } | undefined;
  /** Every attempt since then has failed. */
  failingSince: Date | undefined;
  disabled: { reason: DisabledReason; at: Date } | undefined;
  lastDeliveredAt: Date | undefined;
  createdAt: Date;
  updatedAt: Date | undefined;
}

/** The outcome of a batch of attempts at one company's endpoint. */
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
  /** Also locks a missing webhook, so that two first registrations are serialised. */
  lock(companyId: Id): Promise<Webhook | undefined>;
  insert(webhook: Webhook): Promise<void>;
  /** Resets the failure state. */
  update(webhook: Webhook): Promise<void>;
  listActive(companyIds: Id[]): Promise<Webhook[]>;
  /** Active ones whose company has a delivery due. */
  listDue(now: Date): Promise<Webhook[]>;
  /** Also locks the webhooks, so that a decision based on the result is not overtaken. */
  report(reports: EndpointReport[]): Promise<EndpointHealth[]>;
  disable(companyId: Id, reason: DisabledReason, at: Date): Promise<void>;
}

/** Newest first. */
export function listSigningSecrets({ secret, previous }: Webhook, now: Date): string[] {
  return previous !== undefined && now < previous.until ? [secret, previous.secret] : [secret];
}
