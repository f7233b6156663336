import {
  type Box,
  type PageSize,
  type QuarterTurns,
  type TextSegment,
  turnBox,
  turnSize,
} from "../layout/text-segment.ts";
import { isInvisible, isSpace, ligatures } from "./pdf-characters.ts";
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

/** A segment that may still grow. While its words stand in the page's text as they shall be read, only the range is kept. */
interface OpenSegment {
  segment: TextSegment & { wordEdges: number[] };
  from: number;
  /** -1 once the segment's own `text` is what counts. */
  to: number;
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
  /** Of the word at hand: left, top, right, bottom. Kept, because an array for each word is most of what is thrown away. */
  readonly #box = new Float64Array(4);
  #words = "";
  #order = 0;
  #turns: QuarterTurns = 0;
  #current: OpenSegment | undefined;
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
    this.#words = text;
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
          const first = charOf ? (charOf[start] ?? 0) : start;
          const last = charOf ? (charOf[at - 1] ?? 0) : at - 1;
          if (isPlain && !isHyphen) this.#addPlainWord(start, at, first, last);
          else this.#addWord(this.#cleaned(text.slice(start, at)), first, last, isHyphen);
        }
        start = -1;
        isPlain = true;
        if (isLineEnd || isHyphen) this.#close();
        continue;
      }
      if (start < 0) start = at;
      if (isSpecial(code)) isPlain = false;
    }
    this.#close();
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

  /** A word that is read as it stands in the page's text, from `start` to `end`. */
  #addPlainWord(start: number, end: number, first: number, last: number): void {
    this.#visible += end - start;
    this.#measure(first, last);
    const current = this.#current;
    if (!current || !this.#isNextTo(current)) {
      this.#startSegment(start, end, first, last);
      return;
    }
    // One space between them: the range simply grows.
    if (current.to === start - 1 && this.#words.charCodeAt(current.to) === 0x20) current.to = end;
    else this.#settled(current).text += ` ${this.#words.slice(start, end)}`;
    this.#grow(current.segment, last);
  }

  #addWord(word: string, first: number, last: number, isHyphenated: boolean): void {
    if (word === "") return;
    this.#visible += word.length;
    this.#measure(first, last);
    const current = this.#current;
    const text = isHyphenated ? `${word}-` : word;
    if (current && this.#isNextTo(current)) {
      this.#settled(current).text += ` ${text}`;
      this.#grow(current.segment, last);
    } else {
      this.#startSegment(-1, -1, first, last);
      if (this.#current) this.#current.segment.text = text;
    }
    if (isHyphenated && this.#current) this.#current.segment.isHyphenated = true;
  }

  #isNextTo({ segment: { box, size, text }, from, to }: OpenSegment): boolean {
    const gap = (this.#box[0] ?? 0) - box[2];
    const drift = Math.abs(((this.#box[1] ?? 0) + (this.#box[3] ?? 0) - box[1] - box[3]) / 2);
    const characterWidth = (box[2] - box[0]) / (to < 0 ? text.length : to - from);
    const widestGap = Math.max(size * cellGap, characterWidth * cellGapCharacters);
    return gap < widestGap && gap > -size && drift < size * 0.6;
  }

  #grow(segment: OpenSegment["segment"], last: number): void {
    const top = this.#box[1] ?? 0;
    const right = this.#box[2] ?? 0;
    const bottom = this.#box[3] ?? 0;
    const { box } = segment;
    segment.wordEdges.push(right);
    // A bold start leads into a paragraph; a heading is bold to its end.
    if (segment.isBold && !this.#isBold(last)) segment.isBold = false;
    if (top < box[1]) box[1] = top;
    if (right > box[2]) box[2] = right;
    if (bottom > box[3]) box[3] = bottom;
  }

  /** From here on the segment has a text of its own. */
  #settled(open: OpenSegment): TextSegment {
    if (open.to >= 0) open.segment.text = this.#words.slice(open.from, open.to);
    open.to = -1;
    return open.segment;
  }

  #close(): void {
    if (this.#current) this.#settled(this.#current);
    this.#current = undefined;
  }

  #startSegment(from: number, to: number, first: number, last: number): void {
    this.#close();
    const { calls, heap } = this.#pdfium;
    const at = this.#scratch;
    let size = calls.FPDFText_GetFontSize(this.#text, first);
    this.#turns = 0;
    if (calls.FPDFText_GetMatrix(this.#text, first, at)) {
      const floats = heap.HEAPF32;
      const index = at >> 2;
      const a = floats[index] ?? 1;
      const b = floats[index + 1] ?? 0;
      size *= Math.hypot(floats[index + 2] ?? 0, floats[index + 3] ?? 1);
      if (b !== 0 || a < 0) this.#turns = ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4) as QuarterTurns;
    }
    calls.FPDFText_GetCharOrigin(this.#text, first, at, at + 8);
    const x = heap.HEAPF64[at >> 3] ?? 0;
    const y = heap.HEAPF64[(at >> 3) + 1] ?? 0;
    const baseline = this.#place(x, y, x, y)[1];
    this.#measure(first, last);
    const [left = 0, top = 0, right = 0, bottom = 0] = this.#box;
    const box: Box = [left, top, right, bottom];
    const height = bottom - top;
    if (!(size > 1 && size < 1000)) size = Math.max(1, height);
    // Some fonts claim to reach far above and below their letters; the box is for showing, so keep it to the line.
    if (height > size * 1.6 || height <= 0) {
      box[1] = baseline - size * 0.95;
      box[3] = baseline + size * 0.25;
    }
    const isBold = this.#isBold(first);
    const segment = { text: "", box, baseline, size, isBold, order: this.#order++, wordEdges: [right] };
    this.#current = { segment, from, to };
    const group = this.#segments.get(this.#turns);
    if (group) group.push(segment);
    else this.#segments.set(this.#turns, [segment]);
  }

  /** The word's box, in the coordinates in which this text is upright. */
  #measure(first: number, last: number): void {
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
    const box = this.#box;
    if (this.#turns === 0) {
      box[0] = left - this.#origin.left;
      box[1] = this.#origin.top - top;
      box[2] = right - this.#origin.left;
      box[3] = this.#origin.top - bottom;
    } else box.set(this.#place(left, top, right, bottom));
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

function isSpecial(code: number): boolean {
  return (
    (code >= 0x7f && code < 0xa0) ||
    isInvisible(code) ||
    (code >= 0xd800 && code <= 0xf8ff) ||
    (code >= 0xfb00 && code <= 0xfb06) ||
    code >= 0xfff0
  );
}
