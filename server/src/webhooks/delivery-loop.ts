import type { EventData, EventType } from "../events/event.ts";
import { secondsAfter } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import type { ClaimedDelivery, DeliveryStore, Outcome } from "./delivery.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { type RecordOutcomesDeps, recordOutcomes } from "./record-outcomes.ts";
import { attemptSeconds, type Sender } from "./sender.ts";
import { signedHeaders, signingKey } from "./signature.ts";
import { secretsAt, type Webhook, type WebhookStore } from "./webhook.ts";

/** Of one process. One slow endpoint holds its own places and no others. */
const limits = {
  attempts: 256,
  attemptsPerEndpoint: 16,
  /** Claimed ahead, so that an endpoint's next event is at hand when a place becomes free. */
  heldPerEndpoint: 64,
  /** An endpoint that only fails gets few places until it answers well again. */
  heldPerFailingEndpoint: 4,
  held: 1024,
  heldAtOnce: 256,
  outcomesAtOnce: 256,
};
/** Longer than an attempt takes; then a claim of a process that died is anyone's again. */
const claimSeconds = 2 * attemptSeconds;
/** Notices may get lost with a connection; nothing waits longer than this for being looked at. */
const longestSleepMilliseconds = 10_000;
const pauseAfterTroubleMilliseconds = 500;
/** What attempts may take to end when the process stops; the others are made again elsewhere. */
const drainMilliseconds = 5000;

interface DeliveryLoopDeps extends RecordOutcomesDeps {
  db: RecordOutcomesDeps["db"] & { webhooks: WebhookStore; deliveries: DeliveryStore };
  sender: Sender;
  userAgent: string;
  /** The database is out of reach, mostly: the loop goes on by itself. */
  onTrouble: (error: unknown) => void;
}

/** One company's deliveries in this process. */
interface Lane {
  companyId: Id;
  webhook: Webhook;
  queue: ClaimedDelivery[];
  running: Set<ClaimedDelivery>;
  mayHaveMore: boolean;
}

/** The thin body of an event: the same bytes for every attempt at it. */
export function toEventBody({ type, createdAt, data }: { type: EventType; createdAt: Date; data: EventData }): string {
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
}

/**
 * Takes due deliveries from the database in batches, sends them side by side, and writes down what became of them in
 * batches. All that lasts is in the database: a process that dies loses nothing but the time until its claims end.
 */
export class DeliveryLoop {
  readonly #deps: DeliveryLoopDeps;
  readonly #lanes = new Map<Id, Lane>();
  /** Lanes that have something to send and a place of their own, but none of all. They take turns. */
  readonly #blocked = new Set<Lane>();
  readonly #outcomes: Outcome[] = [];
  #running = 0;
  #isClosed = false;
  #isAborted = false;
  #isClaimWanted = false;
  #mayBeMore = false;
  #claiming: Promise<void> | undefined;
  #recording: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Number.POSITIVE_INFINITY;

  constructor(deps: DeliveryLoopDeps) {
    this.#deps = deps;
  }

  /** Looks for what is due, now. Costs nothing when it is looking already. */
  wake(): void {
    this.#isClaimWanted = true;
    if (this.#isClosed || this.#claiming !== undefined) return;
    this.#claiming = this.#claimUntilContent().finally(() => {
      this.#claiming = undefined;
      if (this.#isClaimWanted) this.wake();
    });
  }

  /** Everything that was begun has ended and is written down. For tests, which want to look at a quiet moment. */
  async settled(): Promise<void> {
    while (this.#claiming !== undefined || this.#recording !== undefined || this.#running > 0) {
      await this.#claiming;
      await this.#recording;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#claiming;
    const lanes = [...this.#lanes.values()];
    const notBegun = lanes.flatMap((lane) => lane.queue.splice(0));
    const giveUpAt = performance.now() + drainMilliseconds;
    while (this.#running > 0 && performance.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 20));
    this.#isAborted = true;
    await this.#recording;
    const begun = lanes.flatMap((lane) => [...lane.running]);
    const { db, clock, onTrouble } = this.#deps;
    await db.deliveries.release([...notBegun, ...begun], clock.now()).catch(onTrouble);
  }

  async #claimUntilContent(): Promise<void> {
    while (this.#isClaimWanted && !this.#isClosed) {
      this.#isClaimWanted = false;
      try {
        await this.#claim();
      } catch (error) {
        this.#deps.onTrouble(error);
        this.#wakeIn(pauseAfterTroubleMilliseconds);
        return;
      }
    }
  }

  async #claim(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    const held = new Map([...this.#lanes.values()].map((lane) => [lane.companyId, heldBy(lane)]));
    const heldInAll = [...held.values()].reduce((sum, one) => sum + one, 0);
    // Outcomes that cannot be written down yet are held, too.
    const limit = Math.min(limits.heldAtOnce, limits.held - heldInAll - this.#outcomes.length);
    if (limit <= 0) return;
    const claimed = await db.deliveries.claim({
      ...{ now, claimedUntil: secondsAfter(now, claimSeconds), limit, held },
      ...{ perCompany: limits.heldPerEndpoint, perFailingCompany: limits.heldPerFailingEndpoint },
    });
    this.#mayBeMore = claimed.length === limit;
    const ofCompany = Map.groupBy(claimed, (delivery) => delivery.companyId);
    for (const lane of this.#lanes.values())
      lane.mayHaveMore = ofCompany.has(lane.companyId) || heldBy(lane) >= limits.heldPerFailingEndpoint;
    for (const lane of this.#lanes.values())
      if (heldBy(lane) === 0 && !lane.mayHaveMore) this.#lanes.delete(lane.companyId);
    if (claimed.length > 0) await this.#takeOn(ofCompany);
    else await this.#sleepUntilNextDue(now);
  }

  async #takeOn(ofCompany: Map<Id, ClaimedDelivery[]>): Promise<void> {
    const { db, clock } = this.#deps;
    const webhooks = await db.webhooks.listActive([...ofCompany.keys()]);
    for (const webhook of webhooks) {
      const { companyId } = webhook;
      const lane = this.#lanes.get(companyId) ?? {
        ...{ companyId, webhook, queue: [], running: new Set<ClaimedDelivery>(), mayHaveMore: true },
      };
      lane.webhook = webhook;
      lane.queue.push(...(ofCompany.get(companyId) ?? []));
      ofCompany.delete(companyId);
      this.#lanes.set(companyId, lane);
      this.#advance(lane);
    }
    // Switched off between the two looks.
    const left = [...ofCompany.values()].flat();
    if (left.length > 0) await db.deliveries.release(left, clock.now());
  }

  async #sleepUntilNextDue(now: Date): Promise<void> {
    const dueAt = await this.#deps.db.deliveries.findNextDue(now);
    this.#wakeIn(dueAt === undefined ? longestSleepMilliseconds : dueAt.getTime() - now.getTime());
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
    const now = this.#deps.clock.now();
    while (lane.queue.length > 0 && lane.running.size < limits.attemptsPerEndpoint) {
      if (this.#running >= limits.attempts) {
        this.#blocked.add(lane);
        return;
      }
      const delivery = lane.queue.shift();
      // Has waited so long that its claim could end in the middle of the attempt: it will be claimed again.
      if (delivery === undefined || delivery.claimedUntil < secondsAfter(now, attemptSeconds + 1)) continue;
      this.#begin(lane, delivery);
    }
  }

  #begin(lane: Lane, delivery: ClaimedDelivery): void {
    lane.running.add(delivery);
    this.#running += 1;
    this.#attempt(lane.webhook, delivery)
      .then(
        (outcome) => this.#note(outcome),
        (error: unknown) => this.#deps.onTrouble(error),
      )
      .finally(() => {
        lane.running.delete(delivery);
        this.#running -= 1;
        this.#goOn(lane);
      });
  }

  async #attempt(webhook: Webhook, delivery: ClaimedDelivery): Promise<Outcome> {
    const { clock, sender, retries, userAgent } = this.#deps;
    const at = clock.now();
    const body = toEventBody(delivery);
    const keys = secretsAt(webhook, at).map(signingKey);
    const headers = {
      "content-type": "application/json",
      "user-agent": userAgent,
      ...signedHeaders(keys, delivery.id, at, body),
    };
    const answer = await sender.post({ url: webhook.url, headers, body });
    return judgeAnswer(retries, delivery, webhook.url, answer, at, clock.now());
  }

  #goOn(lane: Lane): void {
    if (this.#isClosed) return;
    const [next] = this.#blocked;
    if (next !== undefined) {
      this.#blocked.delete(next);
      this.#advance(next);
    }
    this.#advance(lane);
    const isLow = lane.queue.length <= limits.attemptsPerEndpoint / 2;
    if (isLow && (lane.mayHaveMore || this.#mayBeMore)) this.wake();
    else if (heldBy(lane) === 0) this.#lanes.delete(lane.companyId);
  }

  #note(outcome: Outcome): void {
    if (this.#isAborted) return;
    this.#outcomes.push(outcome);
    this.#record();
  }

  #record(): void {
    this.#recording ??= this.#recordAll().finally(() => {
      this.#recording = undefined;
      if (this.#outcomes.length > 0 && !this.#isClosed) this.#record();
    });
  }

  /** One batch at a time: while one is being written, the next one gathers. */
  async #recordAll(): Promise<void> {
    const { clock, onTrouble } = this.#deps;
    while (this.#outcomes.length > 0) {
      const batch = this.#outcomes.slice(0, limits.outcomesAtOnce);
      try {
        await recordOutcomes(this.#deps, batch);
      } catch (error) {
        onTrouble(error);
        // Their claims end by themselves, and then they are sent again.
        if (this.#isClosed) return;
        await new Promise((resolve) => setTimeout(resolve, pauseAfterTroubleMilliseconds));
        continue;
      }
      this.#outcomes.splice(0, batch.length);
      const now = clock.now().getTime();
      for (const { then } of batch) if (then.is === "retried") this.#wakeIn(then.at.getTime() - now);
    }
  }
}

function heldBy(lane: Lane): number {
  return lane.queue.length + lane.running.size;
}
