import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { after, describe, test } from "node:test";
import { type AnUpload, storedFiles } from "../testing/builders.ts";
import { until } from "../testing/until.ts";
import { anUploadFixture, chunkBytes, refused } from "../testing/upload-fixture.ts";

const { server, company, clock, put, statusOf, cancel, eventsOf, uploadOf, bytesOf, cleanUp } = await anUploadFixture();
after(() => server.close());

const day = 86_400;

describe("a session that ends", () => {
  test("by expiry is expired to the second, without any job: chunks are 410, the status can be read", async () => {
    const bytes = randomBytes(chunkBytes + 1);
    const upload = await uploadOf([bytes]);
    clock.advance(day - 1);
    assert.equal((await put(upload, 0, 0, bytes.subarray(0, chunkBytes))).status, 200);
    assert.equal((await statusOf(upload)).status, "uploading");
    clock.advance(1);
    await refused(
      put(upload, 0, 1, bytes.subarray(chunkBytes)),
      410,
      "The upload session has expired; start a new one",
    );
    await refused(put(upload, 0, 0, bytes.subarray(0, chunkBytes)), 410, "The upload session has expired");
    const status = await statusOf(upload);
    assert.deepEqual([status.status, status.files[0].receivedChunks], ["expired", [0]]);
    await cleanUp();
    await refused(put(upload, 0, 1, bytes.subarray(chunkBytes)), 410, "The upload session has expired");
    assert.equal((await statusOf(upload)).status, "expired");
  });

  test("by completion never expires: its chunks answer 200 with the same document", async () => {
    const bytes = randomBytes(5);
    const upload = await uploadOf([bytes]);
    const { body } = await put(upload, 0, 0, bytes);
    clock.advance(30 * day);
    await cleanUp();
    const again = await put(upload, 0, 0, bytes);
    assert.deepEqual([again.status, again.body.documentId], [200, body.documentId]);
    assert.equal((await statusOf(upload)).status, "completed");
    assert.deepEqual(await bytesOf(body.documentId), [bytes]);
  });

  test("by expiry answers 410 even for its complete files; their documents stay, other bytes are removed", async () => {
    const files = [randomBytes(5), randomBytes(chunkBytes + 1)];
    const upload = await uploadOf(files);
    const { body } = await put(upload, 0, 0, files[0] ?? Buffer.alloc(0));
    await put(upload, 1, 0, files[1]?.subarray(0, chunkBytes) ?? Buffer.alloc(0));
    const before = (await storedFiles(server)).length;
    clock.advance(day);
    await refused(put(upload, 0, 0, files[0] ?? Buffer.alloc(0)), 410, "The upload session has expired");
    clock.advance(120);
    await cleanUp();
    assert.deepEqual(await bytesOf(body.documentId), [files[0]]);
    assert.equal((await storedFiles(server)).length, before - 1);
    assert.equal((await server.call(`/v1/documents/${body.documentId}/result`, { key: company.key })).status, 200);
  });

  test("by cancelling is 204, also the second time; chunks are 410, the status can be read, its bytes are removed", async () => {
    const bytes = randomBytes(chunkBytes + 1);
    const upload = await uploadOf([bytes]);
    const before = await storedFiles(server);
    await put(upload, 0, 0, bytes.subarray(0, chunkBytes));
    for (const _ of [1, 2]) {
      const { status, text } = await cancel(upload);
      assert.deepEqual([status, text], [204, ""]);
    }
    await refused(put(upload, 0, 1, bytes.subarray(chunkBytes)), 410, "The upload session was cancelled");
    assert.equal((await statusOf(upload)).status, "cancelled");
    await cleanUp();
    assert.deepEqual(await storedFiles(server), before);
    clock.advance(day + 120);
    assert.equal((await statusOf(upload)).status, "cancelled", "it stays cancelled");
    await cleanUp();
    assert.deepEqual(await eventsOf(upload), []);
  });

  test("by cancelling keeps its completed documents", async () => {
    const files = [randomBytes(5), randomBytes(6)];
    const upload = await uploadOf(files);
    const { body } = await put(upload, 0, 0, files[0] ?? Buffer.alloc(0));
    assert.equal((await cancel(upload)).status, 204);
    await cleanUp();
    assert.deepEqual(await bytesOf(body.documentId), [files[0]]);
  });

  test("a completed session cannot be cancelled: 422", async () => {
    const upload = await uploadOf([Buffer.from("abc")]);
    await put(upload, 0, 0, Buffer.from("abc"));
    await refused(cancel(upload), 422, "The upload session is complete");
  });

  test("an expired session cannot be cancelled: 410", async () => {
    const upload = await uploadOf([Buffer.from("abc")]);
    clock.advance(day);
    await refused(cancel(upload), 410, "The upload session has expired");
  });

  test("by expiry sends one event, however many nodes check at the same time, and all its bytes are removed", async () => {
    await cleanUp();
    const before = await storedFiles(server);
    const uploads: AnUpload[] = [];
    for (let i = 0; i < 8; i++) {
      const upload = await uploadOf([randomBytes(chunkBytes + 1), randomBytes(5)], { isConsolidated: true });
      await put(upload, 0, 0, randomBytes(chunkBytes));
      await put(upload, 1, 0, randomBytes(5));
      uploads.push(upload);
    }
    clock.advance(day);
    const ended = await Promise.all([cleanUp(), cleanUp(), cleanUp()]);
    assert.equal(
      ended.reduce((sum, one) => sum + one, 0),
      8,
    );
    clock.advance(61);
    await Promise.all([cleanUp(), cleanUp()]);
    assert.deepEqual(await storedFiles(server), before);
    for (const upload of uploads) {
      const { sessionId } = upload;
      assert.deepEqual(await eventsOf(upload), [
        { type: "upload.expired", data: { companyId: company.companyId, sessionId, status: "expired" } },
      ]);
      const entries = await server.database.query(
        "SELECT actor_tier FROM audit_log WHERE action = 'upload.expired' AND subject_id = $1",
        [sessionId],
      );
      assert.deepEqual(entries, [{ actor_tier: "system" }]);
    }
    assert.deepEqual(
      await server.database.query("SELECT * FROM unclaimed_blobs WHERE remove_after <= $1", [clock.now()]),
      [],
    );
  });

  test("changes forward only, enforced by the database", async () => {
    const set = ({ sessionId }: AnUpload, status: string) =>
      server.database.query("UPDATE upload_sessions SET status = $2 WHERE id = $1", [sessionId, status]);
    const states = ["pending", "uploading", "completed", "expired", "cancelled"];
    for (const ended of ["completed", "expired", "cancelled"]) {
      const upload = await uploadOf([Buffer.from("abc")]);
      await set(upload, "uploading");
      await assert.rejects(set(upload, "pending"), /cannot go from uploading to pending/);
      await set(upload, ended);
      for (const status of states.filter((one) => one !== ended))
        await assert.rejects(set(upload, status), /cannot go from/);
    }
  });
});

describe("bytes that belong to no document", () => {
  test("of a submission interrupted by a crash are removed when its time is over, and not before", async () => {
    const { db } = server.database;
    const key = server.nextId();
    await db.unclaimedBlobs.add({ key, upload: "" }, new Date(clock.now().getTime() + 3_600_000));
    await server.blobs.put(
      key,
      (async function* () {
        yield Buffer.from("left behind");
      })(),
    );
    await cleanUp();
    assert.equal((await buffer(await server.blobs.read(key))).toString(), "left behind");
    clock.advance(3600);
    await cleanUp();
    await assert.rejects(server.blobs.read(key));
    assert.equal(await db.unclaimedBlobs.isNeeded(key), false);
  });

  test("are not removed while a document claims them", async () => {
    const { db } = server.database;
    const key = server.nextId();
    await db.unclaimedBlobs.add({ key, upload: "" }, clock.now());
    await server.blobs.put(
      key,
      (async function* () {
        yield Buffer.from("claimed");
      })(),
    );
    const claiming = await db.begin();
    await claiming.stores.unclaimedBlobs.claim([key]);
    const removing = cleanUp();
    await until(async () => {
      const waiting = await server.database.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return waiting.length > 0;
    });
    await claiming.commit();
    await removing;
    assert.equal((await buffer(await server.blobs.read(key))).toString(), "claimed");
  });

  test("stay recorded when their removal fails, and do not block the removal of others", async () => {
    const { db } = server.database;
    const [key, other] = [server.nextId(), server.nextId()];
    for (const one of [key, other]) await db.unclaimedBlobs.add({ key: one, upload: "" }, clock.now());
    const { remove } = server.blobs;
    server.blobs.remove = (blob) => (blob.key === key ? Promise.reject(new Error("the disk is gone")) : remove(blob));
    await assert.rejects(cleanUp(), /1 blobs could not be removed yet/);
    server.blobs.remove = remove;
    assert.equal(await db.unclaimedBlobs.isNeeded(key), true);
    assert.equal(await db.unclaimedBlobs.isNeeded(other), false);
    await cleanUp();
    assert.equal(await db.unclaimedBlobs.isNeeded(key), false);
  });
});
