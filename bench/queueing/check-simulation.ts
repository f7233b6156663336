// Compares the simulation with the real queue: real processes and PostgreSQL, random arrivals of several companies, one of
// them in bursts. Arrivals, working times and rounds are those that the queue recorded; the simulation must find the same
// wait times. It also runs with rounds by the rule: a difference means that the real queue breaks the rule.
import { setTimeout as wait } from "node:timers/promises";
import { until } from "../../server/src/testing/until.ts";
import { casePdf } from "../case-sentences.ts";
import { reportFigure } from "../figures.ts";
import { onboard, startInstallation, submit } from "../installation.ts";
import { mean, quantile } from "./quantiles.ts";
import { seededRandom } from "./seeded-random.ts";
import { type Arrival, simulateQueue } from "./simulate-queue.ts";

export interface CheckOptions {
  workers: number;
  documents: number;
  /** Share of the workers' capacity. */
  load: number;
  seed: number;
}

interface Job {
  companyId: string;
  createdAt: number;
  startedAt: number;
  completedAt: number;
  tries: number;
  round: number;
}

/** Relative, or absolute for short waits. Fixed before the first run. */
const tolerance = 0.15;
const toleranceSeconds = 0.1;
const companies = 6;
/** Documents of a burst of the first company. */
const burst = 8;
const burstShare = 0.05;
const calibrating = 16;
/** Short documents, so that many fit into a few minutes. */
const sizes = { pages: [1, 2, 4], items: [1, 2, 4] };

const jobs = `SELECT data ->> 'companyId' AS "companyId", retry_count AS tries, -priority AS round,
    extract(epoch FROM created_on)::float8 AS "createdAt", extract(epoch FROM started_on)::float8 AS "startedAt",
    extract(epoch FROM completed_on)::float8 AS "completedAt"
  FROM pgboss.job WHERE name = 'analyse-document' AND state = 'completed' ORDER BY created_on, id`;

export async function checkSimulation({ workers, documents, load, seed }: CheckOptions): Promise<boolean> {
  const random = seededRandom(seed);
  const installation = await startInstallation({ ASSAY_WORKER_CONCURRENCY: "1" });
  try {
    const { url, query } = installation;
    const submitters = await onboard(url, companies, "ISP");
    const files = await Promise.all(
      sizes.pages.map(async (pages) => ({ name: `${pages}.pdf`, bytes: await casePdf(pages) })),
    );
    for (let at = 0; at < workers; at++) await installation.addWorker();
    const oneOf = <T>(all: T[]): T => all[Math.floor(random.next() * all.length)] as T;
    const send = (company: number) => {
      const submitter = submitters[company];
      if (submitter === undefined) throw new Error(`there is no company ${company}`);
      return submit(url, submitter, oneOf(files), oneOf(sizes.items));
    };
    const isDone = async (count: number) => (await query(jobs)).length >= count;

    // The first document of each worker loads the models.
    for (let at = 0; at < workers * 3; at++) await send(at % companies);
    await until(() => isDone(workers * 3), 300);
    for (let at = 0; at < calibrating; at++) await send(at % companies);
    await until(() => isDone(workers * 3 + calibrating), 300);
    const calibrated = (await query<Job & Record<string, unknown>>(jobs)).slice(-calibrating);
    const busySeconds =
      Math.max(...calibrated.map((one) => one.completedAt)) - Math.min(...calibrated.map((one) => one.startedAt));
    const perSecond = (load * calibrating) / busySeconds;
    console.log(
      `${workers} workers with one document each finish ${(calibrating / busySeconds).toFixed(2)} documents/s; ${perSecond.toFixed(2)}/s are sent`,
    );

    const before = workers * 3 + calibrating;
    const startedAt = performance.now();
    const sends: Promise<string>[] = [];
    let at = 0;
    while (sends.length < documents) {
      const isBurst = random.next() < burstShare;
      const count = Math.min(isBurst ? burst : 1, documents - sends.length);
      // Proportional to the size of the burst, so that the rate stays the same.
      at += random.exponential(count / perSecond);
      await wait(Math.max(0, at * 1000 - (performance.now() - startedAt)));
      for (let one = 0; one < count; one++)
        sends.push(send(isBurst ? 0 : 1 + Math.floor(random.next() * (companies - 1))));
    }
    await Promise.all(sends);
    await until(() => isDone(before + documents), 900);
    return compare((await query<Job & Record<string, unknown>>(jobs)).slice(before), workers, seed);
  } finally {
    await installation.stop();
  }
}

function compare(real: Job[], workers: number, seed: number): boolean {
  const retried = real.filter(({ tries }) => tries > 0).length;
  if (retried > 0) throw new Error(`${retried} jobs were retried, which the simulation does not support`);
  const first = real[0]?.createdAt ?? 0;
  const known = [...new Set(real.map(({ companyId }) => companyId))];
  const arrivals = real.map((one) => ({
    at: one.createdAt - first,
    company: known.indexOf(one.companyId),
    stages: [{ seconds: one.completedAt - one.startedAt, maxCores: 0 }],
  }));
  const given = arrivals.map((one, at) => ({ ...one, round: real[at]?.round ?? 0 }));
  const waitTimesOf = (chosen: Arrival[]) => {
    const { startedAt } = simulateQueue(chosen, workers, { slots: 1, cores: 1 }, seededRandom(seed));
    return chosen.map(({ at }, index) => (startedAt[index] ?? Number.NaN) - at);
  };
  const [simulated, byRule] = [waitTimesOf(given), waitTimesOf(arrivals)];
  const waits = real.map((one, at) => ({
    company: arrivals[at]?.company ?? 0,
    real: one.startedAt - one.createdAt,
    simulated: simulated[at] ?? Number.NaN,
    byRule: byRule[at] ?? Number.NaN,
  }));
  // Rounds restart at 0 when nothing waits, so that only rounds of unfinished documents count as shared.
  const sharing = real.filter((one, at) =>
    real
      .slice(0, at)
      .some(
        (other) => other.companyId === one.companyId && other.round === one.round && other.completedAt > one.createdAt,
      ),
  ).length;
  console.log(`${sharing} documents share a round with an unfinished document of their company`);
  const sent = known.map((_, company) => waits.filter((one) => one.company === company).length);
  const largest = sent.indexOf(Math.max(...sent));
  const figures: [string, (values: number[]) => number, typeof waits][] = [
    ["p50", (values) => quantile(values, 0.5), waits],
    ["p95", (values) => quantile(values, 0.95), waits],
    ["mean", mean, waits],
    [
      "p95 of the company that sends most",
      (values) => quantile(values, 0.95),
      waits.filter(({ company }) => company === largest),
    ],
    ["p95 of the others", (values) => quantile(values, 0.95), waits.filter(({ company }) => company !== largest)],
  ];
  const rows = figures.map(([name, figure, chosen]) => {
    const [measured, predicted] = [figure(chosen.map((one) => one.real)), figure(chosen.map((one) => one.simulated))];
    const isWithin = Math.abs(measured - predicted) <= Math.max(toleranceSeconds, tolerance * measured);
    const byRule = figure(chosen.map((one) => one.byRule));
    return {
      "seconds of waiting": name,
      real: measured,
      simulated: predicted,
      difference: predicted - measured,
      isWithin,
      byRule,
    };
  });
  const services = real.map((one) => one.completedAt - one.startedAt);
  const span = Math.max(...real.map((one) => one.completedAt)) - first;
  const three = (value: number) => Number(value.toFixed(3));
  console.log(
    `${real.length} documents of ${known.length} companies in ${span.toFixed(0)} s; working time mean ${mean(services).toFixed(2)} s, p95 ${quantile(services, 0.95).toFixed(2)} s; workers busy ${((100 * mean(services) * real.length) / (workers * span)).toFixed(0)} % of the time`,
  );
  console.table(
    rows.map((row) => ({
      ...row,
      real: three(row.real),
      simulated: three(row.simulated),
      difference: three(row.difference),
      byRule: three(row.byRule),
    })),
  );
  console.log(
    `tolerance: ${tolerance * 100} % of the real figure, or ${toleranceSeconds * 1000} ms where that is more`,
  );
  for (const row of rows) {
    const peer = { name: "the real queue", measured: row.real };
    reportFigure({
      figure: `simulated waiting, ${row["seconds of waiting"]}`,
      measured: row.simulated,
      unit: "s",
      peer,
    });
  }
  const [worst] = rows
    .slice(0, 2)
    .map((row) => Math.abs(row.difference) / Math.max(toleranceSeconds, tolerance * row.real))
    .toSorted((a, b) => b - a);
  reportFigure({ figure: "difference of p50 and p95 against the tolerance", measured: worst ?? Number.NaN, below: 1 });
  return rows.slice(0, 2).every(({ isWithin }) => isWithin);
}
