import assert from "node:assert/strict";
import { access, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { openDataDirectory } from "./data-directory.ts";
import { openProcessFolder, type ProcessFolder } from "./process-folder.ts";

let root: string;
let opened: ProcessFolder[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "assay-folders-"));
  opened = [];
});
afterEach(async () => {
  for (const folder of opened) await folder.close();
  await rm(root, { recursive: true });
});

async function open(isAlone = false): Promise<ProcessFolder> {
  const folder = await openProcessFolder(root, { isAlone, onTrouble: (error) => assert.fail(String(error)) });
  opened.push(folder);
  return folder;
}

/** As if the process had given its last sign so long ago. */
async function silence(path: string, minutes: number): Promise<void> {
  const last = new Date(performance.timeOrigin + performance.now() - minutes * 60_000);
  await utimes(join(path, "alive"), last, last);
}

test("a process that starts leaves what another on the same directory keeps", async () => {
  const first = await open();
  await writeFile(join(first.path, "kept"), "bytes");
  const second = await open();
  assert.notEqual(second.path, first.path);
  await access(join(first.path, "kept"));
});

test("what a process left that gave no sign for ten minutes is removed, and what gave one lately is not", async () => {
  const [dead, slow] = [await open(), await open()];
  await silence(dead.path, 11);
  await silence(slow.path, 5);
  const third = await open();
  assert.deepEqual((await readdir(root)).toSorted(), [slow.path, third.path].map((path) => path.slice(-36)).toSorted());
});

test("what lies there without a sign is judged by its own age", async () => {
  const old = new Date("2026-01-01T00:00:00Z");
  await mkdir(join(root, "old"));
  await utimes(join(root, "old"), old, old);
  await mkdir(join(root, "new"));
  await open();
  const names = await readdir(root);
  assert.ok(!names.includes("old") && names.includes("new"), names.join());
});

test("a process that is alone removes at once whatever it finds", async () => {
  const left = await open();
  const alone = await open(true);
  assert.deepEqual(await readdir(root), [alone.path.slice(-36)]);
  assert.notEqual(alone.path, left.path);
});

test("a process that ends in good order leaves nothing", async () => {
  const folder = await open();
  await writeFile(join(folder.path, "kept"), "bytes");
  await folder.close();
  assert.deepEqual(await readdir(root), []);
});

test("many that open one data directory at once, with the same process number, agree on its secrets", async () => {
  const secrets = await Promise.all(
    Array.from({ length: 40 }, async () => (await (await openDataDirectory(root)).secret("token", 24)).value),
  );
  assert.equal(new Set(secrets).size, 1);
  assert.deepEqual(await readdir(root), ["token"]);
});
