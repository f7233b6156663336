import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { closeBenchReader, readForBench } from "../bench/read-for-bench.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-bench-test-"));
});
after(async () => {
  await closeBenchReader();
  await rm(folder, { recursive: true, force: true });
});

test("readForBench extracts name, language, pages and headings like the service", async () => {
  const path = join(folder, "policy.md");
  await writeFile(
    path,
    "# Backup policy\n\nThe administrator shall make a backup of every server each night and shall test it every month.\n",
  );
  const file = await readForBench(path);
  assert.equal(file.name, "policy.md");
  assert.equal(file.language, "en");
  const paragraphs = file.pages.flatMap(({ text, paragraphs }) =>
    paragraphs.map(({ start, end, kind, headingPath }) => ({ kind, headingPath, words: text.slice(start, end) })),
  );
  assert.equal(paragraphs[0]?.kind, "heading");
  assert.deepEqual(paragraphs[1]?.headingPath, ["Backup policy"]);
  assert.match(paragraphs[1]?.words ?? "", /^The administrator shall make a backup/);
});

test("readForBench reports the path and the reason of an unreadable document", async () => {
  const path = join(folder, "broken.pdf");
  await writeFile(path, "%PDF-1.7\nnothing more");
  await assert.rejects(readForBench(path), (error: Error) => error.message.startsWith(`${path}: `));
});
