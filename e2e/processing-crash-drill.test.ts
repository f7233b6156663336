import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { startEmbeddedPostgres } from "../server/src/postgres/embedded-postgres.ts";
import { docxBytes, wordParagraph } from "../server/src/testing/sample-office.ts";
import { encryptedPdf, linesPdf, longPdf } from "../server/src/testing/sample-pdfs.ts";
import { createTestDatabase } from "../server/src/testing/test-database.ts";
import { until } from "../server/src/testing/until.ts";
import { zipBytes } from "../server/src/testing/zip-bytes.ts";
import {
  type AssayProcess,
  aDataDirectory,
  aFreePort,
  spawnAssay,
  startAssay,
  withoutLimits,
} from "./assay-process.ts";
import { type ACompany, aCompany, hasEnded, readAdminToken, readResult, submit } from "./company.ts";

const kills = 7;
/** Kills happen between the first extraction and several completed documents. */
const maxDelayMilliseconds = 1500;

const drillSettings = {
  ASSAY_LOG_LEVEL: "warn",
  ASSAY_RETRY_SCALE: "0",
  ...withoutLimits,
};

interface Item {
  id: string;
  status: string;
  judgedAt: string | null;
}

interface Result {
  status: string;
  failureReason: string | null;
  pageCount: number;
  childDocuments: { displayName: string; failureReason: string | null }[];
  complianceItems: Item[];
}

/** Items of each document. */
const itemCount = 3;

test("all documents end after kill -9 and SIGTERM at random moments, and no item is judged twice", async (context) => {
  const data = await aDataDirectory();
  const settings = { ...drillSettings, ASSAY_DATA_DIR: data.path };
  const start = () => startAssay(settings);
  let assay: AssayProcess = await start();
  try {
    const token = await readAdminToken(data.path);
    const companies = [await aCompany(assay, token), await aCompany(assay, token)];
    const locked = await encryptedPdf(await linesPdf(["secret"]), { user: "open", owner: "secret" });
    const long = await longPdf(20);
    const notes = docxBytes({ body: wordParagraph("The processor acts on documented instructions only.") });
    const bundle = zipBytes([
      { name: "terms.txt", data: "The processor keeps personal data confidential." },
      { name: "locked.pdf", data: Buffer.from(locked) },
      { name: "notes.docx", data: notes },
    ]);
    const documents: { company: ACompany; documentId: string; expected: string }[] = [];
    for (const company of companies) {
      const all = [
        { files: [{ name: "long.pdf", bytes: long }], expected: "completed" },
        { files: [{ name: "notes.docx", bytes: notes }], expected: "completed" },
        { files: [{ name: "bundle.zip", bytes: bundle }], expected: "completed" },
        { files: [{ name: "locked.pdf", bytes: locked }], expected: "failed" },
        {
          files: [
            { name: "long.pdf", bytes: long },
            { name: "bundle.zip", bytes: bundle },
          ],
          expected: "completed",
        },
      ];
      for (const { files, expected } of all)
        documents.push({ company, expected, ...(await submit(assay, company, files, itemCount)) });
    }
    // Sequential, because concurrent requests of one company may get 429 on a busy machine.
    const results = async () => {
      const read: Result[] = [];
      for (const { company, documentId } of documents) read.push(await readResult(assay, company, documentId));
      return read;
    };

    const judged = new Map<string, string | null>();
    let hits = 0;
    let slowestStop = 0;
    for (let round = 0; round < kills; round++) {
      await wait(randomInt(maxDelayMilliseconds));
      const before = await results();
      for (const item of before.flatMap(({ complianceItems }) => complianceItems)) {
        if (item.status !== "pending") judged.set(item.id, item.judgedAt);
      }
      if (!before.every(hasEnded)) hits += 1;
      // Every third time SIGTERM, which must end the process with code 0.
      const isGraceful = round % 3 === 2;
      const signalledAt = performance.now();
      assay.child.kill(isGraceful ? "SIGTERM" : "SIGKILL");
      const code = await assay.ended;
      if (isGraceful) assert.equal(code, 0, assay.output());
      if (isGraceful) slowestStop = Math.max(slowestStop, performance.now() - signalledAt);
      assay = await start();
    }
    const unfinished = [...documents];
    await until(async () => {
      for (let [next] = unfinished; next !== undefined; [next] = unfinished) {
        if (!hasEnded(await readResult(assay, next.company, next.documentId, "status"))) return false;
        unfinished.shift();
      }
      return true;
    }, 180);

    const ended = await results();
    assert.deepEqual(
      ended.map(({ status }) => status),
      documents.map(({ expected }) => expected),
      JSON.stringify(ended.map(({ failureReason }) => failureReason)),
    );
    for (const { status, complianceItems, childDocuments } of ended) {
      for (const item of complianceItems) {
        assert.equal(item.status, status);
        if (judged.has(item.id)) assert.equal(item.judgedAt, judged.get(item.id), "an item was judged again");
      }
      for (const { displayName, failureReason } of childDocuments) {
        assert.equal(failureReason !== null, displayName.endsWith("locked.pdf"), displayName);
      }
    }
    assay.child.kill("SIGTERM");
    assert.equal(await assay.ended, 0);
    context.diagnostic(`${hits} of ${kills} signals came while documents were processed`);
    context.diagnostic(`the slowest graceful stop took ${Math.round(slowestStop)} ms`);
    assert.ok(hits > 0, "no kill came while documents were processed");

    assert.deepEqual(await readdir(join(data.path, "work")), []);
    await assertNothingIsLeft(data.path, documents.length);
  } finally {
    assay.child.kill("SIGKILL");
    await assay.ended;
    await data.remove();
  }
});

/** Reads the database and the blobs directly: each document has one end event, and no blob is orphaned. */
async function assertNothingIsLeft(dataDirectory: string, documentCount: number): Promise<void> {
  const password = (await readFile(join(dataDirectory, "postgres-password"), "utf8")).trim();
  const postgres = await startEmbeddedPostgres({ dataDirectory, password, onProblem: () => undefined });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const { rows: ends } = await client.query(
      "SELECT count(*)::int AS events, count(DISTINCT data ->> 'documentId')::int AS documents FROM events WHERE type IN ('document.completed', 'document.failed')",
    );
    assert.deepEqual(ends, [{ events: documentCount, documents: documentCount }]);
    const { rows: unclaimed } = await client.query("SELECT blob_key FROM unclaimed_blobs WHERE remove_after > now()");
    assert.deepEqual(unclaimed, []);
    const { rows: known } = await client.query<{ key: string }>(
      `SELECT blob_key AS key FROM document_files UNION SELECT pages_blob_key FROM document_files
       UNION SELECT blob_key FROM unclaimed_blobs`,
    );
    const keys = new Set(known.map(({ key }) => key));
    const blobs = join(dataDirectory, "blobs");
    for (const folder of (await readdir(blobs)).filter((name) => name !== "incoming")) {
      for (const key of await readdir(join(blobs, folder))) assert.ok(keys.has(key), `${key} is orphaned`);
    }
  } finally {
    await client.end();
    await postgres.stop();
  }
}

test("another worker resumes the document of a killed worker within a minute", async (context) => {
  const database = await createTestDatabase();
  const data = await aDataDirectory();
  const shared = {
    ...drillSettings,
    DATABASE_URL: database.url,
    ASSAY_DATA_DIR: data.path,
    ASSAY_ADMIN_TOKEN: "drill-administrator-token-0123456789",
    ASSAY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  const api = await startAssay(shared, ["--role", "api"]);
  const running: AssayProcess[] = [api];
  const aWorker = async () => {
    const worker = spawnAssay({ ...shared, PORT: String(await aFreePort()) }, ["--role", "worker"]);
    running.push(worker);
    await until(() => worker.output().includes("is working"), 30);
    return worker;
  };
  try {
    const company = await aCompany(api, shared.ASSAY_ADMIN_TOKEN);
    const killed = await aWorker();
    const long = { name: "long.pdf", bytes: await longPdf(60) };
    const { documentId } = await submit(api, company, [long], itemCount);
    const read = (): Promise<Result> => readResult(api, company, documentId);
    await until(async () => (await read()).status === "processing", 30);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const killedAt = performance.now();
    assert.equal((await read()).status, "processing");
    await aWorker();
    const findRetriedJobs = () =>
      database.query<{ retry_count: number }>(
        "SELECT retry_count FROM pgboss.job WHERE name = 'analyse-document' AND retry_count > 0",
      );
    await until(async () => (await findRetriedJobs()).length > 0, 60);
    context.diagnostic(`resumed after ${Math.round((performance.now() - killedAt) / 1000)} s`);
    await until(async () => hasEnded(await read()), 60);
    assert.equal((await read()).status, "completed");
  } finally {
    for (const assay of running) {
      assay.child.kill("SIGKILL");
      await assay.ended;
    }
    await data.remove();
    await database.drop();
  }
});
