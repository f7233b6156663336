import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { inflateSync } from "node:zlib";
import { PDFDocument, rgb, StandardFonts } from "pdf-lib";
import { damageFile, SeededRandom } from "../testing/damage.ts";
import { linesPdf, longPdf, makePdf, rotatedPdf, type Sheet, scannedPdf, sentence } from "../testing/sample-pdfs.ts";
import { zipBytes } from "../testing/zip-bytes.ts";
import { drawPage } from "./draw-page.ts";
import type { ExtractedPage } from "./extracted-file.ts";
import { ExtractionChildren } from "./extraction-children.ts";
import { defaultExtractionLimits } from "./extraction-limits.ts";
import { findQuoteBoxes, findSpan, type QuoteBoxes } from "./layout/quote-boxes.ts";
import type { Box } from "./layout/text-segment.ts";
import { type PageView, viewFiles } from "./page-view.ts";
import { readPdf } from "./pdf/read-pdf.ts";

let folder: string;
let children: ExtractionChildren;
let count = 0;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "draw-page-test-"));
  children = new ExtractionChildren(defaultExtractionLimits);
});
after(async () => {
  await children.close();
  await rm(folder, { recursive: true, force: true });
});

interface Drawn {
  view: PageView | undefined;
  image: Buffer | undefined;
  path: string;
  faults: string[];
}

async function draw(
  bytes: Uint8Array,
  { pageNumber = 1, place = "1", limits = defaultExtractionLimits } = {},
): Promise<Drawn> {
  const outFolder = join(folder, `${count++}`);
  await mkdir(outFolder);
  const path = join(outFolder, "file");
  await writeFile(path, bytes);
  const faults: string[] = [];
  const page = { file: { path, fileName: "file" }, place, pageNumber, outFolder };
  const view = await drawPage({ children, limits }, { ...page, onFault: (message) => faults.push(message) });
  const image = await readFile(join(outFolder, viewFiles.image)).catch(() => undefined);
  return { view, image, path, faults };
}

async function readPage(path: string, pageNumber: number): Promise<ExtractedPage> {
  const file = await readPdf({ path, fileName: "file" }, defaultExtractionLimits);
  try {
    for await (const page of file.pages(pageNumber)) return page;
    throw new Error("no such page");
  } finally {
    await file.close();
  }
}

/** As the service does: a quote of the extracted text on the drawn page. */
async function highlight(bytes: Uint8Array, quote: string, pageNumber = 1): Promise<QuoteBoxes & { view: PageView }> {
  const { view, path } = await draw(bytes, { pageNumber });
  const page = await readPage(path, pageNumber);
  const span = findSpan(page.text, quote);
  assert.ok(view && span, `"${quote}" is in ${page.text}`);
  return { ...findQuoteBoxes(page, view, span), view };
}

/** The box of the words in a line, without ascenders and descenders. */
function locateWords(
  { regular }: Pick<Sheet, "regular">,
  line: string,
  words: string,
  at: { x: number; y: number; size: number },
): Box {
  const before = line.slice(0, line.indexOf(words));
  const left = at.x + regular.widthOfTextAtSize(before, at.size);
  return [left, at.y - at.size * 0.45, left + regular.widthOfTextAtSize(words, at.size), at.y];
}

function assertCovers(box: Box | undefined, expected: Box, size: number): void {
  assert.ok(box, "there is a box");
  const boxes = `${box} for ${expected}`;
  for (const [edge, side] of [
    [0, 1],
    [1, 1],
    [2, -1],
    [3, -1],
  ] as const) {
    // Positive if the box is larger than the words on that side.
    const beyond = (expected[edge] - box[edge]) * side;
    assert.ok(beyond > -1.5, `the box cuts into the words: ${boxes}`);
    assert.ok(beyond < (edge % 2 === 0 ? 2 : size * 0.8), `the box is far larger than the words: ${boxes}`);
  }
}

test("a quote's box covers its words and nothing beside them", async () => {
  const line = "All personal data is encrypted at rest and in transit.";
  const at = { x: 90, y: 300, size: 12 };
  let place: Box | undefined;
  const bytes = await makePdf([
    (sheet) => {
      sheet.line("Security of processing", { y: 100, size: 18, isBold: true });
      sheet.line(line, at);
      place = locateWords(sheet, line, "encrypted at rest", at);
    },
  ]);
  const { boxes, areExact, view } = await highlight(bytes, "encrypted at rest");
  assert.equal(areExact, true);
  assert.equal(boxes.length, 1);
  assert.deepEqual(view.size, { width: 595, height: 842 });
  assert.ok(place);
  assertCovers(boxes[0], place, at.size);
});

test("a quote over three lines has a box on each, also with hyphens at line ends", async () => {
  const lines = [
    "The processor notifies the controller of every personal data breach with-",
    "out undue delay and at the latest within forty-eight hours after it has be-",
    "come aware of it, and documents it in the register.",
  ];
  const places: Box[] = [];
  const bytes = await makePdf([
    (sheet) => {
      const at = (index: number) => ({ x: 72, y: 200 + index * 14, size: 11 });
      for (const [index, line] of lines.entries()) sheet.line(line, at(index));
      places.push(locateWords(sheet, lines[0] ?? "", "personal data breach with-", at(0)));
      places.push(locateWords(sheet, lines[1] ?? "", lines[1] ?? "", at(1)));
      places.push(locateWords(sheet, lines[2] ?? "", "come aware", at(2)));
    },
  ]);
  const quote =
    "personal data breach without undue delay and at the latest within forty-eight hours after it has become aware";
  const { boxes, areExact } = await highlight(bytes, quote);
  assert.equal(areExact, true);
  assert.equal(boxes.length, 3);
  // The hyphens are not part of the quote.
  for (const [index, place] of places.entries()) {
    const [left, top, right, bottom] = place;
    assertCovers(boxes[index], [left, top, index < 2 ? right - 3.6 : right, bottom], 11);
  }
});

test("in two columns the boxes stay in the quote's column, whatever the order in the file", async () => {
  const left = [11, 12, 13, 14, 15, 16, 17, 18].map((seed) => sentence(seed, 5));
  const right = [21, 22, 23, 24, 25, 26, 27, 28].map((seed) => sentence(seed, 5));
  const drawLine = (sheet: Sheet, column: string[], index: number) =>
    sheet.line(column[index] ?? "", { x: column === left ? 60 : 340, y: 100 + index * 13.5 });
  const byColumn = await makePdf([
    (sheet) => {
      for (const column of [left, right]) for (const index of column.keys()) drawLine(sheet, column, index);
    },
  ]);
  const byLine = await makePdf([
    (sheet) => {
      for (const index of left.keys()) for (const column of [left, right]) drawLine(sheet, column, index);
    },
  ]);
  for (const bytes of [byColumn, byLine]) {
    for (const column of [left, right]) {
      const { boxes, areExact } = await highlight(bytes, `${column[3]} ${column[4]}`);
      assert.equal(areExact, true);
      assert.deepEqual(
        boxes.map(([x, , , bottom]) => [Math.round(x), Math.round((bottom - 100) / 13.5)]),
        [3, 4].map((line) => [column === left ? 60 : 340, line]),
      );
      for (const [x, , end] of boxes) assert.ok(end - x < 260, "no box reaches into the other column");
    }
  }
});

test("on a rotated page the box is where a person sees the words", async () => {
  const document = await PDFDocument.create();
  const regular = await document.embedFont(StandardFonts.TimesRoman);
  const lines = ["Backups are tested every quarter.", "Results are reported to the board of directors."];
  for (const angle of [90, 180, 270] as const) {
    const { boxes, areExact, view } = await highlight(await rotatedPdf(lines, angle), "reported to the board");
    assert.equal(areExact, true);
    assert.deepEqual(view.size, angle === 180 ? { width: 595, height: 842 } : { width: 842, height: 595 });
    assert.equal(boxes.length, 1);
    const place = locateWords({ regular }, lines[1] ?? "", "reported to the board", { x: 72, y: 114, size: 11 });
    assertCovers(boxes[0], place, 11);
  }
});

test("if a sentence is on the page twice, the quoted occurrence is marked", async () => {
  const line = "Records are kept for ten years.";
  const bytes = await makePdf([
    (sheet) => {
      sheet.line(`${line} ${line}`, { y: 200 });
      sheet.line(line, { y: 400 });
    },
  ]);
  const { view, path } = await draw(bytes);
  const page = await readPage(path, 1);
  assert.ok(view);
  const boxAt = (start: number) => findQuoteBoxes(page, view, { start, end: start + line.length }).boxes;
  const starts = [...page.text.matchAll(/Records/g)].map(({ index }) => index);
  assert.equal(starts.length, 3);
  const [first, second, third] = starts.map((start) => boxAt(start)[0]);
  assert.ok(first && second && third);
  assert.ok(first[0] < 75 && second[0] > first[2] - 1 && Math.abs(second[1] - first[1]) < 1);
  assert.ok(third[1] > 380);
});

test("each cell of a table row has its own box", async () => {
  const bytes = await makePdf([
    (sheet) => {
      for (const [row, cells] of [
        ["Measure", "Owner", "Interval"],
        ["Restore test", "IT operations", "Quarterly"],
        ["Access review", "Line managers", "Yearly"],
      ].entries())
        for (const [column, cell] of cells.entries()) sheet.line(cell, { x: 72 + column * 160, y: 200 + row * 20 });
    },
  ]);
  const { boxes, areExact } = await highlight(bytes, "Restore test | IT operations | Quarterly");
  assert.equal(areExact, true);
  assert.deepEqual(
    boxes.map(([left]) => Math.round(left)),
    [72, 232, 392],
  );
});

test("words recognised in an image are marked by their paragraph", async () => {
  const bytes = await scannedPdf([["Personal data is encrypted at rest.", "Keys are kept apart from the data."]]);
  const { view, path } = await draw(bytes);
  assert.ok(view);
  const page: Pick<ExtractedPage, "text" | "paragraphs"> = {
    text: "Personal data is encrypted at rest.",
    paragraphs: [{ start: 0, end: 35, kind: "body", headingPath: [], box: [72, 90, 300, 105] }],
  };
  assert.deepEqual(findQuoteBoxes(page, view, { start: 17, end: 26 }), {
    boxes: [[72, 90, 300, 105]],
    areExact: false,
  });
  assert.ok(path);
});

/** Decodes a PNG file with a single data chunk. */
function decodePng(png: Buffer): {
  width: number;
  height: number;
  channels: number;
  at(x: number, y: number): number[];
} {
  assert.equal(png.toString("latin1", 0, 8), "\x89PNG\r\n\x1a\n");
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = png[25] === 0 ? 1 : 3;
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const rowBytes = width * channels;
  assert.equal(rows.length, height * (rowBytes + 1));
  for (let row = 1; row < height; row++)
    for (let column = 1; column <= rowBytes; column++) {
      const at = row * (rowBytes + 1) + column;
      rows[at] = ((rows[at] ?? 0) + (rows[at - rowBytes - 1] ?? 0)) & 0xff;
    }
  const at = (x: number, y: number) => {
    const from = y * (rowBytes + 1) + 1 + x * channels;
    return [...rows.subarray(from, from + channels)];
  };
  return { width, height, channels, at };
}

test("a page is drawn in colour at 150 dots per inch", async () => {
  const document = await PDFDocument.create();
  document.addPage([144, 72]).drawRectangle({ x: 72, y: 0, width: 72, height: 72, color: rgb(1, 0.5, 0) });
  const { image } = await draw(await document.save());
  assert.ok(image);
  const { width, height, channels, at } = decodePng(image);
  assert.deepEqual([width, height, channels], [300, 150, 3]);
  assert.deepEqual(at(20, 100), [255, 255, 255]);
  const [red = 0, green = 0, blue = 0] = at(250, 100);
  assert.ok(red === 255 && Math.abs(green - 128) < 2 && blue === 0);
  const plain = await draw(await linesPdf(["Black on white."]));
  assert.ok(plain.image);
  assert.equal(decodePng(plain.image).channels, 1, "a page without colour is stored in grey");
});

test("a page within an archive within an archive is drawn", async () => {
  const inner = zipBytes([
    { name: "readme.txt", data: "Nothing to see." },
    { name: "policy.pdf", data: Buffer.from(await linesPdf(["Within two archives."])) },
  ]);
  const bytes = zipBytes([
    { name: "cover.txt", data: "A cover." },
    { name: "inner.zip", data: inner },
  ]);
  const { view } = await draw(bytes, { place: "1.2.2" });
  assert.deepEqual(
    view?.words.map(({ text }) => text),
    ["Within", "two", "archives."],
  );
  assert.equal((await draw(bytes, { place: "1.2.1" })).view, undefined);
  assert.equal((await draw(bytes, { place: "1.9" })).view, undefined);
});

test("other formats, pages beyond the last and broken files have no image", async () => {
  const pdf = await linesPdf(["One page."]);
  for (const [bytes, pageNumber] of [
    [Buffer.from("Just text."), 1],
    [pdf, 2],
    [pdf.slice(0, 300), 1],
    [Buffer.from("%PDF-1.7\nnothing else"), 1],
  ] as const) {
    const { view, image, faults } = await draw(bytes, { pageNumber });
    assert.deepEqual([view, image, faults], [undefined, undefined, []]);
  }
});

test("very large and very narrow pages are drawn at a lower resolution", async () => {
  for (const size of [
    [14_400, 14_400],
    [14_400, 3],
  ] as [number, number][]) {
    const { image } = await draw(await makePdf([({ line }) => line("x", { x: 1, y: 2 })], { size }));
    assert.ok(image);
    const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)];
    assert.ok(width <= 8000 && height <= 8000 && width * height <= 9_100_000, `${width} × ${height}`);
  }
});

test("a damaged file yields a complete view or none", async () => {
  const chance = new SeededRandom(11);
  const whole = Buffer.from(await longPdf(3));
  for (let round = 0; round < 25; round++) {
    const { view, image } = await draw(damageFile(whole, chance), { pageNumber: 1 + (round % 3) });
    assert.equal(view === undefined, image === undefined);
  }
});

test("a child process that takes too long is stopped, and the page has no image", async () => {
  const limits = { ...defaultExtractionLimits, wallClockSeconds: 0.001 };
  const { view, faults } = await draw(await longPdf(2), { limits });
  assert.equal(view, undefined);
  assert.match(faults[0] ?? "", /timedOut/);
  const again = await draw(await linesPdf(["The next one is drawn."]));
  assert.ok(again.view);
});
