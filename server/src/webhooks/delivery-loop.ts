import type { EventData, EventType } from "../events/event.ts";
import type { Id } from "../platform/ids.ts";
import type { DeliveryLocks, DeliveryStore, DueDelivery, Outcome } from "./delivery.ts";
import {
  emptyQueue,
  isFailing,
  keysAt,
  type Lane,
  laneLimits,
  newLane,
  renew,
  roomIn,
  takeUp,
  toRequest,
} from "./delivery-lane.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { type RecordOutcomesDeps, recordOutcomes } from "./record-outcomes.ts";
import type { Sender } from "./sender.ts";
import { signedHeaders } from "./signature.ts";
import type { Webhook, WebhookStore } from "./webhook.ts";

/** Of one process. One slow endpoint holds its own places and no others. */
const limits = {
  attempts: 512,
  /** However many endpoints hang, the others have the rest. */
  attemptsOfFailingEndpoints: 256,
  held: 4096,
  readAtOnce: 1024,
  recordedAtOnce: 256,
};
/** Notices may get lost with a connection; nothing waits longer than this for being looked at. */
const longestSleepMilliseconds = 10_000;
/** After trouble with the database, and where another process is on a company's events. */
const pauseMilliseconds = 500;
/** What attempts may take to end when the process stops; the others are made again elsewhere. */
const drainMilliseconds = 5000;

interface DeliveryLoopDeps extends RecordOutcomesDeps {
  db: RecordOutcomesDeps["db"] & { webhooks: WebhookStore; deliveries: DeliveryStore };
  locks: DeliveryLocks;
  sender: Sender;
  userAgent: string;
  /** The database is out of reach, mostly: the loop goes on by itself. */
  onTrouble: (error: unknown) => void;
  /** Headers by which a receiver can name the request an event goes back to. */
  followedBy?: ((requestId: string) => Record<string, string>) | undefined;
  /** For whoever watches how tries end and how long they take. */
  onAttempted?: ((outcome: Outcome) => void) | undefined;
}

/** The thin body of an event: the same bytes for every attempt at it. */
function toEventBody({ type, createdAt, data }: { type: EventType; createdAt: Date; data: EventData }): string {
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
}

/**
 * Reads due deliveries in batches, sends them side by side, and writes down what became of them in batches. All that
 * lasts is in the database: a process that dies loses nothing, and what it had not written down is sent again.
 */
export class DeliveryLoop {
  readonly #deps: DeliveryLoopDeps;
  readonly #lanes = new Map<Id, Lane>();
  /** Lanes that have something to send and a place of their own, but none of all. They take turns. */
  readonly #blocked = new Set<Lane>();
  /** Running, or done and not written down yet: never read again meanwhile, whoever holds the lock. */
  readonly #begun = new Set<Id>();
  /** Written down since the look under way began: it may still see them as they were. */
  readonly #doneMeanwhile = new Set<Id>();
  readonly #outcomes: Outcome[] = [];
  #running = 0;
  #runningOfFailing = 0;
  #isClosed = false;
  #isCutOff = false;
  #isTroubled = false;
  /** Whose deliveries are to be looked at, or everyone's. */
  readonly #wanted = new Set<Id>();
  #areAllWanted = false;
  /** Those for whom there was no room; looked at when there is. */
  readonly #postponed = new Set<Id>();
  #areAllPostponed = false;
  #looking: Promise<void> | undefined;
  #recording: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Number.POSITIVE_INFINITY;

  constructor(deps: DeliveryLoopDeps) {
    this.#deps = deps;
  }

  /** Looks for what is due now, of one company or of all. Costs nothing when it is looking already. */
  wake(companyId?: Id): void {
    if (companyId === undefined) this.#areAllWanted = true;
    else this.#wanted.add(companyId);
    this.#startLooking();
  }

  #startLooking(): void {
    if (!this.#isLookWanted()) return;
    this.#looking ??= this.#lookUntilContent().finally(() => {
      this.#looking = undefined;
      // Wanted in the moment between the last look and this one.
      this.#startLooking();
    });
  }

  #isLookWanted(): boolean {
    return (this.#areAllWanted || this.#wanted.size > 0) && !this.#isClosed;
  }

  /** The locks are gone with the session that held them. What is running ends; nothing else is begun without them. */
  loseLocks(): void {
    for (const lane of this.#lanes.values()) lane.queue.length = 0;
    this.#lanes.clear();
    this.#blocked.clear();
  }

  /** Whatever was due has been sent and written down. */
  async settled(): Promise<void> {
    while (this.#looking !== undefined || this.#recording !== undefined || this.#running > 0) {
      await this.#looking;
      await this.#recording;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    for (const lane of this.#lanes.values()) lane.queue.length = 0;
    const giveUpAt = performance.now() + drainMilliseconds;
    while (this.#running > 0 && performance.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 20));
    // From here on, attempts end because we end them, which says nothing about their endpoints.
    this.#isCutOff = true;
    await this.#recording;
    // What came in as the last batch was done: written down, it is not sent again by whoever comes next.
    await this.#recordAll();
  }

  #trouble(error: unknown): void {
    // Once for each outage, not for each try.
    if (!this.#isTroubled) this.#deps.onTrouble(error);
    this.#isTroubled = true;
  }

  async #lookUntilContent(): Promise<void> {
    while (this.#isLookWanted()) {
      try {
        await this.#look();
        this.#isTroubled = false;
      } catch (error) {
        this.#trouble(error);
        this.#wakeIn(pauseMilliseconds);
      }
    }
  }

  async #look(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    const held = [...this.#lanes.values()].reduce((sum, lane) => sum + lane.held.size, 0);
    const limit = Math.min(limits.readAtOnce, limits.held - held);
    const areAllWanted = this.#areAllWanted;
    const wanted = [...this.#wanted];
    this.#areAllWanted = false;
    this.#wanted.clear();
    if (limit <= 0) {
      for (const companyId of wanted) this.#postponed.add(companyId);
      this.#areAllPostponed ||= areAllWanted;
      return;
    }
    const webhooks = areAllWanted ? await db.webhooks.listDue(now) : await db.webhooks.listActive(wanted);
    this.#dropOthers(areAllWanted ? [...this.#lanes.keys()] : wanted, webhooks);
    const lanes = await this.#openLanes(webhooks);
    this.#doneMeanwhile.clear();
    const open = lanes.filter((lane) => {
      lane.mayHaveMore = true;
      return roomIn(lane) > 0;
    });
    const due = open.length === 0 ? [] : await db.deliveries.listDue(now, open.map(toRequest), limit);
    if (due.length === limit) for (const { webhook } of open) this.#postponed.add(webhook.companyId);
    if (areAllWanted) await this.#sleepUntilNextDue(now);
    const ofCompany = Map.groupBy(due, (delivery) => delivery.companyId);
    for (const lane of open) {
      const { companyId } = lane.webhook;
      // The locks may have been lost while the database was reading.
      if (this.#lanes.get(companyId) === lane) this.#takeOn(lane, ofCompany.get(companyId) ?? []);
    }
    await this.#closeIdleLanes();
    this.#wakeIn(longestSleepMilliseconds);
  }

  async #sleepUntilNextDue(now: Date): Promise<void> {
    const dueAt = await this.#deps.db.deliveries.findNextDue(now);
    if (dueAt !== undefined) this.#wakeIn(dueAt.getTime() - now.getTime());
  }

  /** What has been read and is due no more belongs to a webhook that was switched off. */
  #dropOthers(companyIds: Id[], webhooks: Webhook[]): void {
    const active = new Set(webhooks.map(({ companyId }) => companyId));
    for (const companyId of companyIds) {
      const lane = active.has(companyId) ? undefined : this.#lanes.get(companyId);
      if (lane !== undefined) emptyQueue(lane);
    }
  }

  #takeOn(lane: Lane, deliveries: DueDelivery[]): void {
    const isKnown = (id: Id) => this.#begun.has(id) || this.#doneMeanwhile.has(id);
    if (takeUp(lane, deliveries, isKnown)) this.#wanted.add(lane.webhook.companyId);
    this.#advance(lane);
  }

  /** Of those whose events are no other process's business. */
  async #openLanes(webhooks: Webhook[]): Promise<Lane[]> {
    const missing = webhooks.map(({ companyId }) => companyId).filter((companyId) => !this.#lanes.has(companyId));
    const taken = new Set(missing.length === 0 ? [] : await this.#deps.locks.tryLock(missing));
    if (taken.size < missing.length) this.#wakeIn(pauseMilliseconds);
    const lanes: Lane[] = [];
    for (const webhook of webhooks) {
      const { companyId } = webhook;
      const known = this.#lanes.get(companyId);
      if (known === undefined && !taken.has(companyId)) continue;
      const lane = known ?? newLane(webhook);
      renew(lane, webhook);
      this.#lanes.set(companyId, lane);
      lanes.push(lane);
    }
    return lanes;
  }

  async #closeIdleLanes(): Promise<void> {
    const isIdle = (companyId: Id, lane: Lane) => lane.held.size === 0 && !this.#wanted.has(companyId);
    const idle = [...this.#lanes]
      .filter(([companyId, lane]) => isIdle(companyId, lane))
      .map(([companyId]) => companyId);
    for (const companyId of idle) this.#lanes.delete(companyId);
    if (idle.length > 0) await this.#deps.locks.unlock(idle);
  }

  #wakeIn(milliseconds: number): void {
    const pause = Math.min(Math.max(1, milliseconds), longestSleepMilliseconds);
    const wakesAt = performance.now() + pause;
    if (this.#isClosed || wakesAt >= this.#wakesAt) return;
    clearTimeout(this.#timer);
    this.#wakesAt = wakesAt;
    this.#timer = setTimeout(() => {
      this.#wakesAt = Number.POSITIVE_INFINITY;
      this.wake();
    }, pause);
  }

  #advance(lane: Lane): void {
    while (lane.queue.length > 0 && lane.running < laneLimits.attempts) {
      if (this.#isFullFor(lane)) {
        this.#blocked.add(lane);
        return;
      }
      const delivery = lane.queue.shift();
      if (delivery !== undefined) this.#begin(lane, delivery);
    }
  }

  #isFullFor(lane: Lane): boolean {
    if (this.#running >= limits.attempts) return true;
    return isFailing(lane) && this.#runningOfFailing >= limits.attemptsOfFailingEndpoints;
  }

  #begin(lane: Lane, delivery: DueDelivery): void {
    const failing = isFailing(lane) ? 1 : 0;
    lane.running += 1;
    this.#running += 1;
    this.#runningOfFailing += failing;
    this.#begun.add(delivery.id);
    this.#attempt(lane, delivery)
      .then((outcome) => {
        if (this.#isCutOff) return;
        this.#outcomes.push(outcome);
        this.#deps.onAttempted?.(outcome);
        this.#record();
      })
      .catch((error: unknown) => {
        lane.held.delete(delivery.id);
        this.#begun.delete(delivery.id);
        this.#deps.onTrouble(error);
      })
      .finally(() => {
        lane.running -= 1;
        this.#running -= 1;
        this.#runningOfFailing -= failing;
        this.#goOn(lane);
      });
  }

  async #attempt(lane: Lane, delivery: DueDelivery): Promise<Outcome> {
    const { clock, sender, retries, userAgent } = this.#deps;
    const { url } = lane.webhook;
    const at = clock.now();
    const body = toEventBody(delivery);
    const signed = signedHeaders(keysAt(lane, at), delivery.id, at, body);
    const headers = {
      ...{ "content-type": "application/json", "user-agent": userAgent, ...signed },
      // The one its first answer carried: sender and receiver can speak of the same thing.
      ...(delivery.requestId !== null && this.#deps.followedBy?.(delivery.requestId)),
    };
    const answer = await sender.post({ url, headers, body });
    return judgeAnswer(retries, delivery, url, answer, at, clock.now());
  }

  #goOn(lane: Lane): void {
    if (this.#isClosed) return;
    for (const next of [...this.#blocked]) {
      const before = this.#running;
      this.#blocked.delete(next);
      this.#advance(next);
      if (this.#running > before) break;
    }
    this.#advance(lane);
  }

  /** One batch at a time: while one is being written, the next one gathers. */
  #record(): void {
    this.#recording ??= this.#recordAll().finally(() => {
      this.#recording = undefined;
      if (this.#outcomes.length > 0 && !this.#isClosed) this.#record();
    });
  }

  async #recordAll(): Promise<void> {
    while (this.#outcomes.length > 0) {
      const batch = this.#outcomes.slice(0, limits.recordedAtOnce);
      try {
        await recordOutcomes(this.#deps, batch);
        this.#isTroubled = false;
      } catch (error) {
        this.#trouble(error);
        // What is not written down is sent again, by whoever comes next.
        if (this.#isClosed) return;
        await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
        continue;
      }
      this.#outcomes.splice(0, batch.length);
      this.#letGo(batch);
    }
  }

  #letGo(recorded: Outcome[]): void {
    const now = this.#deps.clock.now().getTime();
    if (this.#areAllPostponed) this.wake();
    for (const companyId of this.#postponed) this.wake(companyId);
    this.#areAllPostponed = false;
    this.#postponed.clear();
    for (const { delivery, result } of recorded) {
      if (result.is === "retried") this.#wakeIn(result.at.getTime() - now);
      const lane = this.#lanes.get(delivery.companyId);
      lane?.held.delete(delivery.id);
      this.#begun.delete(delivery.id);
      this.#doneMeanwhile.add(delivery.id);
      const isMoreWanted = lane === undefined || (lane.mayHaveMore && lane.queue.length <= laneLimits.attempts);
      if (isMoreWanted) this.wake(delivery.companyId);
    }
  }
}
