import assert from "node:assert/strict";
import { fstatSync } from "node:fs";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { Chance, damaged } from "../../../testing/damage.ts";
import { handmadeFonts, handmadePdf, onePage, streamObject, textLine } from "../../../testing/handmade-pdf.ts";
import { longPdf, sentence } from "../../../testing/sample-pdfs.ts";
import { comparePage, roomyLimits, storingPdfs, withPdf } from "../../../testing/stored-pdf.ts";
import { type ExtractedPage, type FileFacts, UnreadableFile } from "../../extracted-file.ts";
import { openPdf, type PdfDocument } from "../pdf-document.ts";
import { readPageText } from "../pdf-text.ts";
import { readPdfBy } from "../read-pdf.ts";
import { PlainPages } from "./plain-pages.ts";

const stored = storingPdfs();

/** Enough letters for a page that cannot be taken for a picture. */
const proseOf = (seed: number, font = "F1") =>
  Array.from({ length: 6 }, (_, index) =>
    textLine(sentence(seed * 10 + index, 9), 760 - index * 14).replace("F1", font),
  ).join("\n");

test("pages are read quickly only in fonts of pages on which both agreed", async () => {
  const fonts = ["F1", "F1", "F2", "F2", "F1"];
  const bytes = handmadePdf({ pages: fonts.map((font, index) => ({ content: proseOf(index, font) })) });
  await withPdf(await stored(bytes), (document) => {
    const plain = PlainPages.open(document);
    assert.ok(plain);
    assert.deepEqual(plain.read(2), { reason: "not believed", isLesson: false });
    assert.equal(comparePage(document, plain, 1).outcome, "agrees");
    assert.ok("text" in plain.read(2));
    assert.deepEqual(plain.read(3), { reason: "a font that is not known yet", isLesson: true });
    assert.equal(comparePage(document, plain, 3).outcome, "agrees");
    const read = plain.read(4);
    assert.ok("text" in read);
    assert.deepEqual(
      read.text.segments.get(0)?.map(({ text }) => text),
      document
        .withPage(4, readPageText)
        .segments.get(0)
        ?.map(({ text }) => text),
    );
  });
});

test("after one page that PDFium reads otherwise, no page is read quickly", async () => {
  const bytes = handmadePdf({ pages: [1, 2, 3].map((seed) => ({ content: proseOf(seed) })) });
  await withPdf(await stored(bytes), (document) => {
    const plain = PlainPages.open(document);
    assert.ok(plain);
    assert.equal(comparePage(document, plain, 1).outcome, "agrees");
    const second = document.withPage(2, (handle, pdfium) => {
      const text = readPageText(handle, pdfium);
      const [first] = text.segments.get(0) ?? [];
      if (first) first.text = `${first.text}!`;
      return plain.compare(2, handle, text);
    });
    assert.equal(second.outcome, "disagrees");
    assert.deepEqual(plain.read(3), { reason: "not believed", isLesson: false });
  });
});

test("a page on which PDFium finds another number of texts counts as one that it reads otherwise", async () => {
  const bytes = handmadePdf({
    pages: [{ content: proseOf(1) }, { content: `${proseOf(1)} ${textLine("more", 500)}` }],
  });
  await withPdf(await stored(bytes), (document) => {
    const plain = PlainPages.open(document);
    assert.ok(plain);
    const other = document.withPage(2, (handle, pdfium) => plain.compare(1, handle, readPageText(handle, pdfium)));
    assert.deepEqual(other, { outcome: "disagrees", reason: "another number of text objects" });
    assert.deepEqual(comparePage(document, plain, 1).outcome, "declined");
  });
});

test("a file with a page for which too much is read is left to PDFium from then on", async () => {
  const form = Buffer.concat([deflateSync("q Q"), Buffer.alloc(1024 ** 2)]);
  const bytes = handmadePdf({
    pages: [{ content: proseOf(1) }, { content: `${proseOf(2)} ${"/X Do ".repeat(100)}` }, { content: proseOf(3) }],
    resources: `${handmadeFonts} /XObject << /X 110 0 R >>`,
    objects: { 110: streamObject("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Filter /FlateDecode", form) },
  });
  await withPdf(await stored(bytes), (document) => {
    const plain = PlainPages.open(document);
    assert.ok(plain);
    assert.equal(comparePage(document, plain, 1).outcome, "agrees");
    assert.deepEqual(plain.read(2), { reason: "too much to read and to unpack", isLesson: false });
    assert.deepEqual(plain.read(3), { reason: "not believed", isLesson: false });
  });
});

test("where PDFium does not survive a comparison, the page cannot be read, and the file is closed", async () => {
  const document = await openPdf(await stored(handmadePdf(onePage(proseOf(1)))));
  const plain = PlainPages.open(document);
  assert.ok(plain);
  const text = document.withPage(1, readPageText);
  const nowhere = 0x7fff_fff0;
  assert.throws(() => document.guard(1, () => plain.compare(1, nowhere, text)), UnreadableFile);
  document.onClose(() => {
    throw new RangeError("Maximum call stack size exceeded");
  });
  document.close();
  assert.throws(() => fstatSync(document.file.descriptor), { code: "EBADF" });
});

test("a page of few letters may be a picture, and is left to PDFium", async () => {
  const bytes = handmadePdf({ pages: [{ content: proseOf(1) }, { content: textLine("Annex") }] });
  await withPdf(await stored(bytes), (document) => {
    const plain = PlainPages.open(document);
    assert.ok(plain);
    comparePage(document, plain, 1);
    assert.deepEqual(plain.read(2), { reason: "few letters", isLesson: false });
  });
});

type Whole = { facts: FileFacts; pages: ExtractedPage[] } | { reason: string };

const byPdfium = () => undefined;

async function readWhole(path: string, openPlain: (document: PdfDocument) => PlainPages | undefined): Promise<Whole> {
  try {
    const file = await readPdfBy({ openPlain }, { path, fileName: "sample.pdf" }, roomyLimits);
    try {
      return { pages: await Array.fromAsync(file.pages(1)), facts: file.facts };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { reason: error.message };
  }
}

for (const placement of ["line", "word"] as const) {
  test(`a long document by ${placement} comes out the same, to the last digit, with and without PDFium`, async () => {
    const path = await stored(await longPdf(60, { placement }));
    let plain: PlainPages | undefined;
    const quickly = await readWhole(path, (document) => {
      plain = PlainPages.open(document);
      return plain;
    });
    assert.deepEqual(quickly, await readWhole(path, byPdfium));
    // All but the 20 of the sample and the fiftieth.
    assert.equal(plain?.tally.taken, 39);
    assert.deepEqual([...(plain?.tally.reasons ?? [])], ["compared"]);
  });
}

test("damaged pages come out the same as PDFium reads them, and many of them quickly", async () => {
  let takenPages = 0;
  const reasons = new Set<string>();
  const chance = new Chance(20261117);
  for (let time = 0; time < 40; time++) {
    // Sometimes what is on the pages, sometimes the file around them.
    const pages = Array.from({ length: 40 }, (_, index) => {
      const content = proseOf(index, index % 3 === 0 ? "F2" : "F1");
      return { content: time % 2 === 0 && index % 2 === 0 ? damaged(Buffer.from(content), chance) : content };
    });
    const whole = handmadePdf({ pages });
    const path = await stored(time % 2 === 0 ? whole : damaged(whole, chance));
    let plain: PlainPages | undefined;
    const quickly = await readWhole(path, (document) => {
      plain = PlainPages.open(document);
      return plain;
    });
    assert.deepEqual(quickly, await readWhole(path, byPdfium), `time ${time}`);
    takenPages += plain?.tally.taken ?? 0;
    for (const reason of plain?.tally.reasons ?? []) reasons.add(reason);
    await rm(path);
  }
  assert.ok(takenPages > 200, `only ${takenPages} were read quickly`);
  assert.ok(reasons.size > 5, `declined only for ${[...reasons].join(", ")}`);
  assert.deepEqual(
    [...reasons].filter((reason) => reason.startsWith("fault")),
    [],
  );
});
