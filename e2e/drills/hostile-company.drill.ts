import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { hostileFiles } from "../../server/src/testing/hostile-files.ts";
import { longPdf, sentence } from "../../server/src/testing/sample-pdfs.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { until } from "../../server/src/testing/until.ts";
import { type AFile, aForm, hasEnded, readResult, send, submissionUrl } from "../company.ts";
import { apiAndWorker, type DrillService, startDrillService } from "./drill-service.ts";
import { createTenants, type Tenant } from "./steady-load.ts";

/** "Ten companies, one hostile: the others' p95 from submission to result stays below twice idle." */

const companies = 10;
const rounds = 5;
const documentsPerRound = 9;
/** The others use about a third of the worker when nobody disturbs them. */
const pauseMilliseconds = 4000;

let database: TestDatabase;
let service: DrillService;
let hostile: Tenant;
let others: Tenant[];

before(async () => {
  database = await createTestDatabase();
  service = await startDrillService({ env: { DATABASE_URL: database.url }, parts: apiAndWorker });
  const [first, ...rest] = await createTenants(service.url, companies);
  assert.ok(first);
  [hostile, others] = [first, rest];
});

after(async () => {
  await service?.stop();
  await database?.drop();
});

/** What costs most for its size, and what is simply large. */
async function hostileDocuments(): Promise<AFile[]> {
  const repeated = hostileFiles["ODS rows and columns repeated"]?.build(1_000_000) ?? "";
  return [
    { name: "marks.txt", bytes: "x‼ ".repeat(200_000) },
    { name: "handbook.pdf", bytes: await longPdf(300) },
    { name: "repeated.ods", bytes: repeated },
    { name: "words.txt", bytes: `${"Datenschutzgrundverordnung".repeat(40_000)}.` },
    { name: "sentences.txt", bytes: Array.from({ length: 6000 }, (_, seed) => `${sentence(seed)}.`).join("\n") },
  ];
}

async function submitTo(tenant: Tenant, files: AFile[]): Promise<string> {
  const answer = await send("POST", submissionUrl(service, tenant), tenant.headers, aForm(files));
  const body = (await answer.json()) as { documentId: string };
  assert.equal(answer.status, 202, JSON.stringify(body));
  return body.documentId;
}

interface Figures {
  /** From the first byte of the submission to the result. */
  results: number[];
  submissions: number[];
  reads: number[];
}

/** A page of text for each of the others in turn, at a fixed rate. */
async function measure(round: number, { results, submissions, reads }: Figures): Promise<void> {
  const running: Promise<void>[] = [];
  for (let at = 0; at < documentsPerRound; at++) {
    const tenant = others[at % others.length];
    assert.ok(tenant);
    const text = Array.from({ length: 25 }, (_, line) => `${sentence(1000 * round + 30 * at + line)}.`).join("\n");
    const run = async () => {
      const startedAt = Date.now();
      const documentId = await submitTo(tenant, [{ name: "contract.txt", bytes: text }]);
      submissions.push(Date.now() - startedAt);
      for (;;) {
        const readAt = performance.now();
        const result = await readResult(service, tenant, documentId);
        reads.push(performance.now() - readAt);
        if (!hasEnded(result)) {
          await wait(500);
          continue;
        }
        assert.equal(result.status, "completed", result.failureReason);
        results.push(Date.parse(result.processedAt) - startedAt);
        return;
      }
    };
    running.push(run());
    await wait(pauseMilliseconds);
  }
  await Promise.all(running);
}

const figures = (): Figures => ({ results: [], submissions: [], reads: [] });

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

test("the p95 of nine companies stays below twice idle while a tenth one submits hostile documents", async (context) => {
  const idle = figures();
  const disturbed = figures();
  const files = await hostileDocuments();
  // The first documents load the models.
  await measure(99, figures());
  for (let round = 0; round < rounds; round++) {
    await measure(round, idle);
    const documents: string[] = [];
    for (let turn = 0; turn < 2; turn++)
      for (const file of files) documents.push(await submitTo({ ...hostile, itemIds: hostile.itemIds }, [file]));
    const isWorking = async () =>
      (await Promise.all(documents.map((id) => readResult(service, hostile, id)))).some(
        ({ status }) => status === "processing",
      );
    await until(isWorking, 30);
    await measure(round, disturbed);
    const left = await Promise.all(documents.map((id) => readResult(service, hostile, id)));
    context.diagnostic(`round ${round + 1}: ${left.filter(hasEnded).length} of ${left.length} hostile documents ended`);
    for (const id of documents) await send("POST", `${service.url}/v1/documents/${id}/cancel`, hostile.headers, {});
    await until(
      async () => (await Promise.all(documents.map((id) => readResult(service, hostile, id)))).every(hasEnded),
      60,
    );
  }
  const ratios: Record<string, number> = {};
  for (const kind of ["results", "submissions", "reads"] as const)
    for (const [name, share] of Object.entries({ median: 0.5, p95: 0.95 })) {
      const [before, during] = [quantile(idle[kind], share), quantile(disturbed[kind], share)];
      ratios[`${kind} ${name}`] = during / before;
      context.diagnostic(
        `${kind}, ${name}: ${Math.round(before)} → ${Math.round(during)} ms, × ${(during / before).toFixed(2)}`,
      );
    }
  assert.ok((ratios["results p95"] ?? 9) < 2, JSON.stringify(ratios));
});
