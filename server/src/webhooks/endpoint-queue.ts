import type { KeyObject } from "node:crypto";
import type { Id } from "../platform/ids.ts";
import type { DueDelivery, DueRequest } from "./delivery.ts";
import { toSigningKey } from "./signature.ts";
import { listSigningSecrets, type Webhook } from "./webhook.ts";

/** For one endpoint in one process. */
export const endpointLimits = {
  attempts: 16,
  /** Includes deliveries that are read ahead and outcomes that are not recorded yet. */
  held: 128,
  /** Until a failing endpoint succeeds again. */
  heldWhileFailing: 4,
};
/** After this, reading starts from the beginning, for deliveries that were committed out of order. */
const cursorMilliseconds = 1000;

/** One company's deliveries in this process, which holds the company's lock. */
export interface EndpointQueue {
  webhook: Webhook;
  keys: Map<string, KeyObject>;
  waiting: DueDelivery[];
  running: number;
  /** Waiting, running, or ended and not recorded yet. */
  held: Set<Id>;
  /** The last delivery read; reading continues after it until the cursor is too old. */
  cursor: DueDelivery | undefined;
  cursorSetAt: number;
  mayHaveMore: boolean;
}

export function createEndpointQueue(webhook: Webhook): EndpointQueue {
  return {
    ...{ webhook, keys: new Map(), waiting: [], running: 0, held: new Set() },
    ...{ cursor: undefined, cursorSetAt: 0, mayHaveMore: true },
  };
}

export function isFailing({ webhook }: EndpointQueue): boolean {
  return webhook.failingSince !== undefined;
}

export function countFreeSlots(queue: EndpointQueue): number {
  return Math.max(0, (isFailing(queue) ? endpointLimits.heldWhileFailing : endpointLimits.held) - queue.held.size);
}

/** What to read next. A read from the beginning returns the held deliveries again. */
export function toRequest(queue: EndpointQueue): DueRequest {
  if (performance.now() - queue.cursorSetAt > cursorMilliseconds) queue.cursor = undefined;
  const free = countFreeSlots(queue);
  const limit = queue.cursor === undefined ? free + queue.held.size : free;
  return { companyId: queue.webhook.companyId, after: queue.cursor, limit };
}

/** Adds deliveries that are not `isKnown`. Returns whether to read again from the beginning. */
export function enqueue(queue: EndpointQueue, deliveries: DueDelivery[], isKnown: (id: Id) => boolean): boolean {
  const fresh = deliveries.filter(({ id }) => !queue.held.has(id) && !isKnown(id));
  for (const delivery of fresh) {
    queue.held.add(delivery.id);
    queue.waiting.push(delivery);
  }
  const isReadFromStart = queue.cursor === undefined;
  if (isReadFromStart) queue.cursorSetAt = performance.now();
  queue.cursor = deliveries.at(-1);
  queue.mayHaveMore = fresh.length > 0 || countFreeSlots(queue) === 0;
  return deliveries.length === 0 && !isReadFromStart;
}

/** Drops deliveries that have not been started. */
export function clearWaiting(queue: EndpointQueue): void {
  for (const { id } of queue.waiting.splice(0)) queue.held.delete(id);
}

/** The webhook may have changed, and its secrets with it. */
export function updateWebhook(queue: EndpointQueue, webhook: Webhook): void {
  if (queue.webhook.secret !== webhook.secret) queue.keys.clear();
  queue.webhook = webhook;
}

/** Cached, because importing a key costs more than signing with it. */
export function getSigningKeys({ webhook, keys }: EndpointQueue, now: Date): KeyObject[] {
  return listSigningSecrets(webhook, now).map((secret) => {
    const key = keys.get(secret) ?? toSigningKey(secret);
    keys.set(secret, key);
    return key;
  });
}
