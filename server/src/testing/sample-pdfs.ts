import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { init } from "@embedpdf/pdfium";
import {
  beginText,
  degrees,
  endText,
  moveText,
  PDFArray,
  PDFDocument,
  type PDFFont,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  StandardFonts,
  setFillingRgbColor,
  setFontAndSize,
} from "pdf-lib";
import { type GreyImage, toPng } from "./sample-images.ts";

/** PDFs made by the tests themselves, each with the one property its test is about. */

export interface Sheet {
  page: PDFPage;
  regular: PDFFont;
  bold: PDFFont;
  /** Draws one line, `y` counted from the top of an unrotated page. */
  line(text: string, at: { x?: number; y: number; size?: number; isBold?: boolean }): void;
  /** Draws one line as one text object; the numbers part its letters, in thousandths of the size. */
  typeset(parts: (string | number)[], at: { x: number; y: number; size: number }): void;
}

const a4: [number, number] = [595, 842];

export async function makePdf(
  sheets: ((sheet: Sheet) => void)[],
  { title, size = a4 }: { title?: string; size?: [number, number] } = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  if (title !== undefined) document.setTitle(title);
  const regular = await document.embedFont(StandardFonts.TimesRoman);
  const bold = await document.embedFont(StandardFonts.TimesRomanBold);
  for (const draw of sheets) {
    const page = document.addPage(size);
    let font: PDFFont | undefined;
    const choose = (wanted: PDFFont) => {
      // Given to each drawText it would be entered among the page's fonts each time, which no real file does.
      if (font !== wanted) page.setFont(wanted);
      font = wanted;
    };
    const line: Sheet["line"] = (text, { x = 72, y, size: fontSize = 11, isBold = false }) => {
      choose(isBold ? bold : regular);
      page.drawText(text, { x, y: page.getHeight() - y, size: fontSize });
    };
    const typeset: Sheet["typeset"] = (parts, { x, y, size: fontSize }) => {
      choose(regular);
      const shown = PDFArray.withContext(document.context);
      // In the file a positive number moves to the left.
      for (const part of parts) shown.push(typeof part === "number" ? PDFNumber.of(-part) : regular.encodeText(part));
      page.pushOperators(
        pushGraphicsState(),
        setFillingRgbColor(0, 0, 0),
        beginText(),
        moveText(x, page.getHeight() - y),
        setFontAndSize(nameOnPage(page, regular), fontSize),
        PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [shown]),
        endText(),
        popGraphicsState(),
      );
    };
    draw({ page, regular, bold, line, typeset });
  }
  return document.save();
}

function nameOnPage(page: PDFPage, font: PDFFont): PDFName {
  const entry = page.node
    .normalizedEntries()
    .Font.entries()
    .find(([, reference]) => reference === font.ref);
  if (!entry) throw new Error(`The page has no font ${font.name}.`);
  return entry[0];
}

const vocabulary =
  "the processor shall implement appropriate technical and organisational measures to ensure a level of security that is proportionate to the risk including encryption access control logging backup incident response supplier management retention deletion audit review training awareness policy owner board approval annual".split(
    " ",
  );

/** Always the same sentence for the same seed. */
export function sentence(seed: number, words = 12): string {
  let state = seed * 7919 + 17;
  const chosen = Array.from({ length: words }, () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return vocabulary[(state >> 8) % vocabulary.length];
  });
  return chosen.join(" ");
}

/**
 * How justified text is written: each line as one text object with numbers between its letters, as LibreOffice does, or
 * each word as an object of its own.
 */
export type Placement = "line" | "word";

/**
 * A handbook as a word processor writes it: justified, with a running title, page numbers and numbered sections. Words
 * start at the same places whatever the placement.
 */
export async function longPdf(
  pageCount: number,
  { placement = "line" }: { placement?: Placement } = {},
): Promise<Uint8Array> {
  return makePdf(
    Array.from({ length: pageCount }, (_, index) => (sheet: Sheet) => {
      sheet.line("Information Security Handbook", { y: 40, size: 9 });
      sheet.line(`Page ${index + 1} of ${pageCount}`, { x: 270, y: 810, size: 9 });
      let y = 80;
      if (index % 5 === 0) {
        sheet.line(`${index / 5 + 1}. Measures of chapter ${index / 5 + 1}`, { y, size: 14, isBold: true });
        y += 28;
      }
      for (let paragraph = 0; y < 740; paragraph++, y += 8) {
        const words = sentence(index * 101 + paragraph, 60).split(" ");
        for (let line = 0; line < 5 && y < 760; line++, y += 13.5)
          justify(sheet, words, { y, isLast: line === 4, placement });
      }
    }),
  );
}

/** As many of the words as fit, stretched to the line's width. */
function justify(
  { line, typeset, regular }: Sheet,
  words: string[],
  { y, isLast, placement }: { y: number; isLast: boolean; placement: Placement },
): void {
  const left = 72;
  const lineWidth = 451;
  const size = 11;
  const space = 2.75;
  const fitting: { word: string; width: number }[] = [];
  let width = 0;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const wordWidth = regular.widthOfTextAtSize(word, size);
    if (width + wordWidth > lineWidth) {
      words.unshift(word);
      break;
    }
    fitting.push({ word, width: wordWidth });
    width += wordWidth + space;
  }
  const stretch = isLast ? 0 : (lineWidth - width + space) / Math.max(1, fitting.length - 1);
  if (placement === "line") {
    const text = fitting.map(({ word }) => word).join(" ");
    typeset(partsOf(regular, text, Math.round((stretch / size) * 1000)), { x: left, y, size });
    return;
  }
  let x = left;
  for (const { word, width: wordWidth } of fitting) {
    line(word, { x, y, size });
    x += wordWidth + space + stretch;
  }
}

/** The line's letters, cut wherever two do not simply follow one another: at stretched spaces and kerned pairs. */
function partsOf(font: PDFFont, text: string, stretch: number): (string | number)[] {
  const parts: (string | number)[] = [];
  let run = "";
  for (let at = 0; at < text.length; at++) {
    const pair = text.slice(at, at + 2);
    run += pair.charAt(0);
    const apart = pair.startsWith(" ") ? stretch : pair.endsWith(" ") ? 0 : kerning(font, pair);
    if (apart === 0) continue;
    parts.push(run, apart);
    run = "";
  }
  return run === "" ? parts : [...parts, run];
}

/** All samples are set in one typeface, and measuring each pair on each page takes longer than the rest of it. */
const kernings = new Map<string, number>();

function kerning(font: PDFFont, pair: string): number {
  const known = kernings.get(pair);
  if (known !== undefined) return known;
  const widthOf = (text: string) => font.widthOfTextAtSize(text, 1000);
  const found = widthOf(pair) - [...pair].reduce((all, letter) => all + widthOf(letter), 0);
  kernings.set(pair, found);
  return found;
}

/** The given lines as a scanner would deliver them: an image without text. */
export async function scannedPdf(pages: string[][]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const lines of pages) {
    const image = await document.embedPng(toPng(await renderLines(lines)));
    document.addPage(a4).drawImage(image, { x: 0, y: 0, width: a4[0], height: a4[1] });
  }
  return document.save();
}

/** Each page has either text or an image of it. */
export async function mixedPdf(pages: { lines: string[]; isScanned: boolean }[]): Promise<Uint8Array> {
  const mixed = await PDFDocument.create();
  for (const { lines, isScanned } of pages) {
    const bytes = isScanned ? await scannedPdf([lines]) : await linesPdf(lines);
    const [page] = await mixed.copyPages(await PDFDocument.load(bytes), [0]);
    if (page) mixed.addPage(page);
  }
  return mixed.save();
}

export function linesPdf(lines: string[]): Promise<Uint8Array> {
  return makePdf([
    ({ line }) => {
      for (const [index, text] of lines.entries()) line(text, { y: 100 + index * 30, size: 14 });
    },
  ]);
}

/** A page of lines at 150 dots per inch. */
export async function renderLines(lines: string[]): Promise<GreyImage> {
  return drawnPage(await linesPdf(lines), 150 / 72);
}

async function drawnPage(pdf: Uint8Array, scale: number): Promise<GreyImage> {
  const pdfium = await startPdfium();
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const memory = malloc(pdf.length);
  heapOf(pdfium).set(pdf, memory);
  const document = pdfium.FPDF_LoadMemDocument(memory, pdf.length, "");
  const page = pdfium.FPDF_LoadPage(document, 0);
  const width = Math.round(pdfium.FPDF_GetPageWidthF(page) * scale);
  const height = Math.round(pdfium.FPDF_GetPageHeightF(page) * scale);
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  const pixels = heapOf(pdfium);
  // The green of each pixel; the samples are black on white.
  const grey = Uint8Array.from(
    { length: width * height },
    (_, at) => pixels[start + Math.floor(at / width) * stride + (at % width) * 4 + 1] ?? 0,
  );
  pdfium.FPDFBitmap_Destroy(bitmap);
  pdfium.FPDF_ClosePage(page);
  pdfium.FPDF_CloseDocument(document);
  free(memory);
  return { width, height, grey };
}

/** Encrypted with AES. Without a user password anyone may open it; the owner's only guards the rights. */
export async function encryptedPdf(pdf: Uint8Array, passwords: { user: string; owner: string }): Promise<Uint8Array> {
  const pdfium = await startPdfium();
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const memory = malloc(pdf.length);
  heapOf(pdfium).set(pdf, memory);
  const document = pdfium.FPDF_LoadMemDocument(memory, pdf.length, "");
  pdfium.EPDF_SetEncryption(document, passwords.user, passwords.owner, 0);
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  pdfium.PDFiumExt_SaveAsCopy(document, writer);
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
  const copy = malloc(size);
  pdfium.PDFiumExt_GetFileWriterData(writer, copy, size);
  const bytes = heapOf(pdfium).slice(copy, copy + size);
  pdfium.PDFiumExt_CloseFileWriter(writer);
  pdfium.FPDF_CloseDocument(document);
  free(copy);
  free(memory);
  return bytes;
}

/** Letters in a script the standard fonts lack: their codes are mapped to it, as a PDF's own fonts do. */
export async function mappedScriptPdf(lines: string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage(a4);
  const letters = [...new Set(lines.join("").replaceAll(" ", ""))];
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  const codeOf = (letter: string) => (letter === " " ? 0x20 : 0x41 + letters.indexOf(letter));
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${letters.length + 1} beginbfchar
<20> <0020>
${letters.map((letter) => `<${hex(codeOf(letter), 2)}> <${hex(letter.charCodeAt(0), 4)}>`).join("\n")}
endbfchar endcmap end end`;
  const { context } = document;
  const font = context.register(
    context.obj({
      Type: "Font",
      Subtype: "Type1",
      BaseFont: "Courier",
      ToUnicode: context.register(context.stream(map)),
    }),
  );
  page.node.setFontDictionary(PDFName.of("F0"), font);
  // Right to left: the first letter stands rightmost, and the letters are written as they stand.
  const shown = (text: string) =>
    [...text]
      .reverse()
      .map((letter) => hex(codeOf(letter), 2))
      .join("");
  const content = lines
    .map((text, index) => `BT /F0 12 Tf 1 0 0 1 72 ${700 - index * 16} Tm <${shown(text)}> Tj ET`)
    .join("\n");
  page.node.set(PDFName.of("Contents"), context.register(context.stream(content)));
  return document.save();
}

/** A form somebody has filled in. */
export async function formPdf(question: string, answer: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage(a4);
  page.drawText(question, { x: 72, y: 700, size: 11 });
  const field = document.getForm().createTextField("answer");
  field.setText(answer);
  field.addToPage(page, { x: 72, y: 660, width: 300, height: 20, borderColor: rgb(0, 0, 0) });
  return document.save();
}

/** The page is stored lying on its side and turned when it is shown. */
export async function rotatedPdf(lines: string[], angle: 90 | 180 | 270): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  const page = document.addPage(a4);
  const [width, height] = a4;
  page.setRotation(degrees(angle));
  for (const [index, text] of lines.entries()) {
    // Where a person sees x = 72 and y = 100 from the top left.
    const seen = { x: 72, y: 100 + index * 14 };
    const at =
      angle === 90
        ? { x: seen.y, y: seen.x }
        : angle === 180
          ? { x: width - seen.x, y: seen.y }
          : { x: width - seen.y, y: height - seen.x };
    page.drawText(text, { ...at, size: 11, font, rotate: degrees(angle) });
  }
  return document.save();
}

type RawPdfium = Awaited<ReturnType<typeof init>>;
let started: Promise<RawPdfium> | undefined;

function startPdfium(): Promise<RawPdfium> {
  started ??= (async () => {
    const wasm = await readFile(createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm"));
    const made = await init({ wasmBinary: new Uint8Array(wasm).buffer });
    made.PDFiumExt_Init();
    return made;
  })();
  return started;
}

function heapOf(pdfium: RawPdfium): Uint8Array {
  return (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
}
