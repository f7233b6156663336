import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { openS3BlobStore } from "../blobs/s3-blob-store.ts";
import { type ACompany, aCompany, anUpload, aTarget, putChunk, startUpload, submit } from "../testing/builders.ts";
import { startTestS3, type TestS3 } from "../testing/s3-server.ts";
import { testClock } from "../testing/test-clock.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { expireUploads, removeUnclaimedBlobs } from "./end-upload.ts";

/** The same routes, on the store that needs its parts put together. */

const chunkBytes = 5 * 1024 * 1024;
const clock = testClock();

let s3: TestS3;
let store: ReturnType<typeof openS3BlobStore>;
let server: TestServer;
let company: ACompany;
before(async () => {
  s3 = await startTestS3();
  store = openS3BlobStore(s3.settings);
  server = await startTestServer({ clock, blobs: store, upload: { chunkSizeBytes: chunkBytes } });
  company = await aCompany(server);
});
after(async () => {
  await server.close();
  store.close();
  await s3.close();
});

async function bytesOf(documentId: string): Promise<Buffer[]> {
  const files = await server.database.db.documents.listFiles(documentId);
  return Promise.all(files.map(async ({ blobKey }) => buffer(await store.read(blobKey))));
}

const cleanUp = async () => {
  const deps = { db: server.database.db, blobs: store, clock, ids: { next: server.nextId }, leftoverSeconds: 86_400 };
  await expireUploads(deps);
  await removeUnclaimedBlobs(deps);
};

test("a file sent in chunks becomes a document whose bytes can be read, and no upload stays open", async () => {
  const bytes = randomBytes(2 * chunkBytes + 11);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const upload = await anUpload(server, company, [{ fileName: "a.bin", fileSize: bytes.length, sha256 }]);
  assert.deepEqual([upload.files[0]?.chunkSizeBytes, upload.files[0]?.totalChunks], [chunkBytes, 3]);
  const send = (index: number) =>
    putChunk(server, company, upload, 0, index, bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes));
  for (const index of [0, 1]) assert.equal((await send(index)).body.receivedChunks, index + 1);
  const { status, body } = await send(2);
  assert.deepEqual([status, body.isComplete], [200, true]);
  assert.ok((await bytesOf(body.documentId))[0]?.equals(bytes));
  assert.deepEqual((await s3.contents()).uploads, []);
  for (const index of [0, 2]) assert.deepEqual((await send(index)).body, body, "sent again, it answers the same");
});

test("a file whose hash cannot be resumed restarts, because S3 cannot read parts back", async () => {
  const bytes = randomBytes(2 * chunkBytes + 11);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const before = await s3.contents();
  const upload = await anUpload(server, company, [{ fileName: "a.bin", fileSize: bytes.length, sha256 }]);
  const send = (index: number) =>
    putChunk(server, company, upload, 0, index, bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes));
  for (const index of [0, 1]) assert.equal((await send(index)).status, 200);
  await server.database.query("UPDATE upload_files SET sha256_state = $2 WHERE id = $1", [
    upload.files[0]?.fileId,
    Buffer.from("no state of any hash"),
  ]);
  const tries = await Promise.all([send(2), send(2)]);
  for (const { status, headers, body } of tries) {
    assert.deepEqual([status, headers["x-error-code"]], [422, "chunk_out_of_order"]);
    assert.match(body.message, /(from chunk|the next one is) 0\.$/);
  }
  await cleanUp();
  assert.equal((await s3.contents()).uploads.length, before.uploads.length + 1, "only the fresh one is open");
  for (const index of [0, 1]) assert.equal((await send(index)).body.receivedChunks, index + 1);
  const { body } = await send(2);
  assert.ok((await bytesOf(body.documentId))[0]?.equals(bytes));
  assert.deepEqual((await s3.contents()).uploads, before.uploads);
});

test("a consolidated session becomes one document of all its files", async () => {
  const files = [randomBytes(chunkBytes + 1), randomBytes(3)];
  const upload = await anUpload(
    server,
    company,
    files.map((bytes, i) => ({ fileName: `${i}`, fileSize: bytes.length })),
    { isConsolidated: true },
  );
  await putChunk(server, company, upload, 0, 0, files[0]?.subarray(0, chunkBytes) ?? Buffer.alloc(0));
  await putChunk(server, company, upload, 0, 1, files[0]?.subarray(chunkBytes) ?? Buffer.alloc(0));
  const { body } = await putChunk(server, company, upload, 1, 0, files[1] ?? Buffer.alloc(0));
  const stored = await bytesOf(body.documentId);
  assert.ok(stored.length === 2 && stored.every((bytes, i) => bytes.equals(files[i] ?? Buffer.alloc(0))));
});

test("a chunk that arrives while an equal one completes the file is answered 200, a different one 422", async () => {
  const bytes = randomBytes(200_000);
  const upload = await anUpload(server, company, [{ fileName: "a", fileSize: bytes.length }]);
  const { receivePart } = store;
  const arrived = Promise.withResolvers<void>();
  const completed = Promise.withResolvers<void>();
  let late = 2;
  // Both are on their way, and the store has not seen them yet, when the third one completes the file.
  store.receivePart = async (...call) => {
    if (--late === 0) arrived.resolve();
    await completed.promise;
    return receivePart(...call);
  };
  const others = [bytes, randomBytes(bytes.length)].map((sent) => putChunk(server, company, upload, 0, 0, sent));
  await arrived.promise;
  store.receivePart = receivePart;
  const first = await putChunk(server, company, upload, 0, 0, bytes);
  completed.resolve();
  const [equal, different] = await Promise.all(others);
  assert.deepEqual([equal?.status, equal?.text], [200, first.text]);
  assert.deepEqual([different?.status, different?.headers["x-error-code"]], [422, "chunk_differs"]);
  assert.deepEqual(await bytesOf(first.body.documentId), [bytes]);
});

test("a chunk that arrives after its session was cancelled and cleaned up is answered 410", async () => {
  const upload = await anUpload(server, company, [{ fileName: "a", fileSize: 5 }]);
  const { receivePart } = store;
  store.receivePart = async (...call) => {
    await server.call(`/v1/documents/upload/${upload.sessionId}`, { method: "DELETE", key: company.key });
    await cleanUp();
    return receivePart(...call);
  };
  const { status } = await putChunk(server, company, upload, 0, 0, Buffer.from("12345"));
  store.receivePart = receivePart;
  assert.equal(status, 410);
});

test("a store that fails while assembling a file is asked again when the last chunk is sent again", async () => {
  const bytes = randomBytes(1000);
  const upload = await anUpload(server, company, [{ fileName: "a", fileSize: bytes.length }]);
  const { finish } = store;
  store.finish = () => Promise.reject(new Error("the store is away"));
  assert.equal((await putChunk(server, company, upload, 0, 0, bytes)).status, 500);
  store.finish = finish;
  const { status, body } = await putChunk(server, company, upload, 0, 0, bytes);
  assert.deepEqual([status, body.isComplete], [200, true]);
  assert.deepEqual(await bytesOf(body.documentId), [bytes]);
});

test("a commit that fails after the last chunk does not cost the file", async () => {
  const bytes = randomBytes(1000);
  const upload = await anUpload(server, company, [{ fileName: "a", fileSize: bytes.length }]);
  const { db } = server.database;
  const { transaction } = db;
  db.transaction = (work) =>
    transaction(async (stores) => {
      await work(stores);
      throw new Error("killed before the commit");
    });
  assert.equal((await putChunk(server, company, upload, 0, 0, bytes)).status, 500);
  db.transaction = transaction;
  const { status, body } = await putChunk(server, company, upload, 0, 0, bytes);
  assert.equal(status, 200);
  assert.deepEqual(await bytesOf(body.documentId), [bytes]);
});

test("a multipart submission is stored, and a refused one leaves nothing", async () => {
  const { controlId } = await aTarget(server, company.key);
  const fields = { businessEntityId: company.businessEntityId, controlId };
  const content = randomBytes(9 * 1024 * 1024);
  const kept = await submit(server, company, fields, [{ name: "a", content }]);
  assert.ok((await bytesOf(kept.body.documentId))[0]?.equals(content));
  const before = await s3.contents();
  const files = [
    { name: "a", content },
    { name: "b", content: "" },
  ];
  assert.equal((await submit(server, company, fields, files)).status, 400);
  assert.deepEqual(await s3.contents(), before);
});

test("the parts of expired and cancelled sessions are removed", async () => {
  const before = await s3.contents();
  for (const end of ["expire", "cancel"]) {
    const upload = await anUpload(server, company, [{ fileName: "a", fileSize: chunkBytes + 1 }]);
    await putChunk(server, company, upload, 0, 0, randomBytes(chunkBytes));
    assert.equal((await s3.contents()).uploads.length, before.uploads.length + 1);
    if (end === "cancel")
      await server.call(`/v1/documents/upload/${upload.sessionId}`, { method: "DELETE", key: company.key });
    else clock.advance(86_400 + 61);
    await cleanUp();
    assert.deepEqual(await s3.contents(), before, end);
    assert.equal((await putChunk(server, company, upload, 0, 1, randomBytes(1))).status, 410);
  }
});

test("a chunk of the wrong length is answered 400, and the right one is accepted afterwards", async () => {
  const bytes = randomBytes(100);
  const upload = await anUpload(server, company, [{ fileName: "a", fileSize: 100 }]);
  const headers = { "content-length": "100" };
  assert.equal((await putChunk(server, company, upload, 0, 0, bytes.subarray(1), headers)).status, 400);
  const { body } = await putChunk(server, company, upload, 0, 0, bytes);
  assert.deepEqual(await bytesOf(body.documentId), [bytes]);
});

test("a file larger than the store's limit is answered 422", async () => {
  const { controlId, frameworkId: complianceFrameworkId } = await aTarget(server, company.key);
  const { businessEntityId } = company;
  const start = (fileSize: number) =>
    startUpload(server, company, {
      ...{ businessEntityId, controlId, complianceFrameworkId },
      files: [{ fileName: "a", fileSize }],
    });
  assert.equal((await start(5 * 1024 ** 4)).status, 201);
  assert.equal((await start(5 * 1024 ** 4 + 1)).status, 422);
});
