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
  const folder = await openProcessFolder(root, { isAlone, onError: (error) => assert.fail(String(error)) });
  opened.push(folder);
  return folder;
}

/** Dates the last heartbeat back. */
async function dateBack(path: string, minutes: number): Promise<void> {
  const last = new Date(performance.timeOrigin + performance.now() - minutes * 60_000);
  await utimes(join(path, "alive"), last, last);
}

test("a starting process keeps the folder of another process on the same directory", async () => {
  const first = await open();
  await writeFile(join(first.path, "kept"), "bytes");
  const second = await open();
  assert.notEqual(second.path, first.path);
  await access(join(first.path, "kept"));
});

test("the folder of a process without a heartbeat for ten minutes is removed, and that of a live one is kept", async () => {
  const [dead, slow] = [await open(), await open()];
  await dateBack(dead.path, 11);
  await dateBack(slow.path, 5);
  const third = await open();
  assert.deepEqual((await readdir(root)).toSorted(), [slow.path, third.path].map((path) => path.slice(-36)).toSorted());
});

test("a folder without a heartbeat is judged by its own age", async () => {
  const old = new Date("2026-01-01T00:00:00Z");
  await mkdir(join(root, "old"));
  await utimes(join(root, "old"), old, old);
  await mkdir(join(root, "new"));
  await open();
  const names = await readdir(root);
  assert.ok(!names.includes("old") && names.includes("new"), names.join());
});

test("a process that is alone removes all other folders at once", async () => {
  const left = await open();
  const alone = await open(true);
  assert.deepEqual(await readdir(root), [alone.path.slice(-36)]);
  assert.notEqual(alone.path, left.path);
});

test("a process that ends normally leaves nothing", async () => {
  const folder = await open();
  await writeFile(join(folder.path, "kept"), "bytes");
  await folder.close();
  assert.deepEqual(await readdir(root), []);
});

test("processes that open one data directory at the same time agree on its secrets", async () => {
  const secrets = await Promise.all(
    Array.from({ length: 40 }, async () => (await (await openDataDirectory(root)).secret("token", 24)).value),
  );
  assert.equal(new Set(secrets).size, 1);
  assert.deepEqual(await readdir(root), ["token"]);
});
