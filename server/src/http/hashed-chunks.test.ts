import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import type { Worker } from "node:worker_threads";
import { openDiskBlobStore } from "../blobs/disk-blob-store.ts";
import { encryptedBlobStore } from "../blobs/encrypted-blob-store.ts";
import {
  type ACompany,
  type AnUpload,
  aCompany,
  anUpload,
  chunkUrl,
  putChunk,
  storedFiles,
} from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { createTestDatabase } from "../testing/test-database.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import type { BlobStore, Bytes } from "../uploads/blob-store.ts";
import { resumeHashing } from "../uploads/resume-hashing.ts";
import { getSession } from "../uploads/upload-session.ts";

/** The hash state of a file, saved between its chunks. */

/** Large enough for the hashing thread, and no multiple of any block size. */
const chunkBytes = 1_300_001;

// Every thread of this process, so that a test can end it.
const threads: Worker[] = [];
process.on("worker", (worker) => threads.push(worker));

const chunksOf = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
const hex = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const changed = (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte)));

let server: TestServer;
let company: ACompany;
let address: string;
before(async () => {
  server = await startTestServer({ upload: { chunkSizeBytes: chunkBytes } });
  company = await aCompany(server);
  address = await server.app.listen({ port: 0, host: "127.0.0.1" });
});
after(() => server.close());

const start = (bytes: Buffer, sha256 = hex(bytes), on = server, by = company) =>
  anUpload(on, by, [{ fileName: "a.bin", fileSize: bytes.length, sha256 }]);
const put = (upload: AnUpload, index: number, bytes: Buffer, headers?: Record<string, string>) =>
  putChunk(server, company, upload, 0, index, bytes, headers);

async function receivedChunks({ sessionId }: AnUpload): Promise<number[]> {
  const { body } = await server.call(`/v1/documents/upload/${sessionId}/status`, { key: company.key });
  return body.files[0].receivedChunks;
}

async function bytesOf(documentId: string, on = server): Promise<Buffer> {
  const [file] = await on.database.db.documents.listFiles(documentId);
  return buffer(await on.blobs.read(file?.blobKey ?? ""));
}

async function savedState({ files }: AnUpload, on = server): Promise<Buffer | null> {
  const [row] = await on.database.query<{ sha256_state: Buffer | null }>(
    "SELECT sha256_state FROM upload_files WHERE id = $1",
    [files[0]?.fileId],
  );
  return row?.sha256_state ?? null;
}

async function saveState({ files }: AnUpload, state: Buffer | null, on = server): Promise<void> {
  await on.database.query("UPDATE upload_files SET sha256_state = $2 WHERE id = $1", [files[0]?.fileId, state]);
}

/** Counts reads of stored bytes during `work`. */
async function readsDuring(work: () => Promise<void>): Promise<number> {
  const { blobs } = server;
  const { readRange } = blobs;
  let reads = 0;
  blobs.readRange = (...call) => {
    reads += 1;
    return readRange(...call);
  };
  try {
    await work();
  } finally {
    blobs.readRange = readRange;
  }
  return reads;
}

const unusable: [what: string, make: (state: Buffer) => Buffer | null][] = [
  ["is of another version", (state) => Buffer.concat([changed(state.subarray(0, 4)), state.subarray(4)])],
  ["is cut off", (state) => state.subarray(0, 50)],
  ["is empty", () => Buffer.alloc(0)],
  ["is no state of any hash", () => Buffer.from("no state of any hash")],
  ["is gone", () => null],
];

describe("a saved state that", () => {
  for (const [what, make] of unusable) {
    test(`${what} is rebuilt from the stored chunks, as often as needed`, async () => {
      const bytes = randomBytes(3 * chunkBytes + 77);
      const upload = await start(bytes);
      for (const [index, chunk] of chunksOf(bytes).entries()) {
        if (index > 0) await saveState(upload, make((await savedState(upload)) ?? Buffer.alloc(0)));
        const { status, body, text } = await put(upload, index, chunk);
        assert.deepEqual([status, body.receivedChunks], [200, index + 1], text);
        if (body.isComplete) assert.ok((await bytesOf(body.documentId)).equals(bytes));
      }
      assert.deepEqual(await receivedChunks(upload), [0, 1, 2, 3]);
    });
  }

  test("was rebuilt still detects a file with a wrong hash", async () => {
    const bytes = randomBytes(2 * chunkBytes + 5);
    for (const wrongIndex of [0, 2]) {
      const upload = await start(bytes);
      const chunks = chunksOf(bytes).map((chunk, index) => (index === wrongIndex ? changed(chunk) : chunk));
      for (const [index, chunk] of chunks.slice(0, 2).entries()) await put(upload, index, chunk);
      await saveState(upload, Buffer.from("no state of any hash"));
      const { status, headers } = await put(upload, 2, chunks[2] ?? bytes);
      assert.deepEqual([status, headers["x-error-code"]], [422, "checksum_mismatch"]);
      assert.deepEqual(await receivedChunks(upload), []);
      for (const [index, chunk] of chunksOf(bytes).entries())
        assert.equal((await put(upload, index, chunk)).status, 200);
    }
  });

  test("is usable is not rebuilt", async () => {
    const bytes = randomBytes(2 * chunkBytes);
    const upload = await start(bytes);
    const reads = await readsDuring(async () => {
      for (const [index, chunk] of chunksOf(bytes).entries())
        assert.equal((await put(upload, index, chunk)).status, 200);
    });
    assert.equal(reads, 0);
  });

  test("was rebuilt is stored, also when the chunk it was rebuilt for is refused", async () => {
    const bytes = randomBytes(3 * chunkBytes);
    const [first = bytes, second = bytes, third = bytes] = chunksOf(bytes);
    const upload = await start(bytes);
    await put(upload, 0, first);
    const before = await savedState(upload);
    await saveState(upload, Buffer.from("no state of any hash"));
    const wrong = { "content-digest": `sha-256=:${createHash("sha256").update(first).digest("base64")}:` };
    const reads = await readsDuring(async () => {
      assert.equal((await put(upload, 1, second, wrong)).status, 400);
      assert.deepEqual(await savedState(upload), before);
      assert.equal((await put(upload, 1, second)).status, 200);
      assert.equal((await put(upload, 2, third)).body.isComplete, true);
    });
    assert.equal(reads, 1);
  });

  test("is needed by several concurrent requests is rebuilt once", async () => {
    const bytes = randomBytes(2 * chunkBytes);
    const [first = bytes, second = bytes] = chunksOf(bytes);
    const upload = await start(bytes);
    await put(upload, 0, first);
    await saveState(upload, null);
    const { uploads } = server.database.db;
    const [file] = (await getSession({ uploads }, company.companyId, upload.sessionId)).files;
    assert.ok(file);
    const reads = await readsDuring(async () => {
      const hashes = await Promise.all(
        Array.from({ length: 4 }, () => resumeHashing({ uploads, blobs: server.blobs }, file)),
      );
      for (const hash of hashes) assert.equal((await hash.digest()).toString("hex"), hex(first));
    });
    assert.equal(reads, 1);
    await saveState(upload, null);
    const replies = await Promise.all(Array.from({ length: 4 }, () => put(upload, 1, second)));
    assert.deepEqual(
      replies.map(({ status, body }) => [status, body.isComplete]),
      Array(4).fill([200, true]),
    );
  });

  test("cannot be rebuilt because stored bytes are lost restarts the file with an error message", async () => {
    const bytes = randomBytes(2 * chunkBytes + 5);
    for (const lost of ["one part", "all parts"]) {
      const before = await storedFiles(server);
      const upload = await start(bytes);
      const chunks = chunksOf(bytes);
      for (const [index, chunk] of chunks.slice(0, 2).entries()) await put(upload, index, chunk);
      await saveState(upload, Buffer.from("no state of any hash"));
      const [part = ""] = (await storedFiles(server)).filter((path) => !before.includes(path));
      await rm(lost === "one part" ? part : dirname(part), { recursive: true });
      const { status, headers, body } = await put(upload, 2, chunks[2] ?? bytes);
      assert.deepEqual([status, headers["x-error-code"]], [422, "chunk_out_of_order"]);
      assert.match(body.message, /can no longer be checked .* from chunk 0\.$/);
      assert.deepEqual(await receivedChunks(upload), []);
      for (const [index, chunk] of chunks.entries()) {
        const again = await put(upload, index, chunk);
        assert.equal(again.status, 200, again.text);
        if (again.body.isComplete) assert.ok((await bytesOf(again.body.documentId)).equals(bytes));
      }
    }
  });
});

test("a saved state is rebuilt from encrypted bytes, too", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-blobs-"));
  const [database, clock] = [await createTestDatabase(), testClock()];
  const master = { id: "first", key: randomBytes(32) };
  const inner = await openDiskBlobStore(folder);
  const blobs: BlobStore = encryptedBlobStore({ inner, blobKeys: database.db.blobKeys, clock }, [master]);
  const encrypted = await startTestServer({ database, clock, folder, blobs, upload: { chunkSizeBytes: chunkBytes } });
  try {
    const sender = await aCompany(encrypted);
    const bytes = randomBytes(3 * chunkBytes + 5);
    const upload = await start(bytes, hex(bytes), encrypted, sender);
    for (const [index, chunk] of chunksOf(bytes).entries()) {
      await saveState(upload, Buffer.from("no state of any hash"), encrypted);
      const { status, body, text } = await putChunk(encrypted, sender, upload, 0, index, chunk);
      assert.equal(status, 200, text);
      if (body.isComplete) assert.ok((await bytesOf(body.documentId, encrypted)).equals(bytes));
    }
    assert.equal(await savedState(upload, encrypted), null);
  } finally {
    await encrypted.close();
    await database.drop();
    await rm(folder, { recursive: true });
  }
});

describe("when the thread that hashes is lost", () => {
  const loseThreads = () => Promise.all(threads.splice(0).map((thread) => thread.terminate()));

  async function* losingThreads(bytes: Bytes): Bytes {
    for await (const piece of bytes) {
      await loseThreads();
      yield piece;
    }
  }

  type ReceivePart = BlobStore["receivePart"];
  const moments: [when: string, (receivePart: ReceivePart) => ReceivePart][] = [
    [
      "while a chunk arrives",
      (receivePart) => (upload, place, bytes) => receivePart(upload, place, losingThreads(bytes)),
    ],
    [
      "after its bytes are stored",
      (receivePart) =>
        async (...call) => {
          const part = await receivePart(...call);
          await loseThreads();
          return part;
        },
    ],
  ];

  for (const [when, losing] of moments) {
    test(`${when}, it is 503 with Retry-After, nothing is stored, and the same chunk is accepted afterwards`, async () => {
      const bytes = randomBytes(2 * chunkBytes);
      const upload = await start(bytes);
      // Over a real connection, which splits the body.
      const send = async (index: number, chunk: Buffer) => {
        const url = new URL(chunkUrl(upload.sessionId, upload.files[0]?.fileId ?? "", index), address);
        const headers = { "x-api-key": company.key, "content-type": "application/octet-stream" };
        return fetch(url, { method: "PUT", headers, body: new Uint8Array(chunk) });
      };
      const { blobs } = server;
      const { receivePart } = blobs;
      for (const [index, chunk] of chunksOf(bytes).entries()) {
        const before = await storedFiles(server);
        blobs.receivePart = losing(receivePart);
        const answer = await send(index, chunk).finally(() => {
          blobs.receivePart = receivePart;
        });
        assert.deepEqual(
          [answer.status, answer.headers.get("retry-after"), answer.headers.get("x-error-code")],
          [503, "1", "unavailable"],
        );
        assert.deepEqual(await storedFiles(server), before);
        assert.deepEqual(await receivedChunks(upload), index === 0 ? [] : [0]);
        const again = await put(upload, index, chunk);
        assert.equal(again.status, 200, again.text);
        if (again.body.isComplete) assert.ok((await bytesOf(again.body.documentId)).equals(bytes));
      }
      assert.deepEqual(await receivedChunks(upload), [0, 1]);
    });
  }
});
