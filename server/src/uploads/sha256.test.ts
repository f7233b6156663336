import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openSha256, type Sha256, sha256OfFile } from "./sha256.ts";

const plainly = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function addAll(hash: Sha256, bytes: Buffer, pieceBytes = 65_536): Promise<Sha256> {
  for (let at = 0; at < bytes.length; at += pieceBytes) await hash.add(bytes.subarray(at, at + pieceBytes));
  return hash;
}

const hex = (bytes: Buffer) => bytes.toString("hex");
const sizes = [0, 1, 65_535, 65_536, 65_537, 262_143, 262_144, 262_145, 3_000_001];

test("bytes of any length hash to what they hash to in one go, whatever pieces they come in", async () => {
  for (const size of sizes) {
    const bytes = randomBytes(size);
    for (const pieceBytes of [65_536, 1_000_003]) {
      const hash = await addAll(openSha256(), bytes, pieceBytes);
      assert.equal(hex(await hash.digest()), plainly(bytes), `${size} bytes in pieces of ${pieceBytes}`);
    }
  }
});

test("whoever hashes gives way to whoever answers, where a thread can", async () => {
  const usual = getPriority();
  await (await addAll(openSha256(), randomBytes(300_000))).digest();
  const threads = await readdir("/proc/self/task").catch(() => []);
  const givingWay = threads.filter((thread) => getPriority(Number(thread)) > usual).length;
  assert.equal(givingWay, threads.length > 0 && usual < 10 ? 1 : 0);
  assert.equal(getPriority(), usual);
});

test("a resumable one goes on from where another was put aside", async () => {
  for (const size of sizes) {
    const [first, second] = [randomBytes(size), randomBytes(700_000)];
    const state = await (await addAll(openSha256({ isResumable: true }), first)).state();
    const resumed = await addAll(openSha256({ isResumable: true, state }), second);
    assert.equal(hex(await resumed.digest()), plainly(Buffer.concat([first, second])), `${size} bytes before`);
  }
});

test("many at once do not mix, and what is dropped is nobody's trouble", async () => {
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
    bodies.map((bytes, at) => (at % 4 > 0 ? plainly(bytes) : undefined)),
  );
});

test("one that cannot go on from the state it is given fails alone", async () => {
  const bytes = randomBytes(1_000_000);
  const wrong = openSha256({ isResumable: true, state: Buffer.from("no state of any hash") });
  const other = openSha256();
  await Promise.all([
    assert.rejects(async () => (await addAll(wrong, bytes)).digest()),
    addAll(other, bytes).then(async () => assert.equal(hex(await other.digest()), plainly(bytes))),
  ]);
});

test("a file is hashed where it lies, and one that is not there says so", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-sha256-"));
  try {
    for (const size of sizes) {
      const bytes = randomBytes(size);
      await writeFile(join(folder, "file"), bytes);
      assert.equal(hex(await sha256OfFile(join(folder, "file"))), plainly(bytes), `${size} bytes`);
    }
    await assert.rejects(sha256OfFile(join(folder, "none")), { code: "ENOENT" });
  } finally {
    await rm(folder, { recursive: true });
  }
});
