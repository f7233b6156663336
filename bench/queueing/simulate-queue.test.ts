import assert from "node:assert/strict";
import { test } from "node:test";
import { arrivalsOf, busiestHourShare, daySeconds, documentsOfWorkingDay } from "./arrivals.ts";
import { mean, quantile } from "./quantiles.ts";
import { type Random, seededRandom } from "./seeded-random.ts";
import { type Arrival, type SimulatedRun, type Stage, simulateQueue } from "./simulate-queue.ts";

const count = 200_000;
const oneByOne = { slots: 1, cores: 1 };
const oneCore = (seconds: number): Stage[] => [{ seconds, maxCores: 1 }];

/** Each arrival is of another company, so that all have the same round and the oldest is served first. */
function poisson(random: Random, perSecond: number, stagesOf: () => Stage[], length = count): Arrival[] {
  let at = 0;
  return Array.from({ length }, (_, company) => {
    at += random.exponential(1 / perSecond);
    return { at, company, stages: stagesOf() };
  });
}

const waitTimesOf = (arrivals: Arrival[], { startedAt }: SimulatedRun) =>
  arrivals.map(({ at }, i) => (startedAt[i] ?? 0) - at);

function assertNear(seen: number, wanted: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(seen - wanted) <= tolerance * wanted, `${what}: ${seen} instead of ${wanted}`);
}

/** Erlang C: the mean wait for `servers` with a mean service time of a second. */
function meanWaitOfErlang(servers: number, perSecond: number): number {
  let blocked = 1;
  for (let n = 1; n <= servers; n++) blocked = (perSecond * blocked) / (n + perSecond * blocked);
  const load = perSecond / servers;
  const waits = blocked / (1 - load + load * blocked);
  return waits / (servers - perSecond);
}

test("wait times of one worker with exponential service times match the M/M/1 formulas", () => {
  const random = seededRandom(1);
  const arrivals = poisson(random, 0.8, () => oneCore(random.exponential(1)));
  const run = simulateQueue(arrivals, 1, oneByOne, random);
  const waits = waitTimesOf(arrivals, run);
  assertNear(mean(waits), 0.8 / (1 - 0.8), 0.05, "mean");
  // P(W > t) = ρ e^{-(μ - λ) t}
  assertNear(quantile(waits, 0.5), Math.log(0.8 / 0.5) / 0.2, 0.05, "p50");
  assertNear(quantile(waits, 0.95), Math.log(0.8 / 0.05) / 0.2, 0.05, "p95");
  assertNear(quantile(waits, 0.99), Math.log(0.8 / 0.01) / 0.2, 0.07, "p99");
  assertNear(run.utilisation, 0.8, 0.01, "utilisation");
});

test("wait times of several workers with exponential service times match Erlang C", () => {
  const random = seededRandom(2);
  const arrivals = poisson(random, 6.4, () => oneCore(random.exponential(1)));
  const waits = waitTimesOf(arrivals, simulateQueue(arrivals, 8, oneByOne, random));
  assertNear(mean(waits), meanWaitOfErlang(8, 6.4), 0.05, "mean");
});

test("wait times of one worker with constant service times match the Pollaczek–Khinchine formula", () => {
  const random = seededRandom(3);
  const arrivals = poisson(random, 0.8, () => oneCore(1));
  const waits = waitTimesOf(arrivals, simulateQueue(arrivals, 1, oneByOne, random));
  assertNear(mean(waits), 0.8 / (2 * (1 - 0.8)), 0.04, "mean");
});

/**
 * Exact for constant service times of a second (Crommelin): the number of jobs present after each second is a Markov
 * chain, and its stationary distribution gives the mean queue length.
 */
function meanWaitOfEqualTimes(servers: number, perSecond: number): number {
  const most = 160;
  const arriving = [Math.exp(-perSecond)];
  while (arriving.length < 80) arriving.push(((arriving.at(-1) ?? 0) * perSecond) / arriving.length);
  let present = new Float64Array(most);
  present[0] = 1;
  for (let change = 1; change > 1e-12; ) {
    const next = new Float64Array(most);
    for (const [number, share] of present.entries()) {
      const left = Math.max(0, number - servers);
      for (const [more, chance] of arriving.entries()) next[left + more] = (next[left + more] ?? 0) + share * chance;
    }
    change = next.reduce((sum, share, number) => sum + Math.abs(share - (present[number] ?? 0)), 0);
    present = next;
  }
  return present.reduce((sum, share, number) => sum + Math.max(0, number - servers) * share, 0) / perSecond;
}

test("wait times of several workers with constant service times match the exact solution of M/D/c", () => {
  for (const [servers, load] of [
    [4, 0.8],
    [16, 0.8],
  ] as const) {
    const means = [1, 2, 3, 4].map((seed) => {
      const random = seededRandom(seed);
      const arrivals = poisson(random, servers * load, () => oneCore(1), count / 2);
      return mean(waitTimesOf(arrivals, simulateQueue(arrivals, servers, oneByOne, random)));
    });
    // Three times the standard deviation of the mean of four runs, which is 2.7 % (40 seeds).
    assertNear(mean(means), meanWaitOfEqualTimes(servers, servers * load), 0.08, `M/D/${servers}`);
  }
});

test("an arrival is served by the first free worker, to the millisecond", () => {
  const random = seededRandom(4);
  const arrivals = poisson(random, 4.5, () => oneCore(random.exponential(1)));
  const { startedAt } = simulateQueue(arrivals, 5, oneByOne, random);
  const freeAt = new Float64Array(5);
  arrivals.forEach(({ at, stages }, index) => {
    const first = freeAt.indexOf(Math.min(...freeAt));
    const start = Math.max(at, freeAt[first] ?? 0);
    freeAt[first] = start + (stages[0]?.seconds ?? 0);
    // The sums are computed in another order.
    assert.ok(Math.abs(start - (startedAt[index] ?? 0)) < 1e-3, `${index}: ${startedAt[index]} instead of ${start}`);
  });
});

test("documents that share a core take as long as in the processor sharing formula", () => {
  const random = seededRandom(5);
  const arrivals = poisson(random, 0.7, () => oneCore(random.exponential(1)));
  const { startedAt, endedAt } = simulateQueue(arrivals, 1, { slots: 10_000, cores: 1 }, random);
  assertNear(mean(arrivals.map((_, i) => (endedAt[i] ?? 0) - (startedAt[i] ?? 0))), 1 / (1 - 0.7), 0.04, "mean");
});

test("a stage uses the cores it can; the rest goes to other stages", () => {
  const alone: Arrival[] = [{ at: 0, company: 0, stages: [oneCore(3)[0] as Stage, { seconds: 4, maxCores: 2 }] }];
  const shape = { slots: 2, cores: 2 };
  assert.equal(simulateQueue(alone, 1, shape, seededRandom(1)).endedAt[0], 5);
  // Until 3 each has one core; from 3 to 4 the first could use both but still has one.
  const both = [...alone, { at: 0, company: 1, stages: [{ seconds: 4, maxCores: 2 }] }];
  assert.deepEqual([...simulateQueue(both, 1, shape, seededRandom(1)).endedAt], [5.5, 4]);
});

test("a stage without cores takes its time whatever else runs", () => {
  const waiting: Stage[] = [{ seconds: 2, maxCores: 0 }];
  const arrivals = [oneCore(4), oneCore(4), waiting].map((stages, company) => ({ at: 0, company, stages }));
  assert.deepEqual([...simulateQueue(arrivals, 1, { slots: 3, cores: 1 }, seededRandom(1)).endedAt], [8, 8, 2]);
});

test("companies are served in the order of the real worker", () => {
  // As in server/src/worker/worker.test.ts: 20 of one, 1 of another, 3 of a third.
  const names = [...Array(20).fill("large"), "small", ...Array(3).fill("middle")] as string[];
  const companies = ["large", "small", "middle"];
  const arrivals = names.map((name, at) => ({ at: at / 1000, company: companies.indexOf(name), stages: oneCore(1) }));
  // Another company's document occupies the worker until all others have arrived.
  const { startedAt } = simulateQueue(
    [{ at: 0, company: 9, stages: oneCore(1) }, ...arrivals],
    1,
    oneByOne,
    seededRandom(1),
  );
  const order = names.map((name, i) => ({ name, at: startedAt[i + 1] ?? 0 })).toSorted((a, b) => a.at - b.at);
  assert.deepEqual(
    order.slice(0, 9).map(({ name }) => name),
    ["large", "small", "middle", "large", "middle", "large", "middle", "large", "large"],
  );
});

test("a company that arrives late is not queued behind a backlog", () => {
  const backlog = Array.from({ length: 100 }, () => ({ at: 0, company: 0, stages: oneCore(1) }));
  const late = { at: 50.5, company: 1, stages: oneCore(1) };
  const { startedAt } = simulateQueue([...backlog, late], 1, oneByOne, seededRandom(1));
  assert.ok((startedAt[100] ?? 0) - late.at <= 2, `it waited ${(startedAt[100] ?? 0) - late.at} s`);
});

test("a document counts for its company's rounds until it has ended", () => {
  const arrivals = [
    { at: 0, company: 0, stages: oneCore(10) },
    { at: 1, company: 0, stages: oneCore(1) },
    { at: 2, company: 1, stages: oneCore(1) },
    { at: 30, company: 0, stages: oneCore(1) },
  ];
  const { startedAt } = simulateQueue(arrivals, 1, oneByOne, seededRandom(1));
  assert.deepEqual([...startedAt], [0, 11, 10, 30]);
});

test("given rounds replace those of the rule", () => {
  const arrivals = [0, 5, 5, 1].map((round, at) => ({ at: at / 10, company: 0, stages: oneCore(1), round }));
  assert.deepEqual([...simulateQueue(arrivals, 1, oneByOne, seededRandom(1)).startedAt], [0, 2, 3, 1]);
});

test("the age of the oldest waiting document follows from the arrivals", () => {
  const arrivals = Array.from({ length: 11 }, (_, at) => ({ at, company: at, stages: oneCore(2) }));
  const { ages } = simulateQueue(arrivals, 1, oneByOne, seededRandom(1));
  // At 10 the document that arrived at 5 has just started.
  assert.ok(Math.abs((ages.at(-1) ?? 0) - 4) < 0.01, String(ages.at(-1)));
});

test("equal seeds give equal runs, different seeds different ones", () => {
  const demand = { perMonth: 300_000, days: 1, companies: 20, perBatch: 3, pages: 10, items: 20 };
  const runOf = (seed: number) => {
    const random = seededRandom(seed);
    const arrivals = arrivalsOf(random, demand, (pages) => oneCore(pages / 10));
    return simulateQueue(arrivals, 3, { slots: 2, cores: 2 }, random).startedAt;
  };
  assert.deepEqual(runOf(7), runOf(7));
  assert.notDeepEqual(runOf(7), runOf(8));
});

test("arrivals match the demand per day, hour, page count and company", () => {
  const demand = { perMonth: 3_000_000, days: 2, companies: 10, perBatch: 3, pages: 12, items: 20 };
  const pages: number[] = [];
  const arrivals = arrivalsOf(seededRandom(11), demand, (count) => {
    pages.push(count);
    return oneCore(1);
  });
  const perDay = documentsOfWorkingDay(demand.perMonth);
  assertNear(arrivals.length, 2 * perDay, 0.02, "documents");
  assertNear(
    arrivals.filter(({ at }) => at % daySeconds >= 36_000 && at % daySeconds < 39_600).length,
    2 * perDay * busiestHourShare,
    0.03,
    "hour",
  );
  assertNear(mean(pages), 12, 0.02, "pages");
  const harmonic = Array.from({ length: 10 }, (_, at) => 1 / (at + 1)).reduce((sum, one) => sum + one);
  assertNear(arrivals.filter(({ company }) => company === 0).length, arrivals.length / harmonic, 0.03, "first company");
  assert.deepEqual(
    arrivals,
    arrivals.toSorted((a, b) => a.at - b.at),
  );
});
