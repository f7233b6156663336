import { LeastFirst } from "./least-first.ts";
import type { Random } from "./seeded-random.ts";
import { openTurns } from "./turns.ts";

/**
 * Part of the work on a document: so many seconds of one core, spread over at most so many cores. With 0 cores it takes
 * its seconds whatever else the worker does, as waiting for the database does.
 */
export interface Stage {
  seconds: number;
  mostCores: number;
}

export interface Arrival {
  /** Seconds since the beginning. */
  at: number;
  company: number;
  stages: Stage[];
  /** As the real queue gave it; where it is absent, the rule gives one that knows of all who came before. */
  turn?: number;
}

export interface WorkerShape {
  /** Documents it works on at once (`ASSAY_WORKER_CONCURRENCY`). */
  slots: number;
  /** What those share. */
  cores: number;
}

export interface SimulatedRun {
  /** Of each arrival, in their order: when work on it began and ended. */
  startedAt: Float64Array;
  endedAt: Float64Array;
  /** The share of all cores' time that was worked, from the first arrival to the last. */
  utilisation: number;
  /** How old the oldest waiting document was, sampled evenly over the time of arrivals; 0 when none waited. */
  ages: number[];
}

interface Running {
  arrival: number;
  turn: number;
  stage: number;
  /** Seconds of one core, or of the clock where the stage needs none. */
  left: number;
  rate: number;
}

interface Worker {
  running: Running[];
  changedAt: number;
  /** Events that were planned before the last change count no more. */
  version: number;
}

const ageSamples = 2000;
/** Below a microsecond nothing is left to do: sums of fractions do not end at 0. */
const nothing = 1e-6;

/**
 * Discrete events: documents come in and get their turns, whoever is free takes the lowest turn and of equal ones the
 * oldest, and what a worker has at hand shares its cores evenly. Of several that are free, chance decides who is first,
 * as it does when all of them are woken by the same notice.
 */
export function simulateQueue(arrivals: Arrival[], workers: number, shape: WorkerShape, random: Random): SimulatedRun {
  const startedAt = new Float64Array(arrivals.length).fill(Number.NaN);
  const endedAt = new Float64Array(arrivals.length).fill(Number.NaN);
  const turns = openTurns();
  const waiting = new LeastFirst<{ arrival: number; turn: number }>((one, other) =>
    one.turn === other.turn ? one.arrival < other.arrival : one.turn < other.turn,
  );
  const all: Worker[] = Array.from({ length: workers }, () => ({ running: [], changedAt: 0, version: 0 }));
  /** A worker for each of its free slots. */
  const free = all.flatMap((worker) => Array.from({ length: shape.slots }, () => worker));
  const events = new LeastFirst<{ at: number; worker: Worker; version: number }>((one, other) => one.at < other.at);
  const lastArrivalAt = arrivals.at(-1)?.at ?? 0;
  const firstArrivalAt = arrivals[0]?.at ?? 0;
  let workedSeconds = 0;

  /** What was done since the last change. */
  function advance(worker: Worker, now: number): void {
    const counted = Math.max(0, Math.min(now, lastArrivalAt) - worker.changedAt);
    for (const one of worker.running) {
      one.left -= one.rate * (now - worker.changedAt);
      if (stageOf(one).mostCores > 0) workedSeconds += one.rate * counted;
    }
    worker.changedAt = now;
  }

  const stageOf = ({ arrival, stage }: Running): Stage =>
    arrivals[arrival]?.stages[stage] ?? { seconds: 0, mostCores: 0 };

  /** Evenly, and what one cannot use goes to the others. */
  function share({ running }: Worker): void {
    let cores = shape.cores;
    const byNeed = running.toSorted((one, other) => stageOf(one).mostCores - stageOf(other).mostCores);
    byNeed.forEach((one, at) => {
      const { mostCores } = stageOf(one);
      one.rate = mostCores === 0 ? 1 : Math.min(mostCores, cores / (byNeed.length - at));
      if (mostCores > 0) cores -= one.rate;
    });
  }

  function plan(worker: Worker): void {
    share(worker);
    worker.version += 1;
    const soonest = Math.min(...worker.running.map(({ left, rate }) => Math.max(0, left) / rate));
    if (worker.running.length > 0) events.push({ at: worker.changedAt + soonest, worker, version: worker.version });
  }

  function start(worker: Worker, { arrival, turn }: { arrival: number; turn: number }, now: number): void {
    advance(worker, now);
    startedAt[arrival] = now;
    worker.running.push({ arrival, turn, stage: 0, left: arrivals[arrival]?.stages[0]?.seconds ?? 0, rate: 0 });
    plan(worker);
  }

  function arrive(arrival: number, now: number): void {
    const turn = arrivals[arrival]?.turn ?? turns.give(arrivals[arrival]?.company ?? 0);
    const chosen = Math.floor(random.next() * free.length);
    const worker = free[chosen];
    if (worker === undefined) {
      waiting.push({ arrival, turn });
      return;
    }
    free[chosen] = free.at(-1) ?? worker;
    free.pop();
    start(worker, { arrival, turn }, now);
  }

  function progress(worker: Worker, now: number): void {
    advance(worker, now);
    for (const one of worker.running) {
      while (one.left <= nothing) {
        one.stage += 1;
        const next = arrivals[one.arrival]?.stages[one.stage];
        if (next === undefined) break;
        one.left = next.seconds;
      }
    }
    const ended = worker.running.filter((one) => one.left <= nothing);
    worker.running = worker.running.filter((one) => one.left > nothing);
    for (const { arrival, turn } of ended) {
      endedAt[arrival] = now;
      if (arrivals[arrival]?.turn === undefined) turns.end(arrivals[arrival]?.company ?? 0, turn);
    }
    for (const _ of ended) {
      const next = waiting.pop();
      if (next === undefined) free.push(worker);
      else start(worker, next, now);
    }
    plan(worker);
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
