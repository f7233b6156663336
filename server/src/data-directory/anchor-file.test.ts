import assert from "node:assert/strict";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { appendLines, readLines } from "./anchor-file.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-anchor-file-"));
});
after(() => rm(folder, { recursive: true }));

test("a line that a crash left incomplete is removed before the next one is added", async () => {
  const path = join(folder, "crashed");
  await appendLines(path, [`{"number":1}`]);
  await appendFile(path, `{"numb`);
  await appendLines(path, [`{"number":2}`, `{"number":3}`]);
  assert.equal(await readFile(path, "utf8"), `{"number":1}\n{"number":2}\n{"number":3}\n`);
});

test("a complete last line without a line end is kept", async () => {
  const path = join(folder, "edited");
  await writeFile(path, `{"number":1}`);
  await appendLines(path, [`{"number":2}`]);
  assert.deepEqual(await readLines(path), [`{"number":1}`, `{"number":2}`]);
});

test("a file that does not exist has no lines", async () => {
  assert.deepEqual(await readLines(join(folder, "missing")), []);
});
