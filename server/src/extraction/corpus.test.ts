import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { SeededRandom } from "../testing/damage.ts";
import { sampleFiles } from "../testing/sample-files.ts";
import { encryptedPdf, linesPdf, longPdf, makePdf } from "../testing/sample-pdfs.ts";
import { zipBytes } from "../testing/zip-bytes.ts";
import { type DocumentToExtract, extractDocument } from "./extract-document.ts";
import { ExtractionChildren } from "./extraction-children.ts";
import { defaultExtractionLimits } from "./extraction-limits.ts";
import type { ExtractedFile } from "./file-outcome.ts";
import { readPageRanges } from "./page-ranges.ts";

const limits = { ...defaultExtractionLimits, libreOfficePath: "" };
let folder: string;
let children: ExtractionChildren;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "corpus-test-"));
  children = new ExtractionChildren(limits);
});
after(async () => {
  await children.close();
  await rm(folder, { recursive: true, force: true });
});

let documents = 0;

async function extract(
  files: Record<string, Uint8Array | string>,
  options: Partial<DocumentToExtract> = {},
): Promise<ExtractedFile[]> {
  const outFolder = join(folder, `${++documents}`);
  const sources = Object.keys(files).map((fileName, index) => ({ fileName, path: `${outFolder}-${index}` }));
  for (const { fileName, path } of sources) await writeFile(path, files[fileName] ?? "");
  return extractDocument({ children, limits }, { files: sources, outFolder, ...options });
}

const wordsOf = async ({ pages }: ExtractedFile): Promise<string> =>
  (await Array.fromAsync(readPageRanges(pages), ({ text }) => text)).join("\n");

test("every supported format yields pages with its words", async () => {
  const samples = (await sampleFiles()).filter(({ fileName }) => fileName !== "old.doc");
  const files = await extract(Object.fromEntries(samples.map(({ fileName, bytes }) => [fileName, bytes])));
  for (const file of files) {
    assert.equal(file.failureReason, undefined, file.fileName);
    const isArchive = file.fileName === "bundle.zip";
    assert.equal((await wordsOf(file)) === "", isArchive, file.fileName);
    assert.equal(file.members.length > 0, isArchive || file.fileName.startsWith("letter."), file.fileName);
  }
});

test("empty, unknown, locked and damaged files fail with a reason", async () => {
  const pdf = await linesPdf(["All staff are bound by this policy."]);
  const chance = new SeededRandom(3);
  const random = Buffer.from(Array.from({ length: 5000 }, () => chance.below(256)));
  const zip = zipBytes([{ name: "a.txt", data: "Words of a." }]);
  const files = await extract({
    "empty.pdf": "",
    "empty.docx": "",
    "random.bin": random,
    "random.pdf": random,
    "header.pdf": Buffer.concat([Buffer.from("%PDF-1.7\n"), random]),
    "locked.pdf": await encryptedPdf(pdf, { user: "secret", owner: "secret" }),
    "cut.pdf": pdf.subarray(0, pdf.length - 60),
    "cut.zip": zip.subarray(0, zip.length - 30),
  });
  const unknown = "The file format was not recognised: it is neither a supported document nor plain text.";
  const reasons = Object.fromEntries(files.map(({ fileName, failureReason }) => [fileName, failureReason]));
  assert.deepEqual(reasons, {
    "empty.pdf": "The file is empty.",
    "empty.docx": "The file is empty.",
    "random.bin": unknown,
    "random.pdf": unknown,
    "header.pdf": "The file is damaged: the end of the PDF is missing.",
    "locked.pdf": "The PDF is protected by a password.",
    "cut.pdf": "The file is damaged: the end of the PDF is missing.",
    "cut.zip": reasons["cut.zip"],
  });
  assert.match(reasons["cut.zip"] ?? "", /damaged/);
});

test("a text has the same words in UTF-8, UTF-16 and Latin-1", async () => {
  const text = "Die Prüfung erfolgt jährlich; Verstöße gegen die Richtlinie werden gemeldet.";
  const swapped = Buffer.from(`\ufeff${text}`, "utf16le").swap16();
  const files = await extract({
    "utf-8.txt": text,
    "utf-16le.txt": Buffer.from(`\ufeff${text}`, "utf16le"),
    "utf-16be.txt": swapped,
    "latin-1.txt": Buffer.from(text, "latin1"),
  });
  for (const file of files) assert.equal(await wordsOf(file), text, file.fileName);
});

test("500 pages are read completely and in order, with ranges, headings and progress", async () => {
  const reported: number[] = [];
  const [file] = await extract(
    { "handbook.pdf": await longPdf(500) },
    { onProgress: ({ pagesDone }) => reported.push(pagesDone) },
  );
  assert.ok(file?.facts);
  assert.deepEqual({ ...file.facts, title: undefined }, { pageCount: 500, language: "en", title: undefined });
  assert.deepEqual(
    file.pages.map(({ firstPage, lastPage }) => [firstPage, lastPage]),
    Array.from({ length: 10 }, (_, index) => [index * 50 + 1, index * 50 + 50]),
  );
  assert.ok(reported.length > 2 && reported.at(-1) === 500);
  assert.deepEqual(
    reported,
    reported.toSorted((a, b) => a - b),
  );
  let number = 0;
  for await (const page of readPageRanges(file.pages)) {
    number += 1;
    assert.equal(page.number, number);
    const chapter = Math.floor((number - 1) / 5) + 1;
    const body = page.paragraphs.find(({ kind }) => kind === "body");
    assert.deepEqual(body?.headingPath.at(-1), `${chapter}. Measures of chapter ${chapter}`);
    const footer = page.paragraphs.find(({ kind }) => kind === "footer");
    assert.equal(page.text.slice(footer?.start, footer?.end), `Page ${number} of 500`);
  }
  assert.equal(number, 500);
});

test("3,000 pages are read completely with less than 350 MB of memory", async () => {
  const sheets = Array.from(
    { length: 3000 },
    (_, index) =>
      ({ line }: { line(text: string, at: { y: number }): void }) => {
        for (let row = 0; row < 12; row++)
          line(`Measure ${index + 1}.${row} is reviewed every year.`, { y: 80 + row * 30 });
      },
  );
  let peakBytes = 0;
  const child = await children.acquire();
  await children.release(child);
  const [file] = await extract(
    { "long.pdf": await makePdf(sheets) },
    {
      onProgress: () => {
        void readFile(`/proc/${child.pid}/status`, "latin1").then(
          (status) => {
            peakBytes = Math.max(peakBytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
          },
          () => undefined,
        );
      },
    },
  );
  assert.equal(file?.facts?.pageCount, 3000);
  let number = 0;
  for await (const { text } of readPageRanges(file.pages)) {
    number += 1;
    assert.match(text, new RegExp(`^Measure ${number}\\.0 is reviewed`));
  }
  assert.equal(number, 3000);
  if (process.platform === "linux") assert.ok(peakBytes > 0 && peakBytes < 350e6, `${peakBytes} bytes`);
});
