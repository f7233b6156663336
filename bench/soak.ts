// npm run soak [-- --minutes 30 --seed 1]
// A long run at half of the service's capacity, watching memory, open files and errors. The service runs as an operator starts
// it, on the embedded PostgreSQL or on DATABASE_URL. The capacity is measured first. `npm run bench -- --only soak` saves the
// figures in docs/benchmarks.md.
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { aDataDirectory, startAssay, withoutLimits } from "../e2e/assay-process.ts";
import { casePdf } from "./case-sentences.ts";
import { type Figure, isMet, reportFigure } from "./figures.ts";
import { call, onboard } from "./installation.ts";
import { slopeOf } from "./linear-regression.ts";
import { processTree } from "./process-tree.ts";
import { mean, quantile } from "./queueing/quantiles.ts";
import { seededRandom } from "./queueing/seeded-random.ts";
import { aFileOfChunks, journey, openReceiver } from "./soak-journey.ts";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "30" }, seed: { type: "string", default: "1" } },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes >= 1 && minutes <= 10_000) || !(Number.isSafeInteger(seed) && seed >= 0)) {
  console.error("--minutes must be a number from 1 to 10000, --seed a whole number from 0");
  process.exit(2);
}
const adminToken = "soak-administrator-token-0123456789";
const companies = 4;
/** Enough to keep two documents in process and others waiting. */
const concurrentCustomers = 6;
const warmingSeconds = 15;
const calibratingSeconds = 45;
const sampleSeconds = 5;
/** The first third: caches fill, code is compiled, the pools reach their size. */
const warmUpShare = 1 / 3;
/** The database pool closes connections that were idle for 30 s. */
const restSeconds = 40;
const restSamples = 180;
const chunkBytes = 65_536;

const data = await aDataDirectory();
const receiver = await openReceiver();
const databaseUrl = process.env["DATABASE_URL"];
const assay = await startAssay(
  {
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ASSAY_DATA_DIR: data.path,
    ASSAY_ADMIN_TOKEN: adminToken,
    ASSAY_WEBHOOK_ALLOW_PRIVATE: "true",
    ASSAY_CHUNK_SIZE_BYTES: String(chunkBytes),
    ...withoutLimits,
  },
  [],
  join(data.path, "assay.log"),
);
const pid = assay.child.pid ?? 0;

interface Sample {
  minutes: number;
  residentBytes: number;
  openFiles: number;
  processes: number;
  postgresBytes: number;
}

function sampleAt(startedAt: number): Sample {
  const tree = processTree(pid);
  const own = tree.filter(({ name }) => !name.startsWith("postgres"));
  const sum = (some: typeof tree, key: "residentBytes" | "openFiles" | "privateBytes") =>
    some.reduce((all, one) => all + one[key], 0);
  return {
    minutes: (performance.now() - startedAt) / 60_000,
    residentBytes: sum(own, "residentBytes"),
    openFiles: sum(own, "openFiles"),
    processes: own.length,
    postgresBytes: sum(
      tree.filter((one) => !own.includes(one)),
      "privateBytes",
    ),
  };
}

/** Open files of the idle service, after its pools have shrunk. */
async function openFilesAtRest(): Promise<number> {
  await wait(restSeconds * 1000);
  const samples: number[] = [];
  for (let at = 0; at < restSamples; at++) {
    samples.push(sampleAt(0).openFiles);
    await wait(1000);
  }
  return Math.min(...samples);
}

let isMetAll = false;
try {
  const submitters = await onboard(assay.url, companies, "ISP", adminToken);
  for (const [at, { key }] of submitters.entries())
    await call("PUT", `${assay.url}/v1/webhooks`, key, {
      url: `${receiver.url}/${at}`,
      eventTypes: ["document.submitted", "document.completed", "document.failed"],
    });
  const files = { small: await casePdf(1), chunked: await aFileOfChunks(2 * chunkBytes) };
  let begun = 0;
  let finished = 0;
  let requests = 0;
  const errors: string[] = [];
  const runJourney = async () => {
    const submitter = submitters[begun++ % companies];
    try {
      if (submitter === undefined) throw new Error("no company");
      requests += await journey(assay.url, submitter, receiver, files);
      finished += 1;
    } catch (error) {
      const { message, cause } = error as Error;
      errors.push(cause instanceof Error ? `${message}: ${cause.message}` : message);
    }
  };

  const driveFor = async (seconds: number) => {
    const until = performance.now() + seconds * 1000;
    await Promise.all(
      Array.from({ length: concurrentCustomers }, async () => {
        while (performance.now() < until) await runJourney();
      }),
    );
  };
  await driveFor(warmingSeconds);
  const [calibratingFrom, finishedBefore] = [performance.now(), finished];
  await driveFor(calibratingSeconds);
  const perMinute = ((finished - finishedBefore) / (performance.now() - calibratingFrom)) * 60_000;
  if (finished === finishedBefore)
    throw new Error(`no journey finished while capacity was measured: ${errors[0] ?? ""}`);
  const filesBefore = await openFilesAtRest();
  console.log(
    `capacity: ${perMinute.toFixed(1)} journeys per minute (each submits two documents, in one request and in chunks, and reads); half of that for ${minutes} minutes; ${errors.length} errors so far`,
  );

  const random = seededRandom(seed);
  const [doneBefore, requestsBefore, deliveriesBefore] = [finished, requests, receiver.deliveries()];
  const startedAt = performance.now();
  const endsAt = startedAt + minutes * 60_000;
  const samples: Sample[] = [];
  const sampling = setInterval(() => samples.push(sampleAt(startedAt)), sampleSeconds * 1000);
  const inProgress = new Set<Promise<void>>();
  let mostInProgress = 0;
  for (;;) {
    const pause = random.exponential(60_000 / (perMinute / 2));
    if (performance.now() + pause >= endsAt) break;
    await wait(pause);
    const one = runJourney();
    inProgress.add(one);
    mostInProgress = Math.max(mostInProgress, inProgress.size);
    void one.finally(() => inProgress.delete(one));
  }
  await wait(Math.max(0, endsAt - performance.now()));
  clearInterval(sampling);
  await Promise.all(inProgress);
  const done = finished - doneBefore;
  const filesAfter = await openFilesAtRest();

  const counted = samples.filter((one) => one.minutes > minutes * warmUpShare);
  const inMegabytes = (bytes: number) => bytes / 1e6;
  const slope = slopeOf(counted.map((one) => ({ x: one.minutes, y: inMegabytes(one.residentBytes) })));
  const postgresSlope = slopeOf(counted.map((one) => ({ x: one.minutes, y: inMegabytes(one.postgresBytes) })));
  const tenth = Math.max(1, Math.floor(samples.length / 10));
  console.table(
    Array.from({ length: Math.ceil(samples.length / tenth) }, (_, at) => {
      const part = samples.slice(at * tenth, (at + 1) * tenth);
      const meanOf = (key: keyof Sample) => mean(part.map((one) => one[key]));
      return {
        "from minute": Number((part[0]?.minutes ?? 0).toFixed(1)),
        "RSS MB": Math.round(inMegabytes(meanOf("residentBytes"))),
        "open files": Math.round(meanOf("openFiles")),
        processes: Number(meanOf("processes").toFixed(1)),
        "PostgreSQL's own MB": Math.round(inMegabytes(meanOf("postgresBytes"))),
      };
    }),
  );
  for (const message of new Set(errors)) console.log(`error: ${message}`);
  const failed = errors.length;
  const figures: Figure[] = [
    { figure: "memory of the service after warm-up, slope", measured: slope, unit: "MB/min", below: 1 },
    {
      figure: "open files when idle, after the run",
      measured: filesAfter,
      peer: { name: "before", measured: filesBefore },
      atMost: 1,
    },
    { figure: `journeys that failed, of ${failed + finished}`, measured: failed, atMost: 0 },
    { figure: "minutes", measured: minutes },
    { figure: "journeys per minute", measured: done / minutes, peer: { name: "capacity", measured: perMinute } },
    { figure: "journeys", measured: done },
    { figure: "requests answered", measured: requests - requestsBefore },
    { figure: "webhooks received", measured: receiver.deliveries() - deliveriesBefore },
    { figure: "most journeys in progress", measured: mostInProgress },
    {
      figure: "memory of the service after warm-up, median",
      measured: Math.round(
        inMegabytes(
          quantile(
            counted.map((one) => one.residentBytes),
            0.5,
          ),
        ),
      ),
      unit: "MB",
    },
    { figure: "PostgreSQL's own memory, slope", measured: postgresSlope, unit: "MB/min" },
  ];
  for (const figure of figures) reportFigure(figure);
  console.log(
    `the first ${(minutes * warmUpShare).toFixed(1)} minutes are warm-up; ${counted.length} samples after it, one every ${sampleSeconds} s; load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}`,
  );
  console.log(`memory of the service: ${slope.toFixed(2)} MB/min (bar: under 1)`);
  console.log(`open files at rest:    ${filesBefore} before, ${filesAfter} after (bar: no growth)`);
  console.log(`errors:                ${failed} of ${failed + finished} journeys (bar: 0)`);
  isMetAll = figures.every(isMet);
} finally {
  assay.child.kill("SIGTERM");
  await assay.ended;
  await receiver.close();
  await data.remove();
}
process.exit(isMetAll ? 0 : 1);
