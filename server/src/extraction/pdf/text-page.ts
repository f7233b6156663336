import type { QuarterTurns } from "../layout/text-segment.ts";
import type { Pdfium } from "./pdfium.ts";

/** The visible part of a page in the file's coordinates, before the page is rotated. */
export interface PageFrame {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Quarter turns clockwise. */
  rotation: QuarterTurns;
}

export interface CharacterStyle {
  /** Height of the font in points. */
  size: number;
  /** Quarter turns clockwise after which the character is upright. */
  turns: QuarterTurns;
}

/** A page's text as UTF-16. */
export interface PageString {
  codes: Uint16Array;
  text: string;
  /** The character's index for each code unit; undefined where the two are the same. */
  characterAt: number[] | undefined;
}

/** Some fonts declare boxes far taller than their letters. In font heights: the tallest box that is plausible. */
export const maxBoxHeight = 1.6;
/** In font heights, the box that replaces an implausible one: above and below the baseline. */
export const ascent = 0.95;
export const descent = 0.25;

const forceBoldFlag = 1 << 18;
const boldName = /bold|black|heavy|semibold|demi/i;

/** Results of PDFium's calls are written here. Allocated once for each heap, because every word needs it. */
const scratchByPdfium = new WeakMap<Pdfium, number>();
const scratchBytes = 256;

/** The text page is closed when `use` returns or throws. */
export function withTextPage<Result>(page: number, pdfium: Pdfium, use: (text: TextPage) => Result): Result {
  const { calls } = pdfium;
  const handle = calls.FPDFText_LoadPage(page);
  try {
    return use(new TextPage(pdfium, page, handle));
  } finally {
    if (handle !== 0) calls.FPDFText_ClosePage(handle);
  }
}

/** PDFium's text of one page: characters in reading order, each with its box and font. Empty if PDFium has none. */
export class TextPage {
  readonly frame: PageFrame;
  readonly count: number;
  readonly #pdfium: Pdfium;
  readonly #handle: number;
  readonly #scratch: number;

  constructor(pdfium: Pdfium, page: number, handle: number) {
    const { calls } = pdfium;
    this.#pdfium = pdfium;
    this.#handle = handle;
    this.#scratch = scratchByPdfium.get(pdfium) ?? calls.malloc(scratchBytes);
    scratchByPdfium.set(pdfium, this.#scratch);
    this.count = Math.max(0, calls.FPDFText_CountChars(handle));
    calls.FPDF_GetPageBoundingBox(page, this.#scratch);
    const at = this.#scratch >> 2;
    const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.heap.HEAPF32.subarray(at, at + 4);
    this.frame = { left, top, right, bottom, rotation: (calls.FPDFPage_GetRotation(page) & 3) as QuarterTurns };
  }

  unicode(index: number): number {
    return this.#pdfium.calls.FPDFText_GetUnicode(this.#handle, index);
  }

  read(): PageString {
    const { calls, heap } = this.#pdfium;
    // A character beyond the basic plane takes two units.
    const buffer = calls.malloc((this.count * 2 + 1) * 2);
    const units = Math.max(0, calls.FPDFText_GetText(this.#handle, 0, this.count, buffer) - 1);
    const codes = heap.HEAPU16.slice(buffer >> 1, (buffer >> 1) + units);
    calls.free(buffer);
    if (units !== this.count) return this.#readEach();
    return { codes, text: Buffer.from(codes.buffer, 0, units * 2).toString("utf16le"), characterAt: undefined };
  }

  /** FPDFText_GetText leaves out characters without a Unicode value; read one by one, indices and units stay aligned. */
  #readEach(): PageString {
    let text = "";
    const characterAt: number[] = [];
    for (let index = 0; index < this.count; index++) {
      const code = this.unicode(index);
      const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
      for (let unit = 0; unit < character.length; unit++) characterAt.push(index);
      text += character;
    }
    return { codes: Uint16Array.from(characterAt, (_, at) => text.charCodeAt(at)), text, characterAt };
  }

  /** Writes left, top, right and bottom, in the file's coordinates, into `box`. */
  measure(index: number, box: Float64Array): void {
    const { calls, heap } = this.#pdfium;
    calls.FPDFText_GetLooseCharBox(this.#handle, index, this.#scratch);
    const memory = heap.HEAPF32;
    const at = this.#scratch >> 2;
    box[0] = memory[at] ?? 0;
    box[1] = memory[at + 1] ?? 0;
    box[2] = memory[at + 2] ?? 0;
    box[3] = memory[at + 3] ?? 0;
  }

  style(index: number): CharacterStyle {
    const { calls, heap } = this.#pdfium;
    const size = calls.FPDFText_GetFontSize(this.#handle, index);
    if (!calls.FPDFText_GetMatrix(this.#handle, index, this.#scratch)) return { size, turns: 0 };
    const matrix = heap.HEAPF32;
    const at = this.#scratch >> 2;
    const angle = Math.atan2(matrix[at + 1] ?? 0, matrix[at] ?? 1);
    return {
      size: size * Math.hypot(matrix[at + 2] ?? 0, matrix[at + 3] ?? 1),
      turns: ((Math.round(angle / (Math.PI / 2)) + 4) % 4) as QuarterTurns,
    };
  }

  /** Where the character's baseline begins, in the file's coordinates. */
  origin(index: number): { x: number; y: number } {
    const { calls, heap } = this.#pdfium;
    calls.FPDFText_GetCharOrigin(this.#handle, index, this.#scratch, this.#scratch + 8);
    const at = this.#scratch >> 3;
    return { x: heap.HEAPF64[at] ?? 0, y: heap.HEAPF64[at + 1] ?? 0 };
  }

  isBold(index: number): boolean {
    const { calls, heap } = this.#pdfium;
    const name = this.#scratch;
    const flags = name + scratchBytes - 4;
    const bytes = Math.min(calls.FPDFText_GetFontInfo(this.#handle, index, name, scratchBytes - 8, flags), 120);
    if (((heap.HEAP32[flags >> 2] ?? 0) & forceBoldFlag) !== 0) return true;
    return boldName.test(Buffer.from(heap.HEAPU8.buffer, name, Math.max(0, bytes - 1)).toString("latin1"));
  }
}
