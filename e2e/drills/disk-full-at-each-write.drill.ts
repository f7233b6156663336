import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { readLines } from "../../server/src/data-directory/anchor-file.ts";
import { sampleFiles, sampleImages } from "../../server/src/testing/sample-files.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { until } from "../../server/src/testing/until.ts";
import {
  type ACompany,
  type AFile,
  aForm,
  aPartnerKey,
  hasEnded,
  onboardCompany,
  readResult,
  submissionUrl,
} from "../company.ts";
import { adminToken, apiAndWorker, type DrillService, startDrillService } from "./drill-service.ts";
import { blockBytes, mountSmallDisk, type SmallDisk } from "./small-disk.ts";

/**
 * The disk of the files, not of the database, has room for one more block or file each time, so that every write is once the first
 * one to fail.
 */

const diskMegabytes = 96;
const maxFiles = 3000;
/** The service refuses uploads below 5 % of the disk. */
const reservedBytes = Math.ceil(diskMegabytes * 0.05) * 1024 ** 2;

const disk = await mountSmallDisk(diskMegabytes, maxFiles);
let database: TestDatabase;
let service: DrillService;
let company: ACompany;

before(async () => {
  if ("refusal" in disk) return;
  database = await createTestDatabase();
  service = await startDrillService({
    dataDirectory: disk.path,
    env: { DATABASE_URL: database.url },
    parts: apiAndWorker,
  });
  company = await onboardCompany(service, await aPartnerKey(service, adminToken));
});

after(async () => {
  await service?.stop();
  await database?.drop();
  if (!("refusal" in disk)) await disk.remove();
});

const post = (files: AFile[], itemCount = 1) =>
  fetch(submissionUrl(service, company, itemCount), {
    method: "POST",
    headers: company.headers,
    body: aForm(files),
  });

const worker = () => service.process("worker").child;

/** Whether an attempt at the document has failed and is to be repeated. */
async function isRetried(documentId: string): Promise<boolean> {
  const rows = await database.query(
    "SELECT 1 FROM pgboss.job WHERE name = 'analyse-document' AND data ->> 'documentId' = $1 AND retry_count > 0",
    [documentId],
  );
  return rows.length > 0;
}

/** What a result says of the document. */
const comparable = ({ files, complianceItems }: Awaited<ReturnType<typeof readResult>>) =>
  JSON.stringify({
    files: files.map((file: Record<string, unknown>) => [
      ...[file["displayName"], file["pageCount"], file["failureReason"], file["recognisedPages"]],
    ]),
    scores: complianceItems.map(({ result }: { result: { score: number } }) => result.score),
  });

function drillOn(disk: SmallDisk): void {
  /** Submits while the worker is stopped, takes the space and lets the worker go on. */
  async function processWith(files: AFile[], takeSpace: () => Promise<void>): Promise<{ failedFirst: boolean }> {
    worker().kill("SIGSTOP");
    let documentId = "";
    try {
      const answer = await post(files);
      const body = (await answer.json()) as { documentId: string };
      assert.equal(answer.status, 202, JSON.stringify(body));
      documentId = body.documentId;
      await takeSpace();
    } finally {
      worker().kill("SIGCONT");
    }
    const read = () => readResult(service, company, documentId);
    await until(async () => (await isRetried(documentId)) || hasEnded(await read()), 60);
    const failedFirst = await isRetried(documentId);
    await disk.free();
    await until(async () => hasEnded(await read()), 60);
    const result = await read();
    assert.equal(result.status, "completed", result.failureReason);
    results.push(comparable(result));
    return { failedFirst };
  }

  let results: string[] = [];

  /** Repeats with more and more room until the first attempt succeeds. Returns how many attempts failed. */
  async function sweep(files: AFile[], takeSpace: (step: number) => Promise<void>): Promise<number> {
    results = [];
    await processWith(files, async () => undefined);
    let failed = 0;
    for (let successes = 0, step = 0; successes < 2; step++) {
      const { failedFirst } = await processWith(files, () => takeSpace(step));
      if (failedFirst) failed += 1;
      successes = failedFirst ? 0 : successes + 1;
    }
    for (const result of results) assert.equal(result, results[0]);
    return failed;
  }

  const namesOf = async (pattern: RegExp): Promise<AFile[]> =>
    [...(await sampleFiles()), ...sampleImages()]
      .filter(({ fileName }) => pattern.test(fileName))
      .map(({ fileName, bytes }) => ({ name: fileName, bytes }));

  test("a document is read completely, whichever block cannot be written at first", async (context) => {
    const files = await namesOf(/^(lines\.pdf|contract\.docx|book\.xlsx|plain\.txt|bundle\.zip|letter\.eml)$/);
    const failed = await sweep(files, (step) => disk.fill(step * blockBytes));
    context.diagnostic(`${failed} attempts failed on a full disk`);
    assert.ok(failed > 3);
  });

  test("a document is read completely, whichever file or folder cannot be created at first", async (context) => {
    const files = await namesOf(/^(lines\.pdf|contract\.docx|bundle\.zip|letter\.eml)$/);
    const failed = await sweep(files, (step) => disk.fillWithFiles(step));
    context.diagnostic(`${failed} attempts failed without room for a file`);
    assert.ok(failed > 3);
  });

  test("a scan is recognised, whichever part of the language models cannot be copied at first", async (context) => {
    const files = await namesOf(/^scan\.png$/);
    const failed = await sweep(files, (step) => disk.fill(step * 1024 ** 2));
    context.diagnostic(`${failed} attempts failed on a full disk`);
    assert.ok(failed > 1);
  });

  test("an upload is answered with 503 or stored, wherever the disk is full, and leaves nothing behind", async (context) => {
    const file = { name: "large.txt", bytes: "Records are kept. ".repeat(450_000) };
    const counts = { stored: 0, refused: 0 };
    worker().kill("SIGSTOP");
    try {
      for (let room = -blockBytes; counts.stored < 2; room += 512 * 1024) {
        await disk.fill(reservedBytes + room);
        const freeBytes = await disk.freeBytes();
        const answer = await post([file]);
        const body = await answer.json();
        if (answer.status === 202) counts.stored += 1;
        else {
          assert.equal(answer.status, 503, JSON.stringify(body));
          assert.ok(Number(answer.headers.get("retry-after")) >= 1);
          assert.equal(await disk.freeBytes(), freeBytes);
          counts.refused += 1;
        }
        await disk.free();
      }
      for (let files = 0; counts.stored < 4; files++) {
        await disk.fillWithFiles(files);
        const answer = await post([file]);
        if (answer.status === 202) counts.stored += 1;
        else assert.equal(answer.status, 503, await answer.text());
        await disk.free();
      }
    } finally {
      worker().kill("SIGCONT");
    }
    const [row] = await database.query<{ count: number }>(
      "SELECT count(*)::int FROM document_files WHERE file_name = 'large.txt'",
    );
    assert.equal(row?.count, counts.stored);
    context.diagnostic(`${counts.refused} uploads refused, ${counts.stored} stored`);
  });

  test("the image of a page is drawn or answered with 503, whichever block cannot be written", async (context) => {
    const [pdf] = await namesOf(/^pages\.pdf$/);
    assert.ok(pdf);
    const { documentId } = (await (await post([pdf])).json()) as { documentId: string };
    await until(async () => hasEnded(await readResult(service, company, documentId)), 60);
    const { files } = await readResult(service, company, documentId);
    const counts = new Map<number, number>();
    for (let step = 0; (counts.get(200) ?? 0) < 2; step++) {
      await disk.fill(step * blockBytes);
      const url = `${service.url}/v1/documents/${documentId}/files/${files[0].fileId}/pages/${1 + (step % 2)}/image`;
      const answer = await fetch(url, { headers: company.headers });
      const body = await answer.arrayBuffer();
      assert.ok([200, 503].includes(answer.status), `${answer.status} ${Buffer.from(body)}`);
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
      await disk.free();
    }
    context.diagnostic(`${counts.get(503)} × 503`);
  });

  test("the anchor file has only complete lines", async () => {
    const lines = await readLines(join(disk.path, "anchors.jsonl"));
    assert.ok(lines.length > 0);
    for (const line of lines) JSON.parse(line);
  });
}

if ("refusal" in disk)
  test("the disk is full at each write", (context) => context.diagnostic(`NOT RUN, no tmpfs: ${disk.refusal}`));
else drillOn(disk);
