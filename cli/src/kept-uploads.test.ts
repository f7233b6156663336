import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { keptUpload } from "./kept-uploads.ts";

const target = { complianceFrameworkId: "DPA" };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-test-"));
  await writeFile(join(folder, "agreement.txt"), "The processor keeps records.");
});

afterEach(() => rm(folder, { recursive: true }));

const uploadOf = (key: string) =>
  keptUpload(
    { ASSAY_CONFIG_DIR: folder },
    { url: "http://127.0.0.1:1", key, target, files: [join(folder, "agreement.txt")] },
  );

const keptFiles = () => readdir(join(folder, "uploads"));

test("what one command keeps, the same command finds, and another key does not", async () => {
  await (await uploadOf("key-1")).keep("token");
  assert.equal(await (await uploadOf("key-1")).find(), "token");
  assert.equal(await (await uploadOf("key-2")).find(), undefined);
});

test("a finished upload leaves nothing, not even what a command killed while it wrote left beside it", async () => {
  await (await uploadOf("key-1")).keep("token");
  const [own = ""] = await keptFiles();
  await (await uploadOf("key-2")).keep("another upload's token");
  const [other] = (await keptFiles()).filter((name) => name !== own);
  await writeFile(join(folder, "uploads", `${own}.1514`), "half a tok");
  await (await uploadOf("key-1")).forget();
  assert.deepEqual(await keptFiles(), [other]);
});

test("what is older than a session can be is removed by the next command", async () => {
  await (await uploadOf("key-1")).keep("token");
  const [own = ""] = await keptFiles();
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  await utimes(join(folder, "uploads", own), twoDaysAgo, twoDaysAgo);
  assert.equal(await (await uploadOf("key-1")).find(), undefined);
  assert.deepEqual(await keptFiles(), []);
});
