import type { KeyObject } from "node:crypto";
import type { Id } from "../platform/ids.ts";
import type { DueDelivery, DueRequest } from "./delivery.ts";
import { signingKey } from "./signature.ts";
import { secretsAt, type Webhook } from "./webhook.ts";

/** Of one endpoint in one process. */
export const laneLimits = {
  attempts: 16,
  /** Read ahead and not written down yet included, so that the next event is at hand when a place is free. */
  held: 128,
  /** An endpoint that only fails gets few places until it answers well again. */
  heldWhileFailing: 4,
};
/** How long reading goes on from where it left off; then from the start, for what was committed out of turn. */
const rereadMilliseconds = 1000;

/** One company's deliveries in this process, which has the right to send them. */
export interface Lane {
  webhook: Webhook;
  keys: Map<string, KeyObject>;
  queue: DueDelivery[];
  running: number;
  /** Queued, running, or done and not written down yet. */
  held: Set<Id>;
  /** The last one read, and since when reading goes on from there. */
  last: DueDelivery | undefined;
  readsOnSince: number;
  mayHaveMore: boolean;
}

export function newLane(webhook: Webhook): Lane {
  return {
    ...{ webhook, keys: new Map(), queue: [], running: 0, held: new Set() },
    ...{ last: undefined, readsOnSince: 0, mayHaveMore: true },
  };
}

export function isFailing({ webhook }: Lane): boolean {
  return webhook.failingSince !== undefined;
}

export function roomIn(lane: Lane): number {
  return Math.max(0, (isFailing(lane) ? laneLimits.heldWhileFailing : laneLimits.held) - lane.held.size);
}

/** What to read next. From the start, those that are held already come along. */
export function toRequest(lane: Lane): DueRequest {
  if (performance.now() - lane.readsOnSince > rereadMilliseconds) lane.last = undefined;
  const room = roomIn(lane);
  const limit = lane.last === undefined ? room + lane.held.size : room;
  return { companyId: lane.webhook.companyId, after: lane.last, limit };
}

/** Takes up what was read and is not `isKnown`. Yields whether there may be something before what was read. */
export function takeUp(lane: Lane, deliveries: DueDelivery[], isKnown: (id: Id) => boolean): boolean {
  const fresh = deliveries.filter(({ id }) => !lane.held.has(id) && !isKnown(id));
  for (const delivery of fresh) {
    lane.held.add(delivery.id);
    lane.queue.push(delivery);
  }
  const isReadFromStart = lane.last === undefined;
  if (isReadFromStart) lane.readsOnSince = performance.now();
  lane.last = deliveries.at(-1);
  lane.mayHaveMore = fresh.length > 0 || roomIn(lane) === 0;
  return deliveries.length === 0 && !isReadFromStart;
}

/** Lets go of what was not begun. */
export function emptyQueue(lane: Lane): void {
  for (const { id } of lane.queue.splice(0)) lane.held.delete(id);
}

/** A webhook as it is now, which may sign with other secrets than before. */
export function renew(lane: Lane, webhook: Webhook): void {
  if (lane.webhook.secret !== webhook.secret) lane.keys.clear();
  lane.webhook = webhook;
}

/** What signs at that moment. Kept, because making a key of a secret costs more than signing with it. */
export function keysAt({ webhook, keys }: Lane, now: Date): KeyObject[] {
  return secretsAt(webhook, now).map((secret) => {
    const key = keys.get(secret) ?? signingKey(secret);
    keys.set(secret, key);
    return key;
  });
}
