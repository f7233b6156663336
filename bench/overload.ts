// npm run bench:overload
// Overload: three times the capacity, and one company's flood beside another company. The service and the senders are
// separate processes; rate limits are off, so that admission alone is measured. Compared figures are measured alternately
// within one run, and the bars apply to the median of the ratios, so that a disturbed round does not count. Percentiles are
// those of all rounds together.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type AssayProcess, startAssay, withoutLimits } from "../e2e/assay-process.ts";
import { Administration } from "../sdk/src/administration.ts";
import { Assay } from "../sdk/src/index.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import { idSource } from "../server/src/platform/ids.ts";
import { aFrameworkOf } from "../server/src/testing/seeded-review.ts";
import { startBenchDatabase } from "./bench-database.ts";
import { reportFigure } from "./figures.ts";
import { seedLargeReview } from "./large-review.ts";
import type { Load, LoadResult } from "./load-sender.ts";
import { median } from "./median.ts";
import { quantile } from "./queueing/quantiles.ts";

const adminToken = "bench-administrator-token-0123456789";
const itemCount = 2000;
const chunkSizeBytes = 8 * 1024 * 1024;
/** All send in the overload; one of them sends the floods. */
const companyCount = 8;
/** Fewer than the concurrency limits of all companies: nothing is refused, and the processor is busy. */
const capacityConnections = 16;
const rounds = 7;
/** Of the other company: a person at the portal and a program that polls. */
const quietPerSecond = 60;

type Target = Load["targets"][number];
type Sent = Omit<Load, "host" | "port" | "targets" | "method"> & Partial<Pick<Load, "method">>;

const senders = new Set<ChildProcess>();

async function send(url: string, targets: Target[], sent: Sent): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const load: Load = { host: hostname, port: Number(port), method: "GET", targets, ...sent };
  const child = spawn(process.execPath, [join(import.meta.dirname, "load-sender.ts"), JSON.stringify(load)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  senders.add(child);
  let text = "";
  child.stdout.on("data", (piece) => {
    text += piece;
  });
  await once(child, "close");
  senders.delete(child);
  return JSON.parse(text) as LoadResult;
}

const milliseconds = (value: number) => `${value.toFixed(1)} ms`;
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const accepted = (results: LoadResult[]) => results.flatMap(({ acceptedMilliseconds }) => acceptedMilliseconds);
const p99Of = (results: LoadResult | undefined) => quantile(results?.acceptedMilliseconds ?? [], 0.99);
const firstSecond = (results: LoadResult[]) =>
  results.flatMap(({ firstSecondsMilliseconds }) => firstSecondsMilliseconds);
const refused = (results: LoadResult[]) =>
  sum(results.map(({ statuses }) => (statuses["429"] ?? 0) + (statuses["503"] ?? 0)));

function showStatuses(results: LoadResult[]): string {
  const counts: Record<string, number> = {};
  for (const { statuses, unanswered, unsent } of results)
    for (const [status, count] of Object.entries({ ...statuses, unanswered, unsent }))
      counts[status] = (counts[status] ?? 0) + count;
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${status}: ${count}`)
    .join(", ");
}

/** Until the queues of the last load are empty. */
const settle = () => wait(1500);

async function measureOverload(url: string, targets: Target[]): Promise<void> {
  await send(url, targets, { connections: capacityConnections, seconds: 6 });
  const capacities: number[] = [];
  const fulls: LoadResult[] = [];
  const half: LoadResult[] = [];
  const triple: LoadResult[] = [];
  for (let round = 0; round < rounds; round++) {
    const full = await send(url, targets, { connections: capacityConnections, seconds: 2 });
    fulls.push(full);
    capacities.push(full.acceptedMilliseconds.length / full.seconds);
    const capacity = quantile(capacities, 0.5);
    half.push(await send(url, targets, { perSecond: capacity / 2, seconds: 2 }));
    triple.push(await send(url, targets, { perSecond: capacity * 3, seconds: 4, burstSeconds: 1 }));
    await settle();
  }
  const capacity = quantile(capacities, 0.5);
  const offered = sum(triple.map((one) => one.offered));
  const seconds = sum(triple.map((one) => one.seconds));
  const [p99Full, p99Half, p99Triple] = [fulls, half, triple].map((results) => quantile(accepted(results), 0.99));
  const p99Ratios = triple.map((one, round) => p99Of(one) / p99Of(fulls[round]));
  const acceptedCount = accepted(triple).length + firstSecond(triple).length;
  const share = acceptedCount / seconds / capacity;
  const retryAfterShare = sum(triple.map((one) => one.withRetryAfter)) / refused(triple);
  console.log(`\nOverload: ${companyCount} companies read, ${rounds} rounds`);
  console.log(`capacity            ${Math.round(capacity)} requests/s (${capacityConnections} connections)`);
  console.log(
    `at all of it        p50 ${milliseconds(quantile(accepted(fulls), 0.5))}, p99 ${milliseconds(p99Full ?? 0)}; ${showStatuses(fulls)}`,
  );
  console.log(
    `at half of it       p50 ${milliseconds(quantile(accepted(half), 0.5))}, p99 ${milliseconds(p99Half ?? 0)}; ${showStatuses(half)}`,
  );
  console.log(
    `at three times      p50 ${milliseconds(quantile(accepted(triple), 0.5))}, p99 ${milliseconds(p99Triple ?? 0)}; ${showStatuses(triple)}`,
  );
  console.log(`p99 to that at capacity, round by round: ${p99Ratios.map((one) => one.toFixed(2)).join(" ")}`);
  console.log(
    `first second        p50 ${milliseconds(quantile(firstSecond(triple), 0.5))}, p99 ${milliseconds(quantile(firstSecond(triple), 0.99))}: may still be a burst`,
  );
  console.log(
    `offered             ${Math.round(offered / seconds)} requests/s, ${percent(acceptedCount / offered)} accepted: ${percent(share)} of the capacity`,
  );
  console.log(
    refused(triple) === 0
      ? "refused             none: unsent requests found no free connection"
      : `refused             ${percent(retryAfterShare)} with Retry-After`,
  );
  reportFigure({ figure: "capacity", measured: Math.round(capacity), unit: "requests/s" });
  reportFigure({
    figure: "accepted at three times the capacity",
    measured: Math.round(acceptedCount / seconds),
    unit: "requests/s",
    peer: { name: "capacity", measured: Math.round(capacity) },
    ratio: share,
  });
  const p99 = {
    figure: "p99 of accepted requests then, after the first second",
    measured: p99Triple ?? Number.NaN,
    unit: "ms",
  };
  const ratio = median(p99Ratios);
  reportFigure({ ...p99, peer: { name: "at capacity", measured: p99Full ?? Number.NaN }, ratio, below: 2 });
  reportFigure({ ...p99, peer: { name: "at half the capacity", measured: p99Half ?? Number.NaN } });
  reportFigure({ figure: "p99 in the first second", measured: quantile(firstSecond(triple), 0.99), unit: "ms" });
  if (refused(triple) > 0)
    reportFigure({ figure: "refusals with Retry-After", measured: retryAfterShare * 100, unit: "%", atLeast: 100 });
}

async function measureFlood(url: string, name: string, quiet: Target, flood: (seconds: number) => Promise<LoadResult>) {
  const alone: LoadResult[] = [];
  const beside: LoadResult[] = [];
  const floods: LoadResult[] = [];
  for (let round = 0; round < rounds; round++) {
    alone.push(await send(url, [quiet], { perSecond: quietPerSecond, seconds: 3 }));
    const flooding = flood(5);
    // The first second of the flood may still be a burst.
    await wait(1000);
    beside.push(await send(url, [quiet], { perSecond: quietPerSecond, seconds: 3 }));
    floods.push(await flooding);
    await settle();
  }
  const [p99Alone = Number.NaN, p99Beside = Number.NaN] = [alone, beside].map((results) =>
    quantile(accepted(results), 0.99),
  );
  const [p50Alone = Number.NaN, p50Beside = Number.NaN] = [alone, beside].map((results) =>
    quantile(accepted(results), 0.5),
  );
  const ratios = beside.map((one, round) => p99Of(one) / p99Of(alone[round]));
  console.log(
    `${name.padEnd(34)} p50 ${milliseconds(p50Alone)} → ${milliseconds(p50Beside)}, p99 ${milliseconds(p99Alone)} → ${milliseconds(p99Beside)}: round by round ${ratios.map((one) => one.toFixed(2)).join(" ")} (${showStatuses(beside)}); flood: ${showStatuses(floods)}`,
  );
  const peer = { name: "alone", measured: p99Alone };
  reportFigure({
    figure: `p99 beside a flood of ${name}`,
    measured: p99Beside,
    unit: "ms",
    peer,
    ratio: median(ratios),
    below: 2,
  });
}

const database = await startBenchDatabase();
let service: AssayProcess | undefined;
try {
  service = await startAssay(
    {
      ...{ ASSAY_DATA_DIR: database.dataDirectory, DATABASE_URL: database.url, ASSAY_ADMIN_TOKEN: adminToken },
      ...withoutLimits,
      // Submitted documents are not analysed: that would be measured, too.
      ASSAY_WORKER_CONCURRENCY: "0",
    },
    [],
    join(database.dataDirectory, "assay.log"),
  );
  const { url } = service;
  const admin = new Administration({ baseUrl: url, adminToken });
  const ids = idSource(systemClock);
  const framework = aFrameworkOf(() => ids.next(), itemCount, 20);
  await admin.loadFramework(framework);
  const { apiKey: partnerKey } = await admin.createPartner({ name: "Bench" });
  const partner = new Assay({ baseUrl: url, apiKey: partnerKey });
  const companies = [];
  for (let number = 0; number < companyCount; number++) companies.push(await partner.onboardCompany({ name: "Bench" }));
  const reads = companies.map(({ companyId, companyApiKey }) => ({
    path: `/v1/companies/${companyId}`,
    apiKey: companyApiKey,
  }));
  const [flooding, quiet] = companies;
  const [, quietRead] = reads;
  if (flooding === undefined || quiet === undefined || quietRead === undefined) throw new Error("no companies");

  const { companyApiKey: apiKey } = flooding;
  const { reviewId, documentIds } = await seedLargeReview(
    { databaseUrl: database.url, ids },
    { company: flooding, framework, fileNames: ["large.pdf"] },
  );
  const [documentId] = documentIds;
  const session = await new Assay({ baseUrl: url, apiKey }).startUpload({
    files: [{ fileName: "large.bin", fileSize: chunkSizeBytes * 2 }],
    complianceReviewId: reviewId,
  });

  const only = process.argv[2];
  if (only === undefined || only === "overload") await measureOverload(url, reads);
  if (only !== "overload") {
    console.log(
      `\nA flood of one company, and another company that reads ${quietPerSecond} times a second: alone → beside the flood, ${rounds} rounds`,
    );
    const lowPriority = { isLowPriority: true };
    const floods: Record<string, (seconds: number) => Promise<LoadResult>> = {
      reads: (seconds) => send(url, reads.slice(0, 1), { ...lowPriority, connections: 200, seconds }),
      "results of 2,000 items": (seconds) =>
        send(url, [{ path: `/v1/documents/${documentId}/result`, apiKey }], {
          ...lowPriority,
          connections: 50,
          seconds,
        }),
      submissions: (seconds) => {
        const boundary = "bench-boundary";
        const part = `--${boundary}\r\ncontent-disposition: form-data; name="files[]"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nAll data is kept.\r\n--${boundary}--\r\n`;
        const itemId = framework.controls[0]?.clusters[0]?.items[0]?.id ?? "";
        const chosen = encodeURIComponent(JSON.stringify([itemId]));
        const path = `/v1/documents/submit?complianceReviewId=${reviewId}&selectedControlItemIds=${chosen}`;
        const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
        return send(url, [{ path, apiKey }], {
          ...lowPriority,
          method: "POST",
          headers,
          body: part,
          connections: 50,
          seconds,
        });
      },
      // The same chunk repeatedly: every byte is received and compared, and the disk does not fill up.
      uploads: (seconds) => {
        const path = `/v1/documents/upload/${session.sessionId}/files/${session.files[0]?.fileId}/chunks/0`;
        const headers = { "content-type": "application/octet-stream" };
        return send(url, [{ path, apiKey }], {
          ...{ ...lowPriority, method: "PUT", headers, bodyBytes: chunkSizeBytes, connections: 50, seconds },
        });
      },
      "roll-ups of 2,000 items": (seconds) =>
        send(url, [{ path: `/v1/compliance-reviews/${reviewId}`, apiKey }], {
          ...lowPriority,
          connections: 50,
          seconds,
        }),
    };
    for (const [name, flood] of Object.entries(floods))
      if (only === undefined || name.startsWith(only)) await measureFlood(url, name, quietRead, flood);
  }
} finally {
  for (const sender of senders) sender.kill("SIGKILL");
  service?.child.kill("SIGTERM");
  await service?.ended;
  await database.close();
}
