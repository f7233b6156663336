import type { QuarterTurns } from "../layout/text-segment.ts";
import { type PageCharacters, type PageFrame, type PdfPageText, readSegments, type Typeset } from "./page-segments.ts";
import type { Pdfium } from "./pdfium.ts";

const forceBoldFlag = 1 << 18;
const boldName = /bold|black|heavy|semibold|demi/i;

export function readPageText(page: number, pdfium: Pdfium): PdfPageText {
  const { calls } = pdfium;
  const text = calls.FPDFText_LoadPage(page);
  try {
    return readSegments(new PdfiumCharacters(pdfium, text), frameOf(page, pdfium));
  } finally {
    if (text !== 0) calls.FPDFText_ClosePage(text);
  }
}

/** Room on the heap for what one call returns; kept for the life of the heap, as it is asked for at every word. */
const scratchOf = new WeakMap<Pdfium, number>();
const scratchBytes = 256;

function scratch(pdfium: Pdfium): number {
  const known = scratchOf.get(pdfium);
  if (known !== undefined) return known;
  const made = pdfium.calls.malloc(scratchBytes);
  scratchOf.set(pdfium, made);
  return made;
}

function frameOf(page: number, pdfium: Pdfium): PageFrame {
  const at = scratch(pdfium);
  pdfium.calls.FPDF_GetPageBoundingBox(page, at);
  const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.heap.HEAPF32.subarray(at >> 2, (at >> 2) + 4);
  return { left, top, right, bottom, rotation: (pdfium.calls.FPDFPage_GetRotation(page) & 3) as QuarterTurns };
}

/** The characters of one of PDFium's text pages; none, where it could not make one. */
export class PdfiumCharacters implements PageCharacters {
  readonly codes: Uint16Array;
  readonly text: string;
  readonly charOf?: number[];
  readonly #pdfium: Pdfium;
  readonly #page: number;
  readonly #scratch: number;

  constructor(pdfium: Pdfium, page: number) {
    const { calls, heap } = pdfium;
    this.#pdfium = pdfium;
    this.#page = page;
    this.#scratch = scratch(pdfium);
    const count = Math.max(0, calls.FPDFText_CountChars(page));
    // A character beyond the basic plane takes two units.
    const buffer = calls.malloc((count * 2 + 1) * 2);
    const units = Math.max(0, calls.FPDFText_GetText(page, 0, count, buffer) - 1);
    this.codes = heap.HEAPU16.slice(buffer >> 1, (buffer >> 1) + units);
    calls.free(buffer);
    this.text = Buffer.from(this.codes.buffer, 0, units * 2).toString("utf16le");
    if (units === count) return;

    // PDFium leaves characters without a meaning out of its text, and only there: count along.
    let rebuilt = "";
    this.charOf = [];
    for (let index = 0; index < count; index++) {
      const code = calls.FPDFText_GetUnicode(page, index);
      const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
      for (let unit = 0; unit < character.length; unit++) this.charOf.push(index);
      rebuilt += character;
    }
    this.codes = Uint16Array.from(rebuilt, (_, at) => rebuilt.charCodeAt(at));
    this.text = rebuilt;
  }

  measure(character: number, box: Float64Array): void {
    const { calls, heap } = this.#pdfium;
    calls.FPDFText_GetLooseCharBox(this.#page, character, this.#scratch);
    const memory = heap.HEAPF32;
    const index = this.#scratch >> 2;
    box[0] = memory[index] ?? 0;
    box[1] = memory[index + 1] ?? 0;
    box[2] = memory[index + 2] ?? 0;
    box[3] = memory[index + 3] ?? 0;
  }

  typesetOf(character: number): Typeset {
    const { calls, heap } = this.#pdfium;
    const at = this.#scratch;
    let size = calls.FPDFText_GetFontSize(this.#page, character);
    let turns: QuarterTurns = 0;
    if (calls.FPDFText_GetMatrix(this.#page, character, at)) {
      const floats = heap.HEAPF32;
      const index = at >> 2;
      const a = floats[index] ?? 1;
      const b = floats[index + 1] ?? 0;
      size *= Math.hypot(floats[index + 2] ?? 0, floats[index + 3] ?? 1);
      if (b !== 0 || a < 0) turns = ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4) as QuarterTurns;
    }
    calls.FPDFText_GetCharOrigin(this.#page, character, at, at + 8);
    return { size, turns, x: heap.HEAPF64[at >> 3] ?? 0, y: heap.HEAPF64[(at >> 3) + 1] ?? 0 };
  }

  isBold(character: number): boolean {
    const { calls, heap } = this.#pdfium;
    const at = this.#scratch;
    const bytes = Math.min(
      calls.FPDFText_GetFontInfo(this.#page, character, at, scratchBytes - 8, at + scratchBytes - 4),
      120,
    );
    if (((heap.HEAP32[(at + scratchBytes - 4) >> 2] ?? 0) & forceBoldFlag) !== 0) return true;
    let name = "";
    for (let byte = 0; byte < bytes - 1; byte++) name += String.fromCharCode(heap.HEAPU8[at + byte] ?? 0);
    return boldName.test(name);
  }
}
