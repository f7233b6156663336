import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { systemClock } from "../platform/clock.ts";
import { aCompany, anUpload, aTarget, putChunk, submit } from "../testing/builders.ts";
import { runErasure } from "../testing/run-erasure.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import type { BlobStore } from "../uploads/blob-store.ts";

let server: TestServer;
before(async () => {
  server = await startTestServer({ clock: systemClock });
});
after(() => server.close());

const erase = (companyId: string) => server.call(`/v1/admin/companies/${companyId}`, { method: "DELETE", admin: true });

const one = async (text: string, values: unknown[]) =>
  (await server.database.query<{ value: string }>(text, values)).map(({ value }) => value);

/** A store that cannot remove those keys. */
function storeStuckOn(keys: string[]): BlobStore {
  return {
    ...server.blobs,
    remove: (blob) =>
      keys.includes(blob.key) ? Promise.reject(new Error("the store is stuck")) : server.blobs.remove(blob),
  };
}

const markedBlobs = (keys: string[]) =>
  one("SELECT blob_key AS value FROM unclaimed_blobs WHERE blob_key = ANY ($1) ORDER BY 1", [keys]);

test("a company is erased although an earlier blob of another company cannot be removed", async () => {
  const { companyId } = await aCompany(server);
  const ofAnother = server.nextId();
  await server.database.db.unclaimedBlobs.add({ key: ofAnother, upload: "" }, new Date(0));
  await erase(companyId);
  await runErasure(server, companyId, storeStuckOn([ofAnother]));
  assert.deepEqual(await one("SELECT id AS value FROM companies WHERE id = $1", [companyId]), []);
  assert.deepEqual(await markedBlobs([ofAnother]), [ofAnother], "it is left to the scheduled job");
  await server.database.db.unclaimedBlobs.forget(ofAnother);
});

test("a company is erased only after the last of its blobs is removed, over several attempts", async () => {
  const company = await aCompany(server);
  const { companyId, businessEntityId } = company;
  const { controlId } = await aTarget(server, company.key);
  const sent = ["a.txt", "b.txt"].map((name) => ({ name, content: `The words of ${name}.` }));
  assert.equal((await submit(server, company, { businessEntityId, controlId }, sent)).status, 202);
  const upload = await anUpload(server, company, [{ fileName: "c.txt", fileSize: 100_000 }]);
  assert.equal((await putChunk(server, company, upload, 0, 0, Buffer.alloc(65_536))).status, 200);
  const keys = await one(
    `SELECT f.blob_key AS value FROM document_files f JOIN documents d ON d.id = f.document_id WHERE d.company_id = $1
     UNION SELECT f.blob_key FROM upload_files f JOIN upload_sessions s ON s.id = f.session_id WHERE s.company_id = $1
     ORDER BY 1`,
    [companyId],
  );
  assert.equal(keys.length, 3);
  await erase(companyId);
  for (const stuck of [keys.slice(0, 2), keys.slice(0, 1)]) {
    await assert.rejects(
      runErasure(server, companyId, storeStuckOn(stuck)),
      new RegExp(`${stuck.length} blobs could not be removed`),
    );
    assert.deepEqual(await markedBlobs(keys), stuck, "the others are removed");
    assert.deepEqual(await one("SELECT id AS value FROM companies WHERE id = $1", [companyId]), [companyId]);
    assert.deepEqual(await one("SELECT id AS value FROM documents WHERE company_id = $1", [companyId]), []);
  }
  await runErasure(server, companyId);
  assert.deepEqual(await markedBlobs(keys), []);
  assert.deepEqual(await one("SELECT id AS value FROM companies WHERE id = $1", [companyId]), []);
});

/** One blob more than a batch, in the order in which they are listed. */
async function blobsOfTwoBatches(companyId: string): Promise<string[]> {
  const keys = Array.from({ length: 101 }, () => server.nextId()).toSorted();
  await server.database.query(
    `INSERT INTO unclaimed_blobs (blob_key, blob_upload, remove_after, company_id)
     SELECT key, '', now(), $2 FROM unnest($1::text[]) key`,
    [keys, companyId],
  );
  return keys;
}

/** Records the keys that the store was asked to remove, in order. */
function watchRemovals(blobs: BlobStore): BlobStore & { asked: string[] } {
  const asked: string[] = [];
  return {
    ...blobs,
    asked,
    remove(blob) {
      asked.push(blob.key);
      return blobs.remove(blob);
    },
  };
}

test("a blob that cannot be removed does not block later batches, and is tried once per attempt", async () => {
  const { companyId } = await aCompany(server);
  const keys = await blobsOfTwoBatches(companyId);
  const [stuck = ""] = keys;
  await erase(companyId);
  // If the second batch started from the beginning, it would contain the stuck blob again.
  const store = watchRemovals(storeStuckOn([stuck]));
  await assert.rejects(runErasure(server, companyId, store), /^AggregateError: 1 blobs could not be removed/);
  assert.deepEqual(store.asked, keys);
  assert.deepEqual(await markedBlobs(keys), [stuck], "the others are removed");
  assert.deepEqual(await one("SELECT id AS value FROM companies WHERE id = $1", [companyId]), [companyId]);
  const again = watchRemovals(server.blobs);
  await runErasure(server, companyId, again);
  assert.deepEqual(again.asked, [stuck]);
  assert.deepEqual(await one("SELECT id AS value FROM companies WHERE id = $1", [companyId]), []);
});

test("after a whole batch has failed, the attempt ends", async () => {
  const { companyId } = await aCompany(server);
  const keys = await blobsOfTwoBatches(companyId);
  await erase(companyId);
  const store = watchRemovals(storeStuckOn(keys));
  await assert.rejects(runErasure(server, companyId, store), /^AggregateError: 100 blobs could not be removed/);
  assert.deepEqual(store.asked, keys.slice(0, 100));
  assert.deepEqual(await markedBlobs(keys), keys);
  await runErasure(server, companyId);
  assert.deepEqual(await markedBlobs(keys), []);
});
