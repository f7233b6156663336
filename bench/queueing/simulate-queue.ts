import { PriorityQueue } from "./priority-queue.ts";
import { openQueueRounds } from "./queue-rounds.ts";
import type { Random } from "./seeded-random.ts";

/**
 * Part of the work on a document: core seconds, on at most `maxCores` cores. With 0 cores the stage waits, for example for
 * the database.
 */
export interface Stage {
  seconds: number;
  maxCores: number;
}

export interface Arrival {
  /** Seconds since the start. */
  at: number;
  company: number;
  stages: Stage[];
  /** From the real queue; if absent, given by the rule. */
  round?: number;
}

export interface WorkerShape {
  /** Concurrent documents (`ASSAY_WORKER_CONCURRENCY`). */
  slots: number;
  /** Shared by the slots. */
  cores: number;
}

export interface SimulatedRun {
  /** Start and end of each arrival. */
  startedAt: Float64Array;
  endedAt: Float64Array;
  /** Busy share of all cores between the first and the last arrival. */
  utilisation: number;
  /** Age of the oldest waiting document, sampled evenly over the time of arrivals. */
  ages: number[];
}

interface Running {
  arrival: number;
  round: number;
  stage: number;
  /** Core seconds, or seconds of a stage without cores. */
  left: number;
  rate: number;
}

interface Worker {
  running: Running[];
  changedAt: number;
  /** Invalidates events that were scheduled before the last change. */
  version: number;
}

const ageSamples = 2000;
/** Rounding errors: a rest below a microsecond counts as done. */
const epsilon = 1e-6;

/**
 * A discrete-event simulation. Documents get round numbers when they arrive; a free worker takes the lowest round, the
 * oldest of equals; the documents of a worker share its cores evenly. Of several free workers a random one is first, as when
 * one notification wakes all.
 */
export function simulateQueue(arrivals: Arrival[], workers: number, shape: WorkerShape, random: Random): SimulatedRun {
  const startedAt = new Float64Array(arrivals.length).fill(Number.NaN);
  const endedAt = new Float64Array(arrivals.length).fill(Number.NaN);
  const rounds = openQueueRounds();
  const waiting = new PriorityQueue<{ arrival: number; round: number }>((one, other) =>
    one.round === other.round ? one.arrival < other.arrival : one.round < other.round,
  );
  const all: Worker[] = Array.from({ length: workers }, () => ({ running: [], changedAt: 0, version: 0 }));
  /** One entry per free slot. */
  const free = all.flatMap((worker) => Array.from({ length: shape.slots }, () => worker));
  const events = new PriorityQueue<{ at: number; worker: Worker; version: number }>((one, other) => one.at < other.at);
  const lastArrivalAt = arrivals.at(-1)?.at ?? 0;
  const firstArrivalAt = arrivals[0]?.at ?? 0;
  let workedSeconds = 0;

  /** Applies the work done since the last change. */
  function advance(worker: Worker, now: number): void {
    const counted = Math.max(0, Math.min(now, lastArrivalAt) - worker.changedAt);
    for (const one of worker.running) {
      one.left -= one.rate * (now - worker.changedAt);
      if (stageOf(one).maxCores > 0) workedSeconds += one.rate * counted;
    }
    worker.changedAt = now;
  }

  const stageOf = ({ arrival, stage }: Running): Stage =>
    arrivals[arrival]?.stages[stage] ?? { seconds: 0, maxCores: 0 };

  /** Shares cores evenly; what one document cannot use goes to the others. */
  function share({ running }: Worker): void {
    let cores = shape.cores;
    const byNeed = running.toSorted((one, other) => stageOf(one).maxCores - stageOf(other).maxCores);
    byNeed.forEach((one, at) => {
      const { maxCores } = stageOf(one);
      one.rate = maxCores === 0 ? 1 : Math.min(maxCores, cores / (byNeed.length - at));
      if (maxCores > 0) cores -= one.rate;
    });
  }

  function schedule(worker: Worker): void {
    share(worker);
    worker.version += 1;
    const soonest = Math.min(...worker.running.map(({ left, rate }) => Math.max(0, left) / rate));
    if (worker.running.length > 0) events.push({ at: worker.changedAt + soonest, worker, version: worker.version });
  }

  function start(worker: Worker, { arrival, round }: { arrival: number; round: number }, now: number): void {
    advance(worker, now);
    startedAt[arrival] = now;
    worker.running.push({ arrival, round, stage: 0, left: arrivals[arrival]?.stages[0]?.seconds ?? 0, rate: 0 });
    schedule(worker);
  }

  function arrive(arrival: number, now: number): void {
    const round = arrivals[arrival]?.round ?? rounds.give(arrivals[arrival]?.company ?? 0);
    const chosen = Math.floor(random.next() * free.length);
    const worker = free[chosen];
    if (worker === undefined) {
      waiting.push({ arrival, round });
      return;
    }
    free[chosen] = free.at(-1) ?? worker;
    free.pop();
    start(worker, { arrival, round }, now);
  }

  function progress(worker: Worker, now: number): void {
    advance(worker, now);
    for (const one of worker.running) {
      while (one.left <= epsilon) {
        one.stage += 1;
        const next = arrivals[one.arrival]?.stages[one.stage];
        if (next === undefined) break;
        one.left = next.seconds;
      }
    }
    const ended = worker.running.filter((one) => one.left <= epsilon);
    worker.running = worker.running.filter((one) => one.left > epsilon);
    for (const { arrival, round } of ended) {
      endedAt[arrival] = now;
      if (arrivals[arrival]?.round === undefined) rounds.end(arrivals[arrival]?.company ?? 0, round);
    }
    for (const _ of ended) {
      const next = waiting.pop();
      if (next === undefined) free.push(worker);
      else start(worker, next, now);
    }
    schedule(worker);
  }

  for (let next = 0; next < arrivals.length || events.size > 0; ) {
    const event = events.peek();
    const arrivalAt = arrivals[next]?.at ?? Number.POSITIVE_INFINITY;
    if (event === undefined || arrivalAt < event.at) {
      arrive(next++, arrivalAt);
      continue;
    }
    events.pop();
    if (event.version === event.worker.version) progress(event.worker, event.at);
  }
  const capacity = workers * shape.cores * (lastArrivalAt - firstArrivalAt);
  return {
    startedAt,
    endedAt,
    utilisation: capacity > 0 ? workedSeconds / capacity : 0,
    ages: oldestAges(arrivals, startedAt),
  };
}

function oldestAges(arrivals: Arrival[], startedAt: Float64Array): number[] {
  const [first, last] = [arrivals[0]?.at ?? 0, arrivals.at(-1)?.at ?? 0];
  let oldest = 0;
  return Array.from({ length: ageSamples }, (_, sample) => {
    const now = first + ((last - first) * (sample + 1)) / ageSamples;
    while (oldest < arrivals.length && (startedAt[oldest] ?? 0) <= now) oldest += 1;
    return Math.max(0, now - (arrivals[oldest]?.at ?? now));
  });
}
