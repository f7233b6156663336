import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openSha256, type Sha256, sha256OfFile } from "./sha256.ts";

const hashAtOnce = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function addAll(hash: Sha256, bytes: Buffer, pieceBytes = 65_536): Promise<Sha256> {
  for (let at = 0; at < bytes.length; at += pieceBytes) await hash.add(bytes.subarray(at, at + pieceBytes));
  return hash;
}

const hex = (bytes: Buffer) => bytes.toString("hex");
const sizes = [0, 1, 65_535, 65_536, 65_537, 262_143, 262_144, 262_145, 3_000_001];

test("the hash does not depend on the pieces in which the bytes arrive", async () => {
  for (const size of sizes) {
    const bytes = randomBytes(size);
    for (const pieceBytes of [65_536, 1_000_003]) {
      const hash = await addAll(openSha256(), bytes, pieceBytes);
      assert.equal(hex(await hash.digest()), hashAtOnce(bytes), `${size} bytes in pieces of ${pieceBytes}`);
    }
  }
});

test("the hashing thread has a lower priority than the main thread, on systems that support it", async () => {
  const normal = getPriority();
  await (await addAll(openSha256(), randomBytes(300_000))).digest();
  const threads = await readdir("/proc/self/task").catch(() => []);
  const lowered = threads.filter((thread) => getPriority(Number(thread)) > normal).length;
  assert.equal(lowered, threads.length > 0 && normal < 10 ? 1 : 0);
  assert.equal(getPriority(), normal);
});

test("a resumable hash resumes from a saved state", async () => {
  for (const size of sizes) {
    const [first, second] = [randomBytes(size), randomBytes(700_000)];
    const state = await (await addAll(openSha256({ isResumable: true }), first)).state();
    const resumed = await addAll(openSha256({ isResumable: true, state }), second);
    assert.equal(hex(await resumed.digest()), hashAtOnce(Buffer.concat([first, second])), `${size} bytes before`);
  }
});

test("concurrent hashes do not mix, and abandoning some does not affect the others", async () => {
  const bodies = Array.from({ length: 40 }, (_, at) => randomBytes(300_000 + at * 40_000));
  const outcomes = await Promise.all(
    bodies.map(async (bytes, at) => {
      const hash = await addAll(openSha256(), bytes);
      if (at % 4 > 0) return hex(await hash.digest());
      hash.drop();
      return undefined;
    }),
  );
  assert.deepEqual(
    outcomes,
    bodies.map((bytes, at) => (at % 4 > 0 ? hashAtOnce(bytes) : undefined)),
  );
});

test("a hash with an invalid state fails alone", async () => {
  const bytes = randomBytes(1_000_000);
  const wrong = openSha256({ isResumable: true, state: Buffer.from("no state of any hash") });
  const other = openSha256();
  await Promise.all([
    assert.rejects(async () => (await addAll(wrong, bytes)).digest()),
    addAll(other, bytes).then(async () => assert.equal(hex(await other.digest()), hashAtOnce(bytes))),
  ]);
});

test("a file is hashed from disk, and a missing file is an error", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-sha256-"));
  try {
    for (const size of sizes) {
      const bytes = randomBytes(size);
      await writeFile(join(folder, "file"), bytes);
      assert.equal(hex(await sha256OfFile(join(folder, "file"))), hashAtOnce(bytes), `${size} bytes`);
    }
    await assert.rejects(sha256OfFile(join(folder, "none")), { code: "ENOENT" });
  } finally {
    await rm(folder, { recursive: true });
  }
});
