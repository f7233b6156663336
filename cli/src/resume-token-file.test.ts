import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { openResumeTokenFile } from "./resume-token-file.ts";

const target = { complianceFrameworkId: "DPA" };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-test-"));
  await writeFile(join(folder, "agreement.txt"), "The processor keeps records.");
});

afterEach(() => rm(folder, { recursive: true }));

const openFor = (key: string) =>
  openResumeTokenFile(
    { ASSAY_CONFIG_DIR: folder },
    { url: "http://127.0.0.1:1", key, target, files: [join(folder, "agreement.txt")] },
  );

const listFiles = () => readdir(join(folder, "uploads"));

test("a saved token is found by the same command, and not with another key", async () => {
  await (await openFor("key-1")).save("token");
  assert.equal(await (await openFor("key-1")).read(), "token");
  assert.equal(await (await openFor("key-2")).read(), undefined);
});

test("removing a token removes the temporary files of killed commands, too", async () => {
  await (await openFor("key-1")).save("token");
  const [own = ""] = await listFiles();
  await (await openFor("key-2")).save("another upload's token");
  const [other] = (await listFiles()).filter((name) => name !== own);
  await writeFile(join(folder, "uploads", `${own}.1514`), "half a tok");
  await (await openFor("key-1")).remove();
  assert.deepEqual(await listFiles(), [other]);
});

test("tokens that are older than an upload session are removed", async () => {
  await (await openFor("key-1")).save("token");
  const [own = ""] = await listFiles();
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  await utimes(join(folder, "uploads", own), twoDaysAgo, twoDaysAgo);
  assert.equal(await (await openFor("key-1")).read(), undefined);
  assert.deepEqual(await listFiles(), []);
});
