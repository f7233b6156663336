import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { damageFile, SeededRandom } from "../testing/damage.ts";
import { type SampleFile, sampleFiles, sampleImages } from "../testing/sample-files.ts";
import { extractDocument } from "./extract-document.ts";
import { ExtractionChildren } from "./extraction-children.ts";
import { defaultExtractionLimits, type ExtractionLimits } from "./extraction-limits.ts";
import type { ExtractedFile } from "./file-outcome.ts";
import { readPageRanges } from "./page-ranges.ts";

/** More in `npm run drill`. */
const allFiles = process.env["ASSAY_DRILL"] === "full" ? 2000 : 600;
const imageFiles = 0.08 * allFiles;
const filesPerDocument = 40;
const seed = 20261115;

/** Small, so that runaway files are stopped soon, but enough for every undamaged sample. */
const limits: ExtractionLimits = {
  ...defaultExtractionLimits,
  wallClockSeconds: 60,
  memoryBytes: 800 * 1024 ** 2,
  maxUnpackedBytes: 64 * 1024 ** 2,
  maxPages: 2000,
  // LibreOffice takes a second for each file.
  libreOfficePath: "",
};

let folder: string;
let children: ExtractionChildren;
const earlierTmpdir = process.env["TMPDIR"];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "damaged-files-test-"));
  await mkdir(join(folder, "tmp"));
  // Child processes create their files here.
  process.env["TMPDIR"] = join(folder, "tmp");
  children = new ExtractionChildren({ memoryBytes: limits.memoryBytes, maxIdle: 2 });
});
after(async () => {
  await children.close();
  if (earlierTmpdir === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = earlierTmpdir;
  await rm(folder, { recursive: true, force: true });
});

/** Alternates the formats, so that every document has all of them. */
function makeFiles(samples: SampleFile[], count: number, chance: SeededRandom): SampleFile[] {
  return Array.from({ length: count }, (_, index) => {
    const { fileName, bytes } = samples[index % samples.length] ?? { fileName: "", bytes: Buffer.alloc(0) };
    return { fileName: `${index}-${fileName}`, bytes: damageFile(bytes, chance) };
  });
}

async function readTogether(name: string, files: SampleFile[]): Promise<{ read: ExtractedFile[]; faults: string[] }> {
  const documentFolder = join(folder, name);
  await mkdir(documentFolder);
  const sources = files.map(({ fileName }, index) => ({ fileName, path: join(documentFolder, `${index}`) }));
  for (const [index, { bytes }] of files.entries()) await writeFile(sources[index]?.path ?? "", bytes);
  const faults: string[] = [];
  const read = await extractDocument(
    { children, limits },
    { files: sources, outFolder: join(documentFolder, "out"), onFault: (message) => faults.push(message) },
  );
  return { read, faults };
}

/** Returns how many of a file and its members could be read; adds violations to `wrong`. */
async function check(file: ExtractedFile, wrong: string[]): Promise<number> {
  if (file.facts === undefined && !/^(The|It|With|Reading) .+\.$/.test(file.failureReason)) {
    wrong.push(`${file.displayName}: not a sentence: ${file.failureReason}`);
  }
  let pages = 0;
  for await (const { number, text, paragraphs } of readPageRanges(file.pages)) {
    pages += 1;
    const words = paragraphs.map(({ start, end }) => text.slice(start, end)).join("\n");
    if (words !== text) wrong.push(`${file.displayName}: page ${number} has words outside its paragraphs`);
  }
  if (file.facts !== undefined && pages !== file.facts.pageCount) {
    wrong.push(`${file.displayName}: ${pages} pages instead of ${file.facts.pageCount}`);
  }
  let readable = file.facts === undefined ? 0 : 1;
  for (const member of file.members) readable += await check(member, wrong);
  return readable;
}

test(`${allFiles} damaged files of every format end with pages or a failure reason, and leave no files`, async () => {
  const chance = new SeededRandom(seed);
  const queue = [
    ...makeFiles(await sampleFiles(), allFiles - imageFiles, chance),
    ...makeFiles(sampleImages(), imageFiles, chance),
  ];
  const wrong: string[] = [];
  let readable = 0;
  let documents = 0;
  const work = async () => {
    while (queue.length > 0) {
      documents += 1;
      const name = `${documents}`;
      const files = queue.splice(0, filesPerDocument);
      const { read, faults } = await readTogether(name, files);
      wrong.push(...faults.map((fault) => `${files[0]?.fileName} and its like: ${fault}`));
      assert.equal(read.length, files.length);
      for (const file of read) readable += await check(file, wrong);
      await rm(join(folder, name), { recursive: true, force: true });
    }
  };
  await Promise.all([work(), work()]);
  assert.deepEqual(wrong, []);
  // If no file could be read, the damage would be too severe to test the readers.
  assert.ok(readable > allFiles / 4, `only ${readable} could be read`);

  await children.close();
  assert.deepEqual(await readdir(join(folder, "tmp")), []);
});
