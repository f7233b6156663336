// npm run simulate [-- --per-month 1000000 --pages 15 --items 25 --workers 2,4,8 --concurrency 2 --cores 2
//                     --companies 200 --batch 3 --days 2 --seed 1 --json]
// Wait times of documents by the number of workers: the queue's round-robin between companies, arrivals by the hour of a working day,
// working times from docs/footprint.json. The first day fills the queue and is not counted.
// npm run simulate -- --check [--workers 2 --documents 150 --load 0.75 --seed 1]
// Compares the simulation with a run of the real queue.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { arrivalsOf, busiestHourShare, daySeconds, documentsOfWorkingDay } from "./queueing/arrivals.ts";
import { checkSimulation } from "./queueing/check-simulation.ts";
import { mean, quantile } from "./queueing/quantiles.ts";
import { seededRandom } from "./queueing/seeded-random.ts";
import { simulateQueue } from "./queueing/simulate-queue.ts";
import { type CostFigures, coreSecondsOf, stagesOfDocument } from "./queueing/stages-of-document.ts";

const { values } = parseArgs({
  options: {
    "per-month": { type: "string", default: "1000000" },
    pages: { type: "string", default: "15" },
    items: { type: "string", default: "25" },
    workers: { type: "string" },
    concurrency: { type: "string", default: "2" },
    cores: { type: "string", default: "2" },
    companies: { type: "string", default: "200" },
    batch: { type: "string", default: "3" },
    days: { type: "string", default: "2" },
    documents: { type: "string", default: "150" },
    load: { type: "string", default: "0.75" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

function numberOf(name: string, text: string | undefined, least: number, most: number, isWhole = true): number {
  const number = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  if (number >= least && number <= most && (!isWhole || Number.isSafeInteger(number))) return number;
  return refuse(`--${name} must be a ${isWhole ? "whole " : ""}number from ${least} to ${most}, not "${text}"`);
}

const mostWorkers = 100_000;
const seed = numberOf("seed", values.seed, 0, 2 ** 32 - 1);
const chosenWorkers = values.workers?.split(",").map((one) => numberOf("workers", one, 1, mostWorkers));

if (values.check) {
  const [workers = 2, ...others] = chosenWorkers ?? [];
  if (others.length > 0) refuse("--check takes one number of --workers");
  const documents = numberOf("documents", values.documents, 20, 100_000);
  const load = numberOf("load", values.load, 0.01, 0.99, false);
  process.exit((await checkSimulation({ workers, documents, load, seed })) ? 0 : 1);
}

const shape = {
  slots: numberOf("concurrency", values.concurrency, 1, 64),
  cores: numberOf("cores", values.cores, 1, 256),
};
const demand = {
  perMonth: numberOf("per-month", values["per-month"], 1, 1e9),
  days: numberOf("days", values.days, 2, 31),
  companies: numberOf("companies", values.companies, 1, 1e6),
  perBatch: numberOf("batch", values.batch, 1, 10_000, false),
  pages: numberOf("pages", values.pages, 1, 100_000, false),
  items: numberOf("items", values.items, 1, 10_000),
};
const footprint = JSON.parse(await readFile(join(import.meta.dirname, "../docs/footprint.json"), "utf8")) as {
  measured: { cores: number };
  cpuSeconds: CostFigures;
};
const machine = { measuredCores: footprint.measured.cores, cores: shape.cores };
const arrivals = arrivalsOf(seededRandom(seed), demand, (pages, items) =>
  stagesOfDocument(footprint.cpuSeconds, machine, pages, items),
);
if (arrivals.length === 0) refuse("no document arrived on these days; raise --per-month or --days");
const coreSeconds = mean(arrivals.map(({ stages }) => coreSecondsOf(stages)));
const perSecondAtPeak = (documentsOfWorkingDay(demand.perMonth) * busiestHourShare) / 3600;
/** Workers that would be fully busy in the busiest hour. */
const workersAtPeak = (perSecondAtPeak * coreSeconds) / shape.cores;
const around = [0.7, 0.85, 1, 1.15, 1.4, 2].map((factor) => Math.max(1, Math.ceil(workersAtPeak * factor)));
// For a small demand a few more workers are shown.
const beside = [1, 2, 3].map((more) => (around[0] ?? 1) + more);
const tried =
  chosenWorkers ?? [...new Set([...around, ...(workersAtPeak < 3 ? beside : [])])].toSorted((a, b) => a - b);
if (Math.max(...tried) > mostWorkers) refuse(`that takes more than ${mostWorkers} workers; raise --cores`);

const counted = arrivals.flatMap(({ at }, index) => (at >= daySeconds ? [index] : []));
const rows = tried.map((workers) => {
  const run = simulateQueue(arrivals, workers, shape, seededRandom(seed + 1));
  const delays = counted.map((index) => (run.startedAt[index] ?? 0) - (arrivals[index]?.at ?? 0));
  const working = counted.map((index) => (run.endedAt[index] ?? 0) - (run.startedAt[index] ?? 0));
  // Without the samples of the first day.
  const ages = run.ages.slice(Math.ceil(run.ages.length / demand.days));
  return {
    workers,
    utilisation: run.utilisation,
    utilisationAtPeak: workersAtPeak / workers,
    delaySeconds: { p50: quantile(delays, 0.5), p95: quantile(delays, 0.95), p99: quantile(delays, 0.99) },
    queueAgeSeconds: { p95: quantile(ages, 0.95), most: quantile(ages, 1) },
    workingSeconds: { p50: quantile(working, 0.5), p95: quantile(working, 0.95) },
  };
});

if (values.json)
  console.log(
    JSON.stringify(
      { demand, shape, seed, documents: counted.length, coreSecondsPerDocument: coreSeconds, perSecondAtPeak, rows },
      null,
      2,
    ),
  );
else {
  const seconds = (value: number) =>
    value < 0.005
      ? "0 s"
      : value < 100
        ? `${Number(value.toPrecision(2))} s`
        : value < 6000
          ? `${(value / 60).toFixed(0)} min`
          : `${(value / 3600).toFixed(1)} h`;
  const percent = (value: number) => `${Math.round(value * 100)} %`;
  console.log(
    `${demand.perMonth} documents a month of ${demand.pages} pages (mean) and ${demand.items} items: ${coreSeconds.toFixed(2)} core seconds each, ${perSecondAtPeak.toFixed(2)}/s in the busiest hour; workers of ${shape.slots} concurrent documents on ${shape.cores} cores; ${demand.companies} companies; ${counted.length} documents counted; seed ${seed}`,
  );
  console.table(
    rows.map(({ workers, utilisation, utilisationAtPeak, delaySeconds, queueAgeSeconds, workingSeconds }) => ({
      workers,
      "busy, mean": percent(utilisation),
      "busy, peak hour": percent(utilisationAtPeak),
      "delay p50": seconds(delaySeconds.p50),
      p95: seconds(delaySeconds.p95),
      p99: seconds(delaySeconds.p99),
      "oldest waiting p95": seconds(queueAgeSeconds.p95),
      most: seconds(queueAgeSeconds.most),
      "working p50": seconds(workingSeconds.p50),
    })),
  );
}
