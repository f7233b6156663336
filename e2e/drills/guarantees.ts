import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { TestContext } from "node:test";
import { Client } from "pg";
import { encryptionKeyBytes, makeEncryption } from "../../server/src/platform/encryption.ts";
import { openDatabase } from "../../server/src/postgres/database.ts";
import { verifyChain } from "../../server/src/records/verify-chain.ts";
import { until } from "../../server/src/testing/until.ts";
import type { BlobStore } from "../../server/src/uploads/blob-store.ts";
import type { SteadyLoad } from "./steady-load.ts";

interface Result {
  status: string;
  failureReason: string | null;
  complianceItems: { id: string; controlItemId: string; status: string }[];
}

interface GuaranteeOptions {
  url: string;
  databaseUrl: string;
  blobs: Pick<BlobStore, "read">;
  /** Time limit for processing all documents. */
  seconds?: number;
}

/** Waits until /health succeeds and returns the milliseconds. */
export async function waitUntilHealthy(url: string, seconds: number): Promise<number> {
  const since = performance.now();
  await until(async () => (await fetch(`${url}/health`).catch(() => undefined))?.ok ?? false, seconds);
  return performance.now() - since;
}

/** No acknowledged document is lost or analysed twice, all documents end, and every response has the form of the contract. */
export async function assertGuarantees(
  context: TestContext,
  load: SteadyLoad,
  { url, databaseUrl, blobs, seconds = 90 }: GuaranteeOptions,
): Promise<void> {
  await waitUntilHealthy(url, 30);
  await load.finish();
  reportFigures(context, load);
  assert.deepEqual(
    load.responses.filter(({ problem }) => problem !== undefined),
    [],
  );
  assert.ok(load.acknowledged.length > 0, "no document was acknowledged, so the drill proves nothing");

  const keys = new Map(load.tenants.map(({ companyId, key }) => [companyId, key]));
  const itemIds = new Map(load.tenants.map((tenant) => [tenant.companyId, tenant.itemIds.toSorted()]));
  const read = async (companyId: string, path: string) => {
    const answer = await fetch(url + path, { headers: { "x-api-key": keys.get(companyId) ?? "" } });
    assert.equal(answer.status, 200, path);
    return answer.json();
  };
  const readResult = (companyId: string, documentId: string) =>
    read(companyId, `/v1/documents/${documentId}/result`) as Promise<Result>;
  const waiting = new Map(load.acknowledged.map((one) => [one.documentId, one.companyId]));
  await until(async () => {
    for (const [documentId, companyId] of waiting) {
      const { status } = await readResult(companyId, documentId);
      if (status === "completed" || status === "failed") waiting.delete(documentId);
    }
    return waiting.size === 0;
  }, seconds).catch(async () => {
    const jobs = await readJobs(databaseUrl, [...waiting.keys()]);
    const counts = `${waiting.size} of ${load.acknowledged.length} documents`;
    throw new Error(`${counts} have not ended after ${seconds} seconds. Their jobs: ${JSON.stringify(jobs)}`);
  });
  for (const { documentId, companyId } of load.acknowledged) {
    const { status, failureReason, complianceItems } = await readResult(companyId, documentId);
    assert.equal(status, "completed", `${documentId}: ${failureReason}`);
    assert.deepEqual(complianceItems.map((item) => item.controlItemId).toSorted(), itemIds.get(companyId));
    for (const item of complianceItems) assert.equal(item.status, "completed");
  }
  await assertStoredOnce(load, databaseUrl, blobs);
}

async function readJobs(databaseUrl: string, documentIds: string[]): Promise<object[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT name, state, retry_count, created_on, started_on, start_after, heartbeat_on, output, now() FROM pgboss.job
        WHERE data ->> 'documentId' = ANY ($1)`,
      [documentIds],
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Reads the database and the store directly. */
async function assertStoredOnce(
  { acknowledged, tenants, begun }: SteadyLoad,
  databaseUrl: string,
  blobs: Pick<BlobStore, "read">,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const db = openDatabase({
    ...{ url: databaseUrl, poolSize: 2, onIdleError: () => undefined },
    encryption: makeEncryption(Buffer.alloc(encryptionKeyBytes)),
    queue: { senderOn: () => ({ enqueue: () => Promise.reject(new Error("no job is enqueued here")) }) },
  });
  try {
    const { rows: files } = await client.query<{ document_id: string; blob_key: string }>(
      "SELECT document_id, blob_key FROM document_files WHERE parent_id IS NULL",
    );
    const keyOf = new Map(files.map((file) => [file.document_id, file.blob_key]));
    for (const { documentId, sha256 } of acknowledged) {
      const hash = createHash("sha256");
      for await (const piece of await blobs.read(keyOf.get(documentId) ?? "")) hash.update(piece);
      assert.equal(hash.digest("hex"), sha256, `the stored bytes of ${documentId} differ`);
    }
    const companyIds = tenants.map(({ companyId }) => companyId);
    const { rows: documents } = await client.query<{ id: string; company_id: string; ends: number; records: number }>(
      `SELECT d.id, d.company_id,
              (SELECT count(*)::int FROM events e WHERE e.data ->> 'documentId' = d.id
                  AND e.type IN ('document.completed', 'document.failed')) AS ends,
              (SELECT count(*)::int FROM document_records r WHERE r.document_id = d.id) AS records
         FROM documents d WHERE d.company_id = ANY ($1)`,
      [companyIds],
    );
    assert.ok(documents.length <= begun(), `${documents.length} documents from ${begun()} submissions`);
    for (const { id, ends, records } of documents) assert.deepEqual({ id, ends, records }, { id, ends: 1, records: 1 });
    for (const companyId of companyIds) {
      const { problems, length } = await verifyChain(db.records, companyId);
      assert.deepEqual(problems, []);
      assert.equal(length, documents.filter((one) => one.company_id === companyId).length);
    }
  } finally {
    await client.end();
    await db.close();
  }
}

function reportFigures(context: TestContext, { acknowledged, responses }: SteadyLoad): void {
  const counts = new Map<string, number>();
  for (const { status } of responses) {
    const name = status === 0 ? "connection lost" : status === -1 ? "timed out" : String(status);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const slowest = responses.reduce((most, { milliseconds }) => Math.max(most, milliseconds), 0);
  const summary = [...counts].map(([name, count]) => `${count} × ${name}`).join(", ");
  context.diagnostic(`${acknowledged.length} documents; ${summary}; slowest response ${Math.round(slowest)} ms`);
}
