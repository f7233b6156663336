import type { EventData, EventType } from "../events/event.ts";
import type { Id } from "../platform/ids.ts";
import type { DeliveryLocks, DeliveryStore, DueDelivery, Outcome } from "./delivery.ts";
import {
  clearWaiting,
  countFreeSlots,
  createEndpointQueue,
  type EndpointQueue,
  endpointLimits,
  enqueue,
  getSigningKeys,
  isFailing,
  toRequest,
  updateWebhook,
} from "./endpoint-queue.ts";
import { type RecordOutcomesDeps, recordOutcomes } from "./record-outcomes.ts";
import type { Sender } from "./sender.ts";
import { signHeaders } from "./signature.ts";
import { toOutcome } from "./to-outcome.ts";
import type { Webhook, WebhookStore } from "./webhook.ts";

/** For one process. */
const limits = {
  attempts: 512,
  /** Leaves the rest to working endpoints, however many hang. */
  attemptsOfFailingEndpoints: 256,
  held: 4096,
  readBatch: 1024,
  recordBatch: 256,
};
/** Notifications may get lost with a connection, so everything is polled at least this often. */
const maxPollMilliseconds = 10_000;
/** After a database error, and while another process holds a company's lock. */
const retryMilliseconds = 500;
/** Running attempts may take this long when the process stops. Others are repeated by another process. */
const drainMilliseconds = 5000;

interface DeliveryLoopDeps extends RecordOutcomesDeps {
  db: RecordOutcomesDeps["db"] & { webhooks: WebhookStore; deliveries: DeliveryStore };
  locks: DeliveryLocks;
  sender: Sender;
  userAgent: string;
  /** Mostly an unreachable database. The loop continues by itself. */
  onError: (error: unknown) => void;
  /** Headers that name the request which caused the event. */
  toOriginHeaders?: ((requestId: string) => Record<string, string>) | undefined;
  onAttempt?: ((outcome: Outcome) => void) | undefined;
}

/** The same bytes for every attempt. */
function toEventBody({ type, createdAt, data }: { type: EventType; createdAt: Date; data: EventData }): string {
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
}

/**
 * Reads due deliveries in batches, sends them concurrently and records the outcomes in batches. All state is in the database: if
 * the process dies, deliveries without a recorded outcome are sent again.
 */
export class DeliveryLoop {
  readonly #deps: DeliveryLoopDeps;
  readonly #queues = new Map<Id, EndpointQueue>();
  /** Queues that could send if the process's limits allowed it, served round-robin. */
  readonly #blocked = new Set<EndpointQueue>();
  /** Running, or ended and not recorded yet. Not started again, even after the lock was lost and regained. */
  readonly #inFlight = new Set<Id>();
  /** Recorded since the current poll began, which may still have read them as due. */
  readonly #recordedDuringPoll = new Set<Id>();
  readonly #outcomes: Outcome[] = [];
  #running = 0;
  #runningForFailing = 0;
  #isClosed = false;
  #isCutOff = false;
  #isErrorReported = false;
  /** Companies to poll next, or all of them. */
  readonly #requested = new Set<Id>();
  #areAllRequested = false;
  /** Companies to poll when there is room for more deliveries. */
  readonly #postponed = new Set<Id>();
  #areAllPostponed = false;
  #polling: Promise<void> | undefined;
  #recording: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Number.POSITIVE_INFINITY;

  constructor(deps: DeliveryLoopDeps) {
    this.#deps = deps;
  }

  /** Polls for due deliveries of one company or of all. */
  wake(companyId?: Id): void {
    if (companyId === undefined) this.#areAllRequested = true;
    else this.#requested.add(companyId);
    this.#startPolling();
  }

  #startPolling(): void {
    if (!this.#isPollRequested()) return;
    this.#polling ??= this.#pollUntilDone().finally(() => {
      this.#polling = undefined;
      // A request may have come after the last poll.
      this.#startPolling();
    });
  }

  #isPollRequested(): boolean {
    return (this.#areAllRequested || this.#requested.size > 0) && !this.#isClosed;
  }

  /** The database session that held the locks is gone. Running attempts end; no others start without a lock. */
  loseLocks(): void {
    for (const queue of this.#queues.values()) queue.waiting.length = 0;
    this.#queues.clear();
    this.#blocked.clear();
  }

  /** Resolves when everything that was due has been sent and recorded. */
  async waitUntilIdle(): Promise<void> {
    while (this.#polling !== undefined || this.#recording !== undefined || this.#running > 0) {
      await this.#polling;
      await this.#recording;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#polling;
    for (const queue of this.#queues.values()) queue.waiting.length = 0;
    const giveUpAt = performance.now() + drainMilliseconds;
    while (this.#running > 0 && performance.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 20));
    // Attempts that end from here on were ended by us, so their outcomes do not count.
    this.#isCutOff = true;
    await this.#recording;
    // Outcomes that arrived during the last batch.
    await this.#recordAll();
  }

  /** Once for each outage, not for each attempt. */
  #reportError(error: unknown): void {
    if (!this.#isErrorReported) this.#deps.onError(error);
    this.#isErrorReported = true;
  }

  async #pollUntilDone(): Promise<void> {
    while (this.#isPollRequested()) {
      try {
        await this.#poll();
        this.#isErrorReported = false;
      } catch (error) {
        this.#reportError(error);
        this.#wakeIn(retryMilliseconds);
      }
    }
  }

  async #poll(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    const held = [...this.#queues.values()].reduce((sum, queue) => sum + queue.held.size, 0);
    const limit = Math.min(limits.readBatch, limits.held - held);
    const areAllRequested = this.#areAllRequested;
    const requested = [...this.#requested];
    this.#areAllRequested = false;
    this.#requested.clear();
    if (limit <= 0) {
      for (const companyId of requested) this.#postponed.add(companyId);
      this.#areAllPostponed ||= areAllRequested;
      return;
    }
    const webhooks = areAllRequested ? await db.webhooks.listDue(now) : await db.webhooks.listActive(requested);
    this.#clearInactive(areAllRequested ? [...this.#queues.keys()] : requested, webhooks);
    const queues = await this.#openQueues(webhooks);
    this.#recordedDuringPoll.clear();
    const open = queues.filter((queue) => {
      queue.mayHaveMore = true;
      return countFreeSlots(queue) > 0;
    });
    const due = open.length === 0 ? [] : await db.deliveries.listDue(now, open.map(toRequest), limit);
    if (due.length === limit) for (const { webhook } of open) this.#postponed.add(webhook.companyId);
    if (areAllRequested) await this.#scheduleNextDue(now);
    const byCompany = Map.groupBy(due, (delivery) => delivery.companyId);
    for (const queue of open) {
      const { companyId } = queue.webhook;
      // The locks may have been lost while the database was reading.
      if (this.#queues.get(companyId) === queue) this.#enqueue(queue, byCompany.get(companyId) ?? []);
    }
    await this.#closeIdleQueues();
    this.#wakeIn(maxPollMilliseconds);
  }

  async #scheduleNextDue(now: Date): Promise<void> {
    const dueAt = await this.#deps.db.deliveries.findNextDue(now);
    if (dueAt !== undefined) this.#wakeIn(dueAt.getTime() - now.getTime());
  }

  /** Clears the queues of webhooks that were switched off. */
  #clearInactive(companyIds: Id[], webhooks: Webhook[]): void {
    const active = new Set(webhooks.map(({ companyId }) => companyId));
    for (const companyId of companyIds) {
      const queue = active.has(companyId) ? undefined : this.#queues.get(companyId);
      if (queue !== undefined) clearWaiting(queue);
    }
  }

  #enqueue(queue: EndpointQueue, deliveries: DueDelivery[]): void {
    const isKnown = (id: Id) => this.#inFlight.has(id) || this.#recordedDuringPoll.has(id);
    if (enqueue(queue, deliveries, isKnown)) this.#requested.add(queue.webhook.companyId);
    this.#advance(queue);
  }

  /** Queues of the companies whose lock this process holds or gets. */
  async #openQueues(webhooks: Webhook[]): Promise<EndpointQueue[]> {
    const missing = webhooks.map(({ companyId }) => companyId).filter((companyId) => !this.#queues.has(companyId));
    const locked = new Set(missing.length === 0 ? [] : await this.#deps.locks.tryLock(missing));
    if (locked.size < missing.length) this.#wakeIn(retryMilliseconds);
    const queues: EndpointQueue[] = [];
    for (const webhook of webhooks) {
      const { companyId } = webhook;
      const known = this.#queues.get(companyId);
      if (known === undefined && !locked.has(companyId)) continue;
      const queue = known ?? createEndpointQueue(webhook);
      updateWebhook(queue, webhook);
      this.#queues.set(companyId, queue);
      queues.push(queue);
    }
    return queues;
  }

  async #closeIdleQueues(): Promise<void> {
    const isIdle = (companyId: Id, queue: EndpointQueue) => queue.held.size === 0 && !this.#requested.has(companyId);
    const idle = [...this.#queues]
      .filter(([companyId, queue]) => isIdle(companyId, queue))
      .map(([companyId]) => companyId);
    for (const companyId of idle) this.#queues.delete(companyId);
    if (idle.length > 0) await this.#deps.locks.unlock(idle);
  }

  #wakeIn(milliseconds: number): void {
    const pause = Math.min(Math.max(1, milliseconds), maxPollMilliseconds);
    const wakesAt = performance.now() + pause;
    if (this.#isClosed || wakesAt >= this.#wakesAt) return;
    clearTimeout(this.#timer);
    this.#wakesAt = wakesAt;
    this.#timer = setTimeout(() => {
      this.#wakesAt = Number.POSITIVE_INFINITY;
      this.wake();
    }, pause);
  }

  #advance(queue: EndpointQueue): void {
    while (queue.waiting.length > 0 && queue.running < endpointLimits.attempts) {
      if (this.#isFullFor(queue)) {
        this.#blocked.add(queue);
        return;
      }
      const delivery = queue.waiting.shift();
      if (delivery !== undefined) this.#begin(queue, delivery);
    }
  }

  #isFullFor(queue: EndpointQueue): boolean {
    if (this.#running >= limits.attempts) return true;
    return isFailing(queue) && this.#runningForFailing >= limits.attemptsOfFailingEndpoints;
  }

  #begin(queue: EndpointQueue, delivery: DueDelivery): void {
    const failing = isFailing(queue) ? 1 : 0;
    queue.running += 1;
    this.#running += 1;
    this.#runningForFailing += failing;
    this.#inFlight.add(delivery.id);
    this.#attempt(queue, delivery)
      .then((outcome) => {
        if (this.#isCutOff) return;
        this.#outcomes.push(outcome);
        this.#deps.onAttempt?.(outcome);
        this.#record();
      })
      .catch((error: unknown) => {
        queue.held.delete(delivery.id);
        this.#inFlight.delete(delivery.id);
        this.#deps.onError(error);
      })
      .finally(() => {
        queue.running -= 1;
        this.#running -= 1;
        this.#runningForFailing -= failing;
        this.#startNext(queue);
      });
  }

  async #attempt(queue: EndpointQueue, delivery: DueDelivery): Promise<Outcome> {
    const { clock, sender, retries, userAgent } = this.#deps;
    const { url } = queue.webhook;
    const at = clock.now();
    const body = toEventBody(delivery);
    const signature = signHeaders(getSigningKeys(queue, at), delivery.id, at, body);
    const headers = {
      ...{ "content-type": "application/json", "user-agent": userAgent, ...signature },
      ...(delivery.requestId !== null && this.#deps.toOriginHeaders?.(delivery.requestId)),
    };
    const answer = await sender.post({ url, headers, body });
    return toOutcome(retries, delivery, url, answer, at, clock.now());
  }

  /** Starts blocked queues first, so that none starves. */
  #startNext(queue: EndpointQueue): void {
    if (this.#isClosed) return;
    for (const next of [...this.#blocked]) {
      const before = this.#running;
      this.#blocked.delete(next);
      this.#advance(next);
      if (this.#running > before) break;
    }
    this.#advance(queue);
  }

  /** One batch at a time. */
  #record(): void {
    this.#recording ??= this.#recordAll().finally(() => {
      this.#recording = undefined;
      if (this.#outcomes.length > 0 && !this.#isClosed) this.#record();
    });
  }

  async #recordAll(): Promise<void> {
    while (this.#outcomes.length > 0) {
      const batch = this.#outcomes.slice(0, limits.recordBatch);
      try {
        await recordOutcomes(this.#deps, batch);
        this.#isErrorReported = false;
      } catch (error) {
        this.#reportError(error);
        // Deliveries without a recorded outcome are sent again by the next process.
        if (this.#isClosed) return;
        await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
        continue;
      }
      this.#outcomes.splice(0, batch.length);
      this.#release(batch);
    }
  }

  #release(recorded: Outcome[]): void {
    const now = this.#deps.clock.now().getTime();
    if (this.#areAllPostponed) this.wake();
    for (const companyId of this.#postponed) this.wake(companyId);
    this.#areAllPostponed = false;
    this.#postponed.clear();
    for (const { delivery, result } of recorded) {
      if (result.is === "retried") this.#wakeIn(result.at.getTime() - now);
      const queue = this.#queues.get(delivery.companyId);
      queue?.held.delete(delivery.id);
      this.#inFlight.delete(delivery.id);
      this.#recordedDuringPoll.add(delivery.id);
      const shouldReadMore =
        queue === undefined || (queue.mayHaveMore && queue.waiting.length <= endpointLimits.attempts);
      if (shouldReadMore) this.wake(delivery.companyId);
    }
  }
}
