import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../platform/app-error.ts";
import { systemClock } from "../platform/clock.ts";
import { startTestS3, type TestS3 } from "../testing/s3-server.ts";
import { createTestDatabase } from "../testing/test-database.ts";
import { BlobMissing, type BlobStore, type Bytes } from "../uploads/blob-store.ts";
import { openDiskBlobStore } from "./disk-blob-store.ts";
import { encryptedBlobStore } from "./encrypted-blob-store.ts";
import { openS3BlobStore } from "./s3-blob-store.ts";

/** Every store must fulfil the same contract. */

interface Subject {
  store: BlobStore;
  /** The number of blobs, unfinished uploads and interrupted writes in the store. */
  count(): Promise<number>;
  /** Whether a blob can be read only with as many parts as it was begun with. */
  countsParts?: boolean;
  close(): Promise<void>;
}

async function onDisk(): Promise<Subject> {
  const folder = await mkdtemp(join(tmpdir(), "assay-blobs-"));
  return {
    store: await openDiskBlobStore(folder),
    async count() {
      const entries = await readdir(join(folder, "blobs"), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).length;
    },
    close: () => rm(folder, { recursive: true }),
  };
}

async function onS3(): Promise<Subject> {
  const s3: TestS3 = await startTestS3();
  const store = openS3BlobStore(s3.settings);
  return {
    store,
    async count() {
      const { objects, uploads } = await s3.contents();
      return objects.length + uploads.length;
    },
    async close() {
      store.close();
      await s3.close();
    },
  };
}

/** The same contract holds when the bytes are encrypted. */
async function encrypted(open: () => Promise<Subject>): Promise<Subject> {
  const [subject, database] = [await open(), await createTestDatabase()];
  const { blobKeys } = database.db;
  return {
    store: encryptedBlobStore({ inner: subject.store, blobKeys, clock: systemClock }, [
      { id: "first", key: randomBytes(32) },
    ]),
    countsParts: true,
    count: async () => (await subject.count()) + (await database.query("SELECT 1 FROM blob_keys")).length,
    async close() {
      await subject.close();
      await database.drop();
    },
  };
}

let keys = 0;
const nextKey = () => `01ARZ3NDEKTSV4RRFFQ69G${String(++keys).padStart(4, "0")}`;

async function* pieces(bytes: Buffer, size = 300_000): Bytes {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* cutOff(bytes: Buffer): Bytes {
  yield bytes.subarray(0, bytes.length / 2);
  throw new AppError("invalid_request", "cut off");
}

for (const [name, open] of [
  ["disk", onDisk],
  ["S3", onS3],
  ["encrypted disk", () => encrypted(onDisk)],
  ["encrypted S3", () => encrypted(onS3)],
] as const) {
  describe(`the ${name} store`, () => {
    let subject: Subject;
    let store: BlobStore;
    before(async () => {
      subject = await open();
      store = subject.store;
    });
    after(() => subject.close());

    test("reads any range of a blob, and no more", async () => {
      const key = nextKey();
      const bytes = randomBytes(1_000_000);
      await store.put(key, pieces(bytes));
      for (const [offset, size] of [
        [0, 10],
        [123_456, 300_001],
        [999_999, 1],
        [999_990, 100],
      ] as const) {
        const range = await buffer(await store.readRange(key, offset, size));
        assert.ok(range.equals(bytes.subarray(offset, offset + size)), `${size} bytes from ${offset}`);
      }
      await store.remove({ key, upload: "" });
    });

    const partBytes = 5 * 1024 * 1024;
    const receive = (
      upload: { key: string; upload: string },
      index: number,
      attempt: number,
      bytes: Bytes,
      sizeBytes = partBytes,
      totalParts = 3,
    ) => store.receivePart(upload, { index, totalParts, attempt, sizeBytes }, bytes);

    test("stores a blob, small or large, and reads back the same bytes", async () => {
      for (const size of [1, 70_000, 20 * 1024 * 1024 + 1]) {
        const key = nextKey();
        const bytes = randomBytes(size);
        await store.put(key, pieces(bytes));
        assert.ok((await buffer(await store.read(key))).equals(bytes), `${size} bytes`);
        await store.remove({ key, upload: "" });
      }
      assert.equal(await subject.count(), 0);
    });

    test("stores a blob in parts, and assembling it twice is not an error", async () => {
      const parts = [randomBytes(partBytes), randomBytes(partBytes), randomBytes(17)];
      const upload = await store.begin(nextKey());
      const receipts: string[] = [];
      for (const [index, part] of parts.entries()) {
        const received = await receive(upload, index, index + 1, pieces(part), part.length);
        await received.keep();
        receipts.push(received.receipt);
      }
      await store.finish(upload, receipts);
      await store.finish(upload, receipts);
      const whole = Buffer.concat(parts);
      assert.ok((await buffer(await store.read(upload.key))).equals(whole));
      for (const [offset, size] of [
        [partBytes - 70_000, 140_000],
        [partBytes, 1],
        [2 * partBytes - 1, 100],
        [2 * partBytes + 3, 5],
        [0, whole.length],
      ] as const) {
        const range = await buffer(await store.readRange(upload.key, offset, size));
        assert.ok(range.equals(whole.subarray(offset, offset + size)), `${size} bytes from ${offset}`);
      }
      await store.remove(upload);
      const isMissing = (error: unknown) => error instanceof BlobMissing && error.key === upload.key;
      await assert.rejects(store.read(upload.key).then(buffer), isMissing);
      await assert.rejects(store.readRange(upload.key, 0, 10).then(buffer), isMissing);
      assert.equal(await subject.count(), 0);
    });

    test("an upload that is assembled while it is being assembled is whole", async () => {
      for (let milliseconds = 0; milliseconds < 12; milliseconds++) {
        const parts = [randomBytes(70_000), randomBytes(9)];
        const upload = await store.begin(nextKey());
        const receipts: string[] = [];
        for (const [index, part] of parts.entries()) {
          const received = await receive(upload, index, 1, pieces(part), part.length, 2);
          await received.keep();
          receipts.push(received.receipt);
        }
        const meanwhile = wait(milliseconds).then(() => store.finish(upload, receipts));
        await Promise.all([store.finish(upload, receipts), meanwhile]);
        assert.ok((await buffer(await store.read(upload.key))).equals(Buffer.concat(parts)));
        await store.remove(upload);
      }
    });

    test("a late attempt does not change the part that counts", async () => {
      const [right, wrong, last] = [randomBytes(partBytes), randomBytes(partBytes), randomBytes(9)];
      const upload = await store.begin(nextKey());
      const first = await receive(upload, 0, 1, pieces(right), partBytes, 2);
      await first.keep();
      const late = await receive(upload, 0, 2, pieces(wrong), partBytes, 2);
      await late.discard();
      const rest = await receive(upload, 1, 3, pieces(last), last.length, 2);
      await rest.keep();
      await store.finish(upload, [first.receipt, rest.receipt]);
      assert.ok((await buffer(await store.read(upload.key))).equals(Buffer.concat([right, last])));
      await store.remove(upload);
      assert.equal(await subject.count(), 0);
    });

    test("a source that fails leaves nothing, and its error is thrown", async () => {
      const reason = (error: unknown) => error instanceof AppError && error.message === "cut off";
      const bytes = randomBytes(partBytes);
      await assert.rejects(store.put(nextKey(), cutOff(bytes)), reason);
      await assert.rejects(store.put(nextKey(), cutOff(randomBytes(40 * 1024 * 1024))), reason);
      const upload = await store.begin(nextKey());
      await assert.rejects(receive(upload, 0, 1, cutOff(bytes)), reason);
      await store.remove(upload);
      assert.equal(await subject.count(), 0);
    });

    test("an attempt that fails at its very end does not replace the part that counts, whatever the file's size", async () => {
      const [right, wrong, last] = [randomBytes(partBytes), randomBytes(partBytes), randomBytes(9)];
      const upload = await store.begin(nextKey());
      const place = { totalParts: subject.countsParts ? 2 : store.maxParts, attempt: 1 };
      const first = await store.receivePart(upload, { ...place, index: 0, sizeBytes: partBytes }, pieces(right));
      await first.keep();
      async function* wrongAtTheEnd(): Bytes {
        yield* pieces(wrong);
        throw new AppError("invalid_request", "wrong digest");
      }
      await assert.rejects(
        store.receivePart(upload, { ...place, index: 0, attempt: 2, sizeBytes: partBytes }, wrongAtTheEnd()),
        /wrong digest/,
      );
      const rest = await store.receivePart(upload, { ...place, index: 1, sizeBytes: last.length }, pieces(last));
      await rest.keep();
      await store.finish(upload, [first.receipt, rest.receipt]);
      assert.ok((await buffer(await store.read(upload.key))).equals(Buffer.concat([right, last])));
      await store.remove(upload);
      assert.equal(await subject.count(), 0);
    });

    test("an unfinished upload is removed with all its parts, and removing it twice is not an error", async () => {
      const upload = await store.begin(nextKey());
      const part = await receive(upload, 0, 1, pieces(randomBytes(partBytes)));
      await part.keep();
      await store.remove(upload);
      await store.remove(upload);
      assert.equal(await subject.count(), 0);
    });

    test("the check passes while the store works", () => store.check());
  });
}

test("blobs on a disk that is not mounted cannot be read, but do not count as missing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-blobs-"));
  const store = await openDiskBlobStore(folder);
  const key = nextKey();
  await store.put(key, pieces(randomBytes(10)));
  await rm(folder, { recursive: true });
  await assert.rejects(
    store.read(key),
    (error: unknown) => error instanceof Error && !(error instanceof BlobMissing) && /ENOENT/.test(error.message),
  );
});

test("the parts of an upload that is gone from S3 cannot be assembled: the blob is missing", async () => {
  const s3 = await startTestS3();
  const store = openS3BlobStore(s3.settings);
  const upload = await store.begin(nextKey());
  await store.remove(upload);
  await assert.rejects(store.finish(upload, ["1 etag"]), (error: unknown) => error instanceof BlobMissing);
  store.close();
  await s3.close();
});

test("an account that is denied access to missing objects learns which permission it lacks", async () => {
  const s3 = await startTestS3();
  let code = "AccessDenied";
  const denying = createServer((_request, response) =>
    response.writeHead(403, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`),
  ).listen(0, "127.0.0.1");
  await once(denying, "listening");
  const { port } = denying.address() as { port: number };
  const allowed = openS3BlobStore(s3.settings);
  const denied = openS3BlobStore({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` });
  assert.equal(await allowed.findMissingPermission(), undefined);
  assert.match((await denied.findMissingPermission()) ?? "", /grant the account s3:ListBucket/);
  await assert.rejects(
    denied.read(nextKey()),
    (error: unknown) => error instanceof Error && !(error instanceof BlobMissing),
    "denied is not lost",
  );
  // A wrong key says nothing about permissions.
  code = "InvalidAccessKeyId";
  await assert.rejects(denied.findMissingPermission(), /InvalidAccessKeyId/);
  for (const store of [allowed, denied]) store.close();
  denying.closeAllConnections();
  denying.close();
  await s3.close();
});

test("the disk store removes old leftovers of a crash", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-blobs-"));
  const store = await openDiskBlobStore(folder);
  const part = { index: 0, totalParts: 1, attempt: 1, sizeBytes: 10 };
  await store.receivePart({ key: nextKey(), upload: "" }, part, pieces(randomBytes(10)));
  const incoming = join(folder, "blobs", "incoming");
  const [name = ""] = await readdir(incoming);
  const old = new Date("2026-01-01T00:00:00Z");
  assert.equal(await store.removeLeftovers(old, async () => false), 0);
  await utimes(join(incoming, name), old, old);
  assert.equal(await store.removeLeftovers(new Date("2026-01-02T00:00:00Z"), async () => false), 1);
  assert.deepEqual(await readdir(incoming), []);
  await rm(folder, { recursive: true });
});

test("the S3 store aborts old uploads that are no longer needed", async () => {
  const s3 = await startTestS3();
  const store = openS3BlobStore(s3.settings);
  const [wanted, unwanted] = [await store.begin(nextKey()), await store.begin(nextKey())];
  const isNeeded = async (key: string) => key === wanted.key;
  assert.equal(await store.removeLeftovers(new Date("2020-01-01T00:00:00Z"), isNeeded), 0);
  assert.equal(await store.removeLeftovers(new Date("2100-01-01T00:00:00Z"), isNeeded), 1);
  assert.deepEqual((await s3.contents()).uploads, [wanted.upload]);
  assert.notEqual(unwanted.upload, wanted.upload);
  store.close();
  await s3.close();
});
