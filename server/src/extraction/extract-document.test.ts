import assert from "node:assert/strict";
import { lstat, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { openExtractionFixture, summarise, wordsOf } from "../testing/extraction-fixture.ts";
import { inlineRow, xlsxBytes } from "../testing/sample-office.ts";
import { type ZipBytesEntry, zipBytes } from "../testing/zip-bytes.ts";
import type { ExtractionProgress } from "./extract-document.ts";
import { type ExtractedFile, findExtractedFiles } from "./file-outcome.ts";
import { readPageRanges } from "./page-ranges.ts";

const { folder, extract, close } = await openExtractionFixture();
after(close);

const zip = (...entries: ZipBytesEntry[]) => zipBytes(entries);
const mail = (body: string) => `From: a@example.com\r\nSubject: Hello\r\nMIME-Version: 1.0\r\n\r\n${body}`;

test("each file of a document has its pages and facts", async () => {
  const files = await extract({ "a.txt": "First words.", "b.md": "# Heading\n\nSecond words." });
  assert.deepEqual(await summarise(files), [
    ["a.txt", "First words."],
    ["b.md", "Heading\nSecond words."],
  ]);
  assert.equal(files[0]?.facts?.pageCount, 1);
});

test("long titles and sheet names are shortened", async () => {
  const html = `<title>${"Title ".repeat(1000)}</title><p>Words.</p>`;
  const sheets = [{ name: "Sheet".repeat(1000), rows: inlineRow("Words.") }];
  const [page, workbook] = await extract({ "a.html": html, "b.xlsx": xlsxBytes({ sheets }) });
  assert.equal(page?.facts?.title?.length, 500);
  const [sheet] = await Array.fromAsync(readPageRanges(workbook?.pages ?? []));
  assert.equal(sheet?.label.length, 200);
});

test("a file that cannot be read fails alone, with a reason", async () => {
  const files = await extract({ "a.pdf": "", "b.txt": "Good words." });
  assert.deepEqual(await summarise(files), [
    ["a.pdf", "The file is empty."],
    ["b.txt", "Good words."],
  ]);
});

test("members of archives and emails are read, and a broken one fails alone", async () => {
  const bundle = zip(
    { name: "docs/a.txt", data: "Words of a." },
    { name: "broken.txt", data: "x", declaredCrc: 1 },
    { name: "inner.zip", data: zip({ name: "b.txt", data: "Words of b." }, { name: "empty.txt", data: "" }) },
    { name: "mail.eml", data: mail("Words of a mail.") },
  );
  assert.deepEqual(await summarise(await extract({ "bundle.zip": bundle })), [
    [
      "bundle.zip",
      "",
      [
        ["bundle.zip/docs/a.txt", "Words of a."],
        ["bundle.zip/broken.txt", "It is damaged: it does not match its checksum."],
        [
          "bundle.zip/inner.zip",
          "",
          [
            ["bundle.zip/inner.zip/b.txt", "Words of b."],
            ["bundle.zip/inner.zip/empty.txt", "The file is empty."],
          ],
        ],
        ["bundle.zip/mail.eml", "From: a@example.com\nSubject: Hello\nWords of a mail."],
      ],
    ],
  ]);
});

test("archives are unpacked three levels deep and no deeper", async () => {
  let bytes = zip({ name: "deep.txt", data: "Deep words." });
  for (const name of ["third.zip", "second.zip"]) bytes = zip({ name, data: bytes });
  const [first] = await extract({ "first.zip": bytes });
  assert.equal(await wordsOf(first?.members[0]?.members[0]?.members[0] as ExtractedFile), "Deep words.");
  const [deeper] = await extract({ "zeroth.zip": zip({ name: "first.zip", data: bytes }) });
  assert.equal(
    deeper?.members[0]?.members[0]?.members[0]?.failureReason,
    "The file is packed into more than 3 others, which is the most that is unpacked.",
  );
});

test("a nested bomb fails with a reason, and the other files are read", async () => {
  const layer = zip({ name: "zeros.txt", data: Buffer.alloc(3 * 1024 ** 2) });
  const bomb = zip(...["a", "b", "c", "d"].map((name) => ({ name: `${name}.zip`, data: layer })));
  const files = await extract({ "bomb.zip": bomb, "good.txt": "Good words." }, { maxUnpackedBytes: 10 * 1024 ** 2 });
  assert.equal(files[0]?.failureReason, "The file unpacks to more than 10 MiB, which is the most that is read.");
  assert.equal(files[1]?.failureReason, undefined);
});

test("members read before an archive exceeds a limit are kept, at any depth", async () => {
  const words = (name: string) => ({ name, data: `Words of ${name}.` });
  const inner = zip(words("a.txt"), words("b.txt"), words("c.txt"));
  const outer = zip(words("first.txt"), { name: "inner.zip", data: inner }, words("last.txt"));
  const reason = "The file holds more than 4 files, which is the most that is read.";
  assert.deepEqual(
    await summarise(await extract({ "outer.zip": outer, "good.txt": "Good words." }, { maxMembers: 4 })),
    [
      [
        "outer.zip",
        reason,
        [
          ["outer.zip/first.txt", "Words of first.txt."],
          [
            "outer.zip/inner.zip",
            reason,
            [
              ["outer.zip/inner.zip/a.txt", "Words of a.txt."],
              ["outer.zip/inner.zip/b.txt", "Words of b.txt."],
            ],
          ],
        ],
      ],
      ["good.txt", "Good words."],
    ],
  );
});

test("the pages of all files count together towards the limit", async () => {
  const files = await extract({ "a.eml": mail("Words."), "b.eml": mail("Words.") }, { maxPages: 3 });
  assert.equal(files[0]?.facts?.pageCount, 2);
  assert.match(files[1]?.failureReason ?? "", /more than 3 pages/);
});

test("the text of all files counts together towards the limit, with text from an earlier attempt", async () => {
  const text = "Words of a text that goes on. ".repeat(20_000);
  const limits = { maxTextBytes: 1024 ** 2 };
  const reason = "With this file the document has more than 1 MiB of text, which is the most that is read.";
  const outFolder = join(folder, "much-text");
  const ends = async (files: Record<string, string>) =>
    (await extract(files, limits, { outFolder })).map(({ failureReason }) => failureReason);
  assert.deepEqual(await ends({ "a.txt": text }), [undefined]);
  assert.deepEqual(await ends({ "a.txt": text, "b.txt": text, "c.txt": "Few words." }), [undefined, reason, undefined]);
});

test("a very long heading is shortened in the heading paths of its paragraphs", async () => {
  const html = `<h1>${"Heading ".repeat(12_000)}</h1>${"<p>Words.</p>".repeat(20_000)}`;
  const [file] = await extract({ "a.html": html });
  assert.equal(file?.failureReason, undefined);
  const [page] = await Array.fromAsync(readPageRanges(file?.pages ?? []));
  assert.equal(page?.paragraphs.at(-1)?.headingPath[0]?.length, 300);
});

test("members read by an earlier attempt count towards the page limit", async () => {
  const outFolder = join(folder, "many-pages");
  const archive = zip({ name: "a.eml", data: mail("Words.") });
  await extract({ "a.zip": archive }, {}, { outFolder });
  const [, second] = await extract({ "a.zip": archive, "b.eml": mail("Words.") }, { maxPages: 3 }, { outFolder });
  assert.match(second?.failureReason ?? "", /more than 3 pages/);
});

test("a system error is thrown and does not fail the file; the next attempt reads it", async () => {
  const outFolder = join(folder, "in-the-way");
  const inTheWay = join(outFolder, "1", "pages-000001-000001.jsonl.gz.unfinished");
  await mkdir(inTheWay, { recursive: true });
  await assert.rejects(extract({ "a.txt": "Words." }, {}, { outFolder }), /Reading a document failed: EISDIR/);
  await rm(inTheWay, { recursive: true });
  assert.deepEqual(await summarise(await extract({ "a.txt": "Words." }, {}, { outFolder })), [["a.txt", "Words."]]);
});

test("results stay where they are until whoever reads them meanwhile has finished", async () => {
  const outFolder = join(folder, "read-meanwhile");
  let found: unknown[] = [];
  const settle = async () => {
    // Moving takes less time than this.
    for (let times = 0; times < 20; times++) found = await summarise(await findExtractedFiles(outFolder));
    assert.ok((await lstat(outFolder)).isSymbolicLink());
  };
  const read = await extract({ "a.txt": "Words.", "b.eml": mail("Words.") }, {}, { outFolder, settle });
  assert.deepEqual(found, await summarise(read));
  assert.ok((await lstat(outFolder)).isDirectory());
});

test("a file is complete only with all its members", async () => {
  const outFolder = join(folder, "incomplete");
  const bundle = zip({ name: "a.txt", data: "Words of a." });
  await extract({ "a.txt": "Words.", "bundle.zip": bundle }, {}, { outFolder });
  await rm(join(outFolder, "2.1", "outcome.json"));
  assert.deepEqual(
    (await findExtractedFiles(outFolder)).map(({ place }) => place),
    ["1"],
  );
});

test("progress reports pages done and total, for the file and for the document", async () => {
  const reported: ExtractionProgress[] = [];
  await extract(
    { "a.eml": mail("Words."), "b.txt": "Words." },
    {},
    { onProgress: (progress) => reported.push(progress) },
  );
  assert.deepEqual(reported.at(-1), { file: "2", pagesDone: 1, pageCount: 1, totalPagesDone: 3, totalPageCount: 3 });
  assert.deepEqual(reported[0], { file: "1", pagesDone: 0, pageCount: 2, totalPagesDone: 0, totalPageCount: 2 });
});

test("pages from an earlier attempt are not read again", async () => {
  const outFolder = join(folder, "resumed");
  await mkdir(join(outFolder, "1"), { recursive: true });
  const kept = { number: 1, label: "mail header", text: "kept from before", paragraphs: [] };
  await writeFile(join(outFolder, "1", "pages-000001-000001.jsonl.gz"), gzipSync(JSON.stringify(kept)));
  await writeFile(join(outFolder, "1", "pages-000002-000002.jsonl.gz.unfinished"), "half of a range");
  const files = await extract({ "a.eml": mail("Words.") }, {}, { outFolder });
  assert.deepEqual(await summarise(files), [["a.eml", "kept from before\nWords."]]);
});

test("a file with an outcome is not read again", async () => {
  const outFolder = join(folder, "ended");
  await extract({ "a.txt": "First words." }, {}, { outFolder });
  assert.deepEqual(await summarise(await extract({ "a.txt": "Other words." }, {}, { outFolder })), [
    ["a.txt", "First words."],
  ]);
});
