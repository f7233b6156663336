import {
  type Box,
  type PageSize,
  type QuarterTurns,
  type TextSegment,
  turnBox,
  turnSize,
} from "../layout/text-segment.ts";
import { isInvisible, isSpace, ligatures } from "./pdf-characters.ts";

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

/** The part of the file's coordinates that is seen, before the page is turned. */
export interface PageFrame {
  left: number;
  top: number;
  right: number;
  bottom: number;
  rotation: QuarterTurns;
}

/** How a character is written. */
export interface Typeset {
  /** Height of the font in points. */
  size: number;
  turns: QuarterTurns;
  /** Where it stands, in the file's coordinates. */
  x: number;
  y: number;
}

/** A page's characters in the order in which they are read, with line ends and hyphens told as PDFium tells them. */
export interface PageCharacters {
  readonly codes: Uint16Array;
  /** The same as a string. */
  readonly text: string;
  /** The character of each of these units, where they are not simply the same. */
  readonly charOf?: number[];
  /** Left, top, right and bottom in the file's coordinates. */
  measure(character: number, box: Float64Array): void;
  typesetOf(character: number): Typeset;
  isBold(character: number): boolean;
}

/** A wider gap, in heights of the font, separates columns or cells. A justified line stays below. */
const cellGap = 0.9;
/** And in characters: a typewriter's letters are wide, and so are two of its spaces. */
const cellGapCharacters = 2.5;
/** PDFium's mark for a hyphen at the end of a line. */
const lineEndHyphen = 0xfffe;

/** Puts a page's characters together to segments; the same for every reader of characters. */
export function readSegments(characters: PageCharacters, frame: PageFrame): PdfPageText {
  return new SegmentReader(characters, frame).read();
}

/** A segment that may still grow. While its words stand in the page's text as they shall be read, only the range is kept. */
interface OpenSegment {
  segment: TextSegment & { wordEdges: number[] };
  from: number;
  /** -1 once the segment's own `text` is what counts. */
  to: number;
}

class SegmentReader {
  readonly #characters: PageCharacters;
  readonly #rotation: QuarterTurns;
  readonly #origin: { left: number; top: number };
  /** Before the page is turned. */
  readonly #size: PageSize;
  readonly #segments = new Map<QuarterTurns, TextSegment[]>();
  /** Of the word at hand: left, top, right, bottom. Kept, because an array for each word is most of what is thrown away. */
  readonly #box = new Float64Array(4);
  readonly #lastBox = new Float64Array(4);
  #words = "";
  #order = 0;
  #turns: QuarterTurns = 0;
  #current: OpenSegment | undefined;
  #visible = 0;
  #unknown = 0;

  constructor(characters: PageCharacters, { left, top, right, bottom, rotation }: PageFrame) {
    this.#characters = characters;
    this.#rotation = rotation;
    this.#origin = { left, top };
    this.#size = { width: right - left, height: top - bottom };
  }

  read(): PdfPageText {
    this.#readWords(this.#characters);
    return {
      size: turnSize(this.#size, this.#rotation),
      rotation: this.#rotation,
      segments: this.#segments,
      visibleCharacters: this.#visible,
      unknownCharacters: this.#unknown,
    };
  }

  #readWords({ codes, text, charOf }: PageCharacters): void {
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
    if (segment.isBold && !this.#characters.isBold(last)) segment.isBold = false;
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
    const typeset = this.#characters.typesetOf(first);
    const { turns, x, y } = typeset;
    let { size } = typeset;
    this.#turns = turns;
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
    const isBold = this.#characters.isBold(first);
    const segment = { text: "", box, baseline, size, isBold, order: this.#order++, wordEdges: [right] };
    this.#current = { segment, from, to };
    const group = this.#segments.get(this.#turns);
    if (group) group.push(segment);
    else this.#segments.set(this.#turns, [segment]);
  }

  /** The word's box, in the coordinates in which this text is upright. */
  #measure(first: number, last: number): void {
    const box = this.#box;
    this.#characters.measure(first, box);
    let left = box[0] ?? 0;
    let top = box[1] ?? 0;
    let right = box[2] ?? 0;
    let bottom = box[3] ?? 0;
    if (last !== first) {
      const lastBox = this.#lastBox;
      this.#characters.measure(last, lastBox);
      left = Math.min(left, lastBox[0] ?? 0);
      top = Math.max(top, lastBox[1] ?? 0);
      right = Math.max(right, lastBox[2] ?? 0);
      bottom = Math.min(bottom, lastBox[3] ?? 0);
    }
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
