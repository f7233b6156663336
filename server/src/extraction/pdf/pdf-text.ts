import {
  type Box,
  type PageSize,
  type QuarterTurns,
  type TextSegment,
  turnBox,
  turnSize,
} from "../layout/text-segment.ts";
import type { Pdfium } from "./pdfium.ts";

export interface PdfPageText {
  /** As a person sees the page, its rotation applied. */
  size: PageSize;
  /** Quarter turns clockwise that the page itself asks for. */
  rotation: QuarterTurns;
  /** By the quarter turns clockwise after which the text is upright, counted from the unrotated page. */
  segments: Map<QuarterTurns, TextSegment[]>;
  /** Letters, digits and signs; white space does not count. */
  visibleCharacters: number;
  /** Of these, the ones whose meaning the file does not tell: shapes without letters. */
  unknownCharacters: number;
}

/** A wider gap, in heights of the font, separates columns or cells. A justified line stays below. */
const cellGap = 0.9;
/** And in characters: a typewriter's letters are wide, and so are two of its spaces. */
const cellGapCharacters = 2.5;
/** PDFium's mark for a hyphen at the end of a line. */
const lineEndHyphen = 0xfffe;
const forceBoldFlag = 1 << 18;
const boldName = /bold|black|heavy|semibold|demi/i;
const ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];

export function readPageText(page: number, pdfium: Pdfium): PdfPageText {
  const { calls } = pdfium;
  const text = calls.FPDFText_LoadPage(page);
  try {
    return new PageTextReader(pdfium, page, text).read();
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

class PageTextReader {
  readonly #pdfium: Pdfium;
  readonly #text: number;
  readonly #scratch: number;
  readonly #rotation: QuarterTurns;
  readonly #origin: { left: number; top: number };
  /** Before the page is turned. */
  readonly #size: PageSize;
  readonly #segments = new Map<QuarterTurns, TextSegment[]>();
  #order = 0;
  #turns: QuarterTurns = 0;
  #current: (TextSegment & { wordEdges: number[] }) | undefined;
  #visible = 0;
  #unknown = 0;

  constructor(pdfium: Pdfium, page: number, text: number) {
    const { calls, heap } = pdfium;
    this.#pdfium = pdfium;
    this.#text = text;
    this.#scratch = scratch(pdfium);
    this.#rotation = (calls.FPDFPage_GetRotation(page) & 3) as QuarterTurns;
    calls.FPDF_GetPageBoundingBox(page, this.#scratch);
    const [left = 0, top = 0, right = 0, bottom = 0] = heap.HEAPF32.subarray(
      this.#scratch >> 2,
      (this.#scratch >> 2) + 4,
    );
    this.#origin = { left, top };
    this.#size = { width: right - left, height: top - bottom };
  }

  read(): PdfPageText {
    if (this.#text !== 0) this.#readWords();
    return {
      size: turnSize(this.#size, this.#rotation),
      rotation: this.#rotation,
      segments: this.#segments,
      visibleCharacters: this.#visible,
      unknownCharacters: this.#unknown,
    };
  }

  #readWords(): void {
    const { codes, text, charOf } = this.#characters();
    let start = -1;
    let isPlain = true;
    for (let at = 0; at <= codes.length; at++) {
      const code = at === codes.length ? 0x0d : (codes[at] ?? 0);
      if (code > 0x20 && code < 0x7f) {
        if (start < 0) start = at;
        continue;
      }
      const isLineEnd = code === 0x0d || code === 0x0a;
      const isHyphen = code === lineEndHyphen;
      if (isLineEnd || isHyphen || isSpace(code)) {
        if (start >= 0) {
          const raw = text.slice(start, at);
          const word = isPlain ? raw : this.#cleaned(raw);
          const indices = charOf ? [charOf[start] ?? 0, charOf[at - 1] ?? 0] : [start, at - 1];
          if (word !== "") this.#addWord(isHyphen ? `${word}-` : word, indices[0] ?? 0, indices[1] ?? 0);
          if (isHyphen && this.#current) this.#current.isHyphenated = true;
          this.#visible += word.length;
        }
        start = -1;
        isPlain = true;
        if (isLineEnd || isHyphen) this.#current = undefined;
        continue;
      }
      if (start < 0) start = at;
      if (isSpecial(code)) isPlain = false;
    }
  }

  /** The page's text and, where it is not one unit for each of PDFium's characters, the character of each unit. */
  #characters(): { codes: Uint16Array; text: string; charOf?: number[] } {
    const { calls, heap } = this.#pdfium;
    const count = Math.max(0, calls.FPDFText_CountChars(this.#text));
    // A character beyond the basic plane takes two units.
    const buffer = calls.malloc((count * 2 + 1) * 2);
    const units = Math.max(0, calls.FPDFText_GetText(this.#text, 0, count, buffer) - 1);
    const codes = heap.HEAPU16.slice(buffer >> 1, (buffer >> 1) + units);
    calls.free(buffer);
    const text = Buffer.from(codes.buffer, 0, units * 2).toString("utf16le");
    if (units === count) return { codes, text };

    // PDFium leaves characters without a meaning out of its text, and only there: count along.
    let rebuilt = "";
    const charOf: number[] = [];
    for (let index = 0; index < count; index++) {
      const code = calls.FPDFText_GetUnicode(this.#text, index);
      const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
      for (let unit = 0; unit < character.length; unit++) charOf.push(index);
      rebuilt += character;
    }
    return { codes: Uint16Array.from(rebuilt, (_, at) => rebuilt.charCodeAt(at)), text: rebuilt, charOf };
  }

  #cleaned(raw: string): string {
    let word = "";
    for (const character of raw.toWellFormed()) {
      const code = character.codePointAt(0) ?? 0;
      if (code >= 0xfb00 && code <= 0xfb06) word += ligatures[code - 0xfb00];
      else if (code < 0x20 || (code >= 0x7f && code < 0xa0) || isInvisible(code)) continue;
      else {
        if (code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff)) this.#unknown++;
        word += character;
      }
    }
    return word;
  }

  #addWord(word: string, first: number, last: number): void {
    const box = this.#wordBox(first, last);
    const current = this.#current;
    if (current) {
      const gap = box[0] - current.box[2];
      const drift = Math.abs((box[1] + box[3] - current.box[1] - current.box[3]) / 2);
      const characterWidth = (current.box[2] - current.box[0]) / current.text.length;
      const widestGap = Math.max(current.size * cellGap, characterWidth * cellGapCharacters);
      if (gap < widestGap && gap > -current.size && drift < current.size * 0.6) {
        current.text += ` ${word}`;
        current.wordEdges.push(box[2]);
        // A bold start leads into a paragraph; a heading is bold to its end.
        if (current.isBold && !this.#isBold(last)) current.isBold = false;
        if (box[1] < current.box[1]) current.box[1] = box[1];
        if (box[2] > current.box[2]) current.box[2] = box[2];
        if (box[3] > current.box[3]) current.box[3] = box[3];
        return;
      }
    }
    this.#startSegment(word, first, last);
  }

  #startSegment(word: string, first: number, last: number): void {
    const { calls, heap } = this.#pdfium;
    const at = this.#scratch;
    let size = calls.FPDFText_GetFontSize(this.#text, first);
    this.#turns = 0;
    if (calls.FPDFText_GetMatrix(this.#text, first, at)) {
      const [a = 1, b = 0, c = 0, d = 1] = heap.HEAPF32.subarray(at >> 2, (at >> 2) + 4);
      size *= Math.hypot(c, d);
      this.#turns = ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4) as QuarterTurns;
    }
    calls.FPDFText_GetCharOrigin(this.#text, first, at, at + 8);
    const [x = 0, y = 0] = heap.HEAPF64.subarray(at >> 3, (at >> 3) + 2);
    const baseline = this.#place(x, y, x, y)[1];
    const box = this.#wordBox(first, last);
    const height = box[3] - box[1];
    if (!(size > 1 && size < 1000)) size = Math.max(1, height);
    // Some fonts claim to reach far above and below their letters; the box is for showing, so keep it to the line.
    if (height > size * 1.6 || height <= 0) {
      box[1] = baseline - size * 0.95;
      box[3] = baseline + size * 0.25;
    }
    const isBold = this.#isBold(first);
    const segment = { text: word, box, baseline, size, isBold, order: this.#order++, wordEdges: [box[2]] };
    this.#current = segment;
    const group = this.#segments.get(this.#turns);
    if (group) group.push(segment);
    else this.#segments.set(this.#turns, [segment]);
  }

  /** In the coordinates in which this text is upright. */
  #wordBox(first: number, last: number): Box {
    const { calls, heap } = this.#pdfium;
    const at = this.#scratch;
    calls.FPDFText_GetLooseCharBox(this.#text, first, at);
    const memory = heap.HEAPF32;
    const index = at >> 2;
    let left = memory[index] ?? 0;
    let top = memory[index + 1] ?? 0;
    let right = memory[index + 2] ?? 0;
    let bottom = memory[index + 3] ?? 0;
    if (last !== first) {
      calls.FPDFText_GetLooseCharBox(this.#text, last, at);
      left = Math.min(left, memory[index] ?? 0);
      top = Math.max(top, memory[index + 1] ?? 0);
      right = Math.max(right, memory[index + 2] ?? 0);
      bottom = Math.min(bottom, memory[index + 3] ?? 0);
    }
    return this.#place(left, top, right, bottom);
  }

  #place(left: number, top: number, right: number, bottom: number): Box {
    const { left: x, top: y } = this.#origin;
    const box: Box = [left - x, y - top, right - x, y - bottom];
    return this.#turns === 0 ? box : turnBox(box, this.#size, this.#turns);
  }

  #isBold(index: number): boolean {
    const { calls, heap } = this.#pdfium;
    const at = this.#scratch;
    const bytes = Math.min(
      calls.FPDFText_GetFontInfo(this.#text, index, at, scratchBytes - 8, at + scratchBytes - 4),
      120,
    );
    if (((heap.HEAP32[(at + scratchBytes - 4) >> 2] ?? 0) & forceBoldFlag) !== 0) return true;
    let name = "";
    for (let byte = 0; byte < bytes - 1; byte++) name += String.fromCharCode(heap.HEAPU8[at + byte] ?? 0);
    return boldName.test(name);
  }
}

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x3000;
}

function isInvisible(code: number): boolean {
  return code === 0xad || (code >= 0x200b && code <= 0x200f) || code === 0x2060 || code === 0xfeff;
}

function isSpecial(code: number): boolean {
  return (
    (code >= 0x7f && code < 0xa0) ||
    isInvisible(code) ||
    (code >= 0xd800 && code <= 0xf8ff) ||
    (code >= 0xfb00 && code <= 0xfb06) ||
    code >= 0xfff0
  );
}
