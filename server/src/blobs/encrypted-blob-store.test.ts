import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { systemClock } from "../platform/clock.ts";
import { removeUnclaimedBlobs } from "../submissions/end-upload.ts";
import { startTestS3 } from "../testing/s3-server.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { BlobStore, Bytes } from "../uploads/blob-store.ts";
import { openDiskBlobStore } from "./disk-blob-store.ts";
import { encryptedBlobStore } from "./encrypted-blob-store.ts";
import { parseMasterKeys, unwrapKey, wrapKey } from "./key-ring.ts";
import { openS3BlobStore } from "./s3-blob-store.ts";

let database: TestDatabase;
let folder: string;
let disk: BlobStore;
let store: BlobStore;
const [first, second] = ["first", "second"].map((id) => ({ id, key: randomBytes(32) })) as [Key, Key];
type Key = { id: string; key: Buffer };
before(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "assay-blobs-"));
  disk = await openDiskBlobStore(folder);
  store = encryptedStore([first]);
});
after(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

/** The disk store, encrypted with these keys. */
const encryptedStore = (keys: Key[], inner = disk) =>
  encryptedBlobStore({ inner, blobKeys: database.db.blobKeys, clock: systemClock }, keys);

async function* bytesOf(bytes: Buffer): Bytes {
  yield bytes;
}

const read = async (from: BlobStore, key: string) => buffer(await from.read(key));
const partOf = (key: string, index = 0) => join(folder, "blobs", key.slice(-2), key, String(index));

/** 65,536 plain bytes are one frame: header 56, then size 4, cipher text, tag 16. */
const frame = 65_536;

async function stored(key: string, parts: Buffer[]): Promise<void> {
  const upload = await store.begin(key);
  const receipts: string[] = [];
  for (const [index, part] of parts.entries()) {
    const place = { index, totalParts: parts.length, attempt: index, sizeBytes: part.length };
    const received = await store.receivePart(upload, place, bytesOf(part));
    await received.keep();
    receipts.push(received.receipt);
  }
  await store.finish(upload, receipts);
}

test("the plain bytes do not appear in the file, and equal bytes are encrypted differently each time", async () => {
  const plain = Buffer.from("The processor shall process personal data only on documented instructions. ".repeat(2000));
  await store.put("plain-1", bytesOf(plain));
  await store.put("plain-2", bytesOf(plain));
  const [one, two] = [await readFile(partOf("plain-1")), await readFile(partOf("plain-2"))];
  assert.ok(!one.includes("processor") && !one.includes("personal data"));
  assert.ok(!one.subarray(60).equals(two.subarray(60)));
  assert.ok((await read(store, "plain-1")).equals(plain));
});

test("blobs of sizes around a frame, and empty ones, are read back", async () => {
  for (const size of [0, 1, frame - 1, frame, frame + 1, 3 * frame]) {
    const bytes = randomBytes(size);
    await store.put(`size-${size}`, bytesOf(bytes));
    assert.ok((await read(store, `size-${size}`)).equals(bytes), `${size} bytes`);
  }
});

test("blobs stored before encryption was switched on stay readable, and encrypted ones after it was switched off", async () => {
  await disk.put("before", bytesOf(Buffer.from("plain words")));
  assert.equal(String(await read(store, "before")), "plain words");
  assert.equal(String(await buffer(await store.readRange("before", 6, 5))), "words");
  await store.put("encrypted", bytesOf(Buffer.from("encrypted words")));
  await assert.rejects(read(encryptedStore([]), "encrypted"), /lacks the key first/);
  const noMore = encryptedStore([]);
  await noMore.put("later", bytesOf(Buffer.from("plain again")));
  assert.equal(String(await readFile(partOf("later"))), "plain again");
});

test("a changed byte, a truncated, repeated, missing or moved part, and another blob's bytes are detected", async () => {
  const parts = [randomBytes(3 * frame), randomBytes(3 * frame), randomBytes(100)];
  const spoil = async (name: string, act: (key: string) => Promise<void>) => {
    await stored(name, parts);
    assert.ok((await read(store, name)).equals(Buffer.concat(parts)));
    await act(name);
    await assert.rejects(read(store, name), Error, name);
  };
  await spoil("changed", async (key) => {
    const bytes = await readFile(partOf(key, 1));
    bytes[frame] = (bytes[frame] ?? 0) ^ 1;
    await writeFile(partOf(key, 1), bytes);
  });
  // At the end of a frame, where the rest looks complete.
  await spoil("cut", (key) => truncate(partOf(key, 2), 56));
  await spoil("cut-between-frames", (key) => truncate(partOf(key, 1), 56 + frame + 20));
  await spoil("last-missing", (key) => rm(partOf(key, 2)));
  await spoil("moved", async (key) => {
    await rename(partOf(key, 0), partOf(key, 9));
    await rename(partOf(key, 1), partOf(key, 0));
    await rename(partOf(key, 9), partOf(key, 1));
  });
  await spoil("doubled", async (key) => writeFile(partOf(key, 3), await readFile(partOf(key, 2))));
  await spoil("frames-moved", async (key) => {
    const bytes = await readFile(partOf(key, 0));
    const [a, b] = [bytes.subarray(56, 56 + frame + 20), bytes.subarray(56 + frame + 20, 56 + 2 * (frame + 20))];
    await writeFile(
      partOf(key, 0),
      Buffer.concat([bytes.subarray(0, 56), b, a, bytes.subarray(56 + 2 * (frame + 20))]),
    );
  });
  await spoil("of-another", async (key) => {
    await stored("another", parts);
    await writeFile(partOf(key, 0), await readFile(partOf("another", 0)));
  });
});

test("rotating keys rewraps the data keys: no byte of a blob changes, and the old key is no longer needed", async () => {
  const { blobKeys } = database.db;
  await store.put("rotated", bytesOf(Buffer.from("kept words")));
  const before = await readFile(partOf("rotated"));
  for (const { blobKey, ...wrapped } of await blobKeys.listOthers(second.id, 1000))
    await blobKeys.rewrap(blobKey, wrapKey(second, blobKey, unwrapKey([second, first], blobKey, wrapped)));
  assert.deepEqual(await blobKeys.listOthers(second.id, 1000), []);
  assert.ok((await readFile(partOf("rotated"))).equals(before));
  assert.equal(String(await read(encryptedStore([second]), "rotated")), "kept words");
  await assert.rejects(read(store, "rotated"), /lacks the key second/);
});

test("a removed blob's key is removed with it", async () => {
  await store.put("gone", bytesOf(Buffer.from("words")));
  await store.remove({ key: "gone", upload: "" });
  assert.equal(await database.db.blobKeys.find("gone"), undefined);
  assert.ok(!(await readdir(join(folder, "blobs"), { recursive: true })).some((name) => name.endsWith("gone")));
});

test("keys are parsed only when the whole setting is valid", () => {
  const key = randomBytes(32).toString("base64");
  assert.deepEqual(
    parseMasterKeys(`new:${key}, old:${key}`)?.map(({ id }) => id),
    ["new", "old"],
  );
  for (const wrong of ["", key, `a:${key},a:${key}`, `a:${key},`, "a:c2hvcnQ="])
    assert.equal(parseMasterKeys(wrong), undefined, wrong);
});

const keyOf = (key: string) => database.db.blobKeys.find(key);

/** Runs the scheduled clean-up at the given time. */
function sweep(blobs: BlobStore, at: Date): Promise<number> {
  const ids = { next: () => assert.fail("removing bytes needs no id") };
  return removeUnclaimedBlobs({ db: database.db, blobs, clock: { now: () => at }, ids, leftoverSeconds: 3600 });
}

const anHourAndMore = () => new Date(systemClock.now().getTime() + 3_700_000);

test("an upload that was begun but never saved leaves no key behind, on disk and on S3", async () => {
  const s3 = await startTestS3();
  const bucket = openS3BlobStore(s3.settings);
  try {
    for (const [name, inner] of Object.entries({ disk, bucket })) {
      const encrypted = encryptedStore([first], inner);
      await encrypted.begin(`begun-${name}`);
      assert.ok(await keyOf(`begun-${name}`));
      await sweep(encrypted, systemClock.now());
      assert.ok(await keyOf(`begun-${name}`), "its session may be about to be written down");
      await sweep(encrypted, anHourAndMore());
      assert.equal(await keyOf(`begun-${name}`), undefined);
    }
    assert.deepEqual((await s3.contents()).uploads, []);
  } finally {
    bucket.close();
    await s3.close();
  }
});

test("a saved upload keeps its key until its session expires", async () => {
  const upload = await store.begin("written-down");
  const muchLater = new Date(systemClock.now().getTime() + 86_400_000);
  await database.db.unclaimedBlobs.add(upload, muchLater);
  await sweep(store, anHourAndMore());
  assert.ok(await keyOf("written-down"));
  await sweep(store, muchLater);
  assert.equal(await keyOf("written-down"), undefined);
});

test("the key of an upload that the clean-up aborts is removed, and so is one whose upload cannot be begun", async () => {
  const s3 = await startTestS3();
  const bucket = openS3BlobStore(s3.settings);
  const encrypted = encryptedStore([first], bucket);
  try {
    await encrypted.begin("left-over");
    assert.equal(await encrypted.removeLeftovers(anHourAndMore(), async () => false), 1);
    assert.equal(await keyOf("left-over"), undefined);
  } finally {
    await s3.close();
  }
  await assert.rejects(encrypted.begin("store-away"));
  assert.equal(await keyOf("store-away"), undefined);
  bucket.close();
});
