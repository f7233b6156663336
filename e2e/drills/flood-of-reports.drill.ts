import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { seedLargeReview } from "../../bench/large-review.ts";
import { systemClock } from "../../server/src/platform/clock.ts";
import { idSource } from "../../server/src/platform/ids.ts";
import { aFrameworkOf } from "../../server/src/testing/seeded-review.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { aPartnerKey, call, onboardCompany } from "../company.ts";
import { adminToken, apiAndWorker, type DrillService, startDrillService } from "./drill-service.ts";

/** "A flood of reports: nobody else slowed more than twice." */

const formats = ["pdf", "xlsx", "csv", "oscal"];
const rounds = 4;
const reportsPerRound = 8;
const floodedAtATime = 60;
/** Written at a time, each up to 250 MB, and what requests need. */
const maxGrowthBytes = 1.5 * 1024 ** 3;

interface Reporter {
  headers: Record<string, string>;
  reviewId: string;
}

let database: TestDatabase;
let service: DrillService;
let hostile: Reporter;
let others: Reporter[];

before(async () => {
  database = await createTestDatabase();
  service = await startDrillService({ env: { DATABASE_URL: database.url }, parts: apiAndWorker });
  const ids = idSource(systemClock);
  const partnerKey = await aPartnerKey(service, adminToken);
  const admin = { authorization: `Bearer ${adminToken}` };
  const [large, usual] = [aFrameworkOf(() => ids.next(), 2000, 20), aFrameworkOf(() => ids.next(), 60, 6)];
  for (const framework of [large, usual]) await call(`${service.url}/v1/admin/frameworks`, admin, framework);
  const reporter = async (name: string, framework: typeof large, documents: number): Promise<Reporter> => {
    const company = await onboardCompany(service, partnerKey, name);
    const fileNames = Array.from({ length: documents }, (_, index) => `version-${index + 1}.pdf`);
    const { reviewId } = await seedLargeReview({ databaseUrl: database.url, ids }, { company, framework, fileNames });
    return { headers: company.headers, reviewId };
  };
  hostile = await reporter("Hostile", large, 10);
  others = [await reporter("One", usual, 2), await reporter("Two", usual, 2), await reporter("Three", usual, 2)];
});

after(async () => {
  await service?.stop();
  await database?.drop();
});

const reportUrl = (reviewId: string, format: string) =>
  `${service.url}/v1/compliance-reviews/${reviewId}/report?format=${format}`;

interface Figures {
  reports: number[];
  reads: number[];
}

async function measure({ reports, reads }: Figures): Promise<void> {
  for (let at = 0; at < reportsPerRound; at++) {
    const { headers, reviewId } = others[at % others.length] ?? hostile;
    const readAt = performance.now();
    await call(`${service.url}/v1/compliance-reviews/${reviewId}`, headers);
    reads.push(performance.now() - readAt);
    const startedAt = performance.now();
    const answer = await fetch(reportUrl(reviewId, formats[at % formats.length] ?? "pdf"), { headers });
    assert.equal(answer.status, 200, await answer.clone().text());
    await answer.arrayBuffer();
    reports.push(performance.now() - startedAt);
    await wait(300);
  }
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${service.process("api").child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

/** Asks for reports without a pause; a refusal is followed by the next request, whatever Retry-After says. */
function startFlood() {
  const counts = new Map<number, number>();
  const stopping = new AbortController();
  const senders = Array.from({ length: floodedAtATime }, async (_, index) => {
    while (!stopping.signal.aborted)
      try {
        const answer = await fetch(reportUrl(hostile.reviewId, formats[index % formats.length] ?? "pdf"), {
          ...{ headers: hostile.headers, signal: stopping.signal },
        });
        counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
        if (answer.status !== 200) assert.ok(Number(answer.headers.get("retry-after")) >= 1);
        await answer.arrayBuffer();
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
      }
  });
  return {
    counts,
    async stop() {
      stopping.abort();
      await Promise.all(senders);
    },
  };
}

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

test("while a company floods the service with reports of 2,000 items, reports and reads of others take less than twice as long", async (context) => {
  const [idle, flooded]: [Figures, Figures] = [
    { reports: [], reads: [] },
    { reports: [], reads: [] },
  ];
  await measure({ reports: [], reads: [] });
  const usualBytes = await residentBytes();
  const statuses = new Map<number, number>();
  let peakBytes = 0;
  for (let round = 0; round < rounds; round++) {
    await measure(idle);
    const flood = startFlood();
    await wait(3000);
    const watching = setInterval(() => {
      residentBytes().then(
        (bytes) => {
          peakBytes = Math.max(peakBytes, bytes);
        },
        () => undefined,
      );
    }, 200);
    try {
      await measure(flooded);
    } finally {
      clearInterval(watching);
      await flood.stop();
    }
    for (const [status, count] of flood.counts) statuses.set(status, (statuses.get(status) ?? 0) + count);
    await wait(2000);
  }
  const ratios: Record<string, number> = {};
  for (const kind of ["reports", "reads"] as const)
    for (const [name, share] of Object.entries({ median: 0.5, p95: 0.95 })) {
      const [before, during] = [quantile(idle[kind], share), quantile(flooded[kind], share)];
      ratios[`${kind} ${name}`] = during / before;
      context.diagnostic(
        `${kind}, ${name}: ${Math.round(before)} → ${Math.round(during)} ms, × ${(during / before).toFixed(2)}`,
      );
    }
  context.diagnostic(
    `answers to the flood: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(", ")}`,
  );
  context.diagnostic(
    `memory: ${Math.round(usualBytes / 1024 ** 2)} → at most ${Math.round(peakBytes / 1024 ** 2)} MiB`,
  );
  for (const status of statuses.keys()) assert.ok([200, 429, 503].includes(status), String(status));
  assert.ok(peakBytes - usualBytes < maxGrowthBytes);
  assert.ok((ratios["reports p95"] ?? 9) < 2, JSON.stringify(ratios));
  assert.ok((ratios["reads median"] ?? 9) < 2, JSON.stringify(ratios));
});
