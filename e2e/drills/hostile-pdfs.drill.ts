import assert from "node:assert/strict";
import { glob, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { extractDocument } from "../../server/src/extraction/extract-document.ts";
import { ExtractionChildren } from "../../server/src/extraction/extraction-children.ts";
import { defaultExtractionLimits, type ExtractionLimits } from "../../server/src/extraction/extraction-limits.ts";
import { readPageRanges } from "../../server/src/extraction/page-ranges.ts";
import { SeededRandom } from "../../server/src/testing/damage.ts";
import { mutatePdf } from "../../server/src/testing/hostile-pdf.ts";
import { sampleFiles } from "../../server/src/testing/sample-files.ts";
import { longPdf } from "../../server/src/testing/sample-pdfs.ts";

/** ASSAY_DRILL_PDFS=FOLDER npm run drill -- e2e/drills/hostile-pdfs.drill.ts     without the folder: PDFs of our own */

const mutations = Number(process.env["ASSAY_DRILL_MUTATIONS"] ?? 2000);
const maxPdfs = 50;
const readers = availableParallelism();
const progressStep = 100;
const seed = 20261118;
const limits: ExtractionLimits = { ...defaultExtractionLimits, wallClockSeconds: 60, memoryBytes: 1024 ** 3 };
/** Stopping a child and starting the next one. */
const graceSeconds = 15;

let folder: string;
let children: ExtractionChildren;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "hostile-pdfs-"));
  await mkdir(join(folder, "children"));
  children = new ExtractionChildren({
    ...{ memoryBytes: limits.memoryBytes, maxIdle: readers, folder: join(folder, "children") },
  });
});
after(async () => {
  await children?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Pdf {
  name: string;
  bytes: Buffer;
}

async function readPdfs(): Promise<Pdf[]> {
  const from = process.env["ASSAY_DRILL_PDFS"];
  if (from === undefined) {
    const samples = (await sampleFiles()).filter(({ fileName }) => fileName.endsWith(".pdf"));
    const own = samples.map(({ fileName, bytes }) => ({ name: fileName, bytes }));
    return [...own, { name: "handbook.pdf", bytes: Buffer.from(await longPdf(20)) }];
  }
  const paths = (await Array.fromAsync(glob("**/*.pdf", { cwd: from }))).sort().slice(0, maxPdfs);
  return Promise.all(paths.map(async (path) => ({ name: basename(path), bytes: await readFile(join(from, path)) })));
}

interface Outcome {
  seconds: number;
  failureReason: string | undefined;
  pages: number;
  faults: string[];
}

async function read(name: string, bytes: Buffer): Promise<Outcome> {
  const documentFolder = join(folder, name);
  await mkdir(documentFolder);
  const path = join(documentFolder, "file");
  await writeFile(path, bytes);
  const faults: string[] = [];
  const startedAt = performance.now();
  const [file] = await extractDocument(
    { children, limits },
    {
      files: [{ path, fileName: "file.pdf" }],
      outFolder: join(documentFolder, "out"),
      onFault: (message) => faults.push(message),
    },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  assert.ok(file !== undefined, name);
  let pages = 0;
  for await (const _ of readPageRanges(file.pages)) pages += 1;
  if (file.facts !== undefined) assert.equal(pages, file.facts.pageCount, name);
  await rm(documentFolder, { recursive: true, force: true });
  return { seconds, failureReason: file.failureReason, pages, faults };
}

test("hostile PDFs end with pages or a failure reason within the limits, and the next document is read", async (context) => {
  const pdfs = await readPdfs();
  assert.ok(pdfs.length > 0, "no PDF in the folder");
  const usual = new Map<string, number>();
  for (const { name, bytes } of pdfs) usual.set(name, (await read(name, bytes)).seconds);
  const reasons = new Map<string, number>();
  const wrong: string[] = [];
  let [begun, ended, readable, most] = [0, 0, 0, 0];
  let slowest = { name: "", seconds: 0 };

  async function readMutation(index: number): Promise<void> {
    const pdf = pdfs[index % pdfs.length];
    assert.ok(pdf);
    const mutation = mutatePdf(pdf.bytes, new SeededRandom(seed + index));
    const { seconds, failureReason, faults } = await read(`${index}-${pdf.name}`, mutation);
    const name = `mutation ${index} of ${pdf.name}`;
    if (failureReason === undefined) readable += 1;
    else reasons.set(failureReason, (reasons.get(failureReason) ?? 0) + 1);
    if (failureReason !== undefined && !/^(The|It|With|Reading) .+\.$/.test(failureReason))
      wrong.push(`${name}: not a sentence: ${failureReason}`);
    if (seconds > limits.wallClockSeconds + graceSeconds) wrong.push(`${name}: ${seconds} seconds`);
    // A child that ends at a limit is no fault of a reader.
    wrong.push(
      ...faults
        .filter((fault) => !/^The child process ended: (timedOut|outOfMemory)/.test(fault))
        .map((fault) => `${name}: ${fault}`),
    );
    if (seconds > slowest.seconds) slowest = { name, seconds };
    most = Math.max(most, seconds / Math.max(0.2, usual.get(pdf.name) ?? 0));
    ended += 1;
    if (ended % progressStep === 0)
      process.stdout.write(
        `${ended} of ${mutations}: ${readable} readable, ${wrong.length} wrong, slowest ${slowest.seconds.toFixed(1)} s\n`,
      );
  }

  const readAll = async () => {
    while (begun < mutations) await readMutation(begun++);
  };
  await Promise.all(Array.from({ length: readers }, readAll));
  context.diagnostic(`${pdfs.length} PDFs, ${mutations} mutations, ${readable} readable`);
  context.diagnostic(
    `slowest: ${slowest.name}, ${slowest.seconds.toFixed(1)} s; at most ${most.toFixed(1)} times the original's time`,
  );
  for (const [reason, count] of reasons) context.diagnostic(`${count} × ${reason}`);
  assert.deepEqual(wrong, []);
  const [first] = pdfs;
  assert.equal((await read("afterwards", first?.bytes ?? Buffer.alloc(0))).failureReason, undefined);
  await children.close();
  assert.deepEqual(await readdir(join(folder, "children")), []);
});
