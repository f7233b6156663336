import {
  type Box,
  type PageSize,
  type QuarterTurns,
  type TextSegment,
  turnBox,
  turnSize,
} from "../layout/text-segment.ts";
import { isControl, isInvisible, isSpace, ligatureLetters, lineEndHyphen } from "./pdf-characters.ts";
import type { Pdfium } from "./pdfium.ts";
import { ascent, descent, maxBoxHeight, type PageString, type TextPage, withTextPage } from "./text-page.ts";

export interface PdfPageText {
  /** After the page's rotation. */
  size: PageSize;
  /** The page's own rotation, in quarter turns clockwise. */
  rotation: QuarterTurns;
  /** By the quarter turns clockwise after which the text is upright, counted from the unrotated page. */
  segments: Map<QuarterTurns, TextSegment[]>;
  /** Without white space. */
  visibleCharacters: number;
  /** Visible characters for which the file has no Unicode value. */
  unknownCharacters: number;
}

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** A wider gap, in font heights, separates columns or cells. The spaces of a justified line are narrower. */
const cellGap = 0.9;
/** The same in characters: a typewriter's letters are wide, and so are two of its spaces. */
const cellGapCharacters = 2.5;

export function readPageText(page: number, pdfium: Pdfium): PdfPageText {
  return withTextPage(page, pdfium, (text) => new SegmentReader(text).read());
}

/** The indices of a word's first and last character. */
interface WordRange {
  first: number;
  last: number;
}

class SegmentReader {
  readonly #page: TextPage;
  /** Before the page is rotated. */
  readonly #size: PageSize;
  readonly #segments = new Map<QuarterTurns, TextSegment[]>();
  /** Left, top, right and bottom of the current word. Reused, because an array for each word keeps the collector busy. */
  readonly #box = new Float64Array(4);
  readonly #lastBox = new Float64Array(4);
  /** The segment that the next word may extend. */
  #current: (TextSegment & { wordEdges: number[] }) | undefined;
  #order = 0;
  #turns: QuarterTurns = 0;
  #visible = 0;
  #unknown = 0;

  constructor(page: TextPage) {
    const { left, top, right, bottom } = page.frame;
    this.#page = page;
    this.#size = { width: right - left, height: top - bottom };
  }

  read(): PdfPageText {
    this.#readWords(this.#page.read());
    const { rotation } = this.#page.frame;
    return {
      size: turnSize(this.#size, rotation),
      rotation,
      segments: this.#segments,
      visibleCharacters: this.#visible,
      unknownCharacters: this.#unknown,
    };
  }

  #readWords({ codes, text, characterAt }: PageString): void {
    let start = -1;
    let isPlain = true;
    for (let at = 0; at <= codes.length; at++) {
      const code = codes[at] ?? lineFeed;
      const isLineEnd = code === carriageReturn || code === lineFeed || code === lineEndHyphen;
      if (!isLineEnd && !isSpace(code)) {
        if (start < 0) start = at;
        if (code >= 0x7f && needsCleaning(code)) isPlain = false;
        continue;
      }
      if (start >= 0) {
        const range = characterAt
          ? { first: characterAt[start] ?? 0, last: characterAt[at - 1] ?? 0 }
          : { first: start, last: at - 1 };
        const word = text.slice(start, at);
        this.#addWord(isPlain ? word : this.#clean(word), range, code === lineEndHyphen);
      }
      start = -1;
      isPlain = true;
      if (isLineEnd) this.#current = undefined;
    }
  }

  #clean(raw: string): string {
    let word = "";
    for (const character of raw.toWellFormed()) {
      const code = character.codePointAt(0) ?? 0;
      if (isControl(code) || isInvisible(code)) continue;
      if (code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff)) this.#unknown++;
      word += ligatureLetters(code) ?? character;
    }
    return word;
  }

  #addWord(word: string, range: WordRange, isHyphenated: boolean): void {
    if (word === "") return;
    this.#visible += word.length;
    this.#measure(range);
    if (this.#current && this.#isNextTo(this.#current)) {
      this.#current.text += ` ${word}`;
      this.#extend(this.#current, range.last);
    } else this.#current = this.#startSegment(word, range);
    if (isHyphenated) {
      this.#current.text += "-";
      this.#current.isHyphenated = true;
    }
  }

  /** Whether the current word continues the segment. */
  #isNextTo({ box, size, text }: TextSegment): boolean {
    const gap = (this.#box[0] ?? 0) - box[2];
    const drift = Math.abs(((this.#box[1] ?? 0) + (this.#box[3] ?? 0) - box[1] - box[3]) / 2);
    const characterWidth = (box[2] - box[0]) / text.length;
    const widestGap = Math.max(size * cellGap, characterWidth * cellGapCharacters);
    return gap < widestGap && gap > -size && drift < size * 0.6;
  }

  #extend(segment: TextSegment & { wordEdges: number[] }, last: number): void {
    const [, top = 0, right = 0, bottom = 0] = this.#box;
    const { box } = segment;
    segment.wordEdges.push(right);
    // A heading is bold to its end; a paragraph may only begin with bold words.
    if (segment.isBold && !this.#page.isBold(last)) segment.isBold = false;
    if (top < box[1]) box[1] = top;
    if (right > box[2]) box[2] = right;
    if (bottom > box[3]) box[3] = bottom;
  }

  #startSegment(text: string, range: WordRange): TextSegment & { wordEdges: number[] } {
    const style = this.#page.style(range.first);
    let { size } = style;
    if (this.#turns !== style.turns) {
      this.#turns = style.turns;
      this.#measure(range);
    }
    const { x, y } = this.#page.origin(range.first);
    const baseline = this.#toUpright(x, y, x, y)[1];
    const [left = 0, top = 0, right = 0, bottom = 0] = this.#box;
    const box: Box = [left, top, right, bottom];
    const height = bottom - top;
    if (!(size > 1 && size < 1000)) size = Math.max(1, height);
    if (height > size * maxBoxHeight || height <= 0) {
      box[1] = baseline - size * ascent;
      box[3] = baseline + size * descent;
    }
    const isBold = this.#page.isBold(range.first);
    const segment = { text, box, baseline, size, isBold, order: this.#order++, wordEdges: [right] };
    const group = this.#segments.get(this.#turns);
    if (group) group.push(segment);
    else this.#segments.set(this.#turns, [segment]);
    return segment;
  }

  /** Sets the box of the current word, in the coordinates in which its text is upright. */
  #measure({ first, last }: WordRange): void {
    const box = this.#box;
    this.#page.measure(first, box);
    let [left = 0, top = 0, right = 0, bottom = 0] = box;
    if (last !== first) {
      const lastBox = this.#lastBox;
      this.#page.measure(last, lastBox);
      left = Math.min(left, lastBox[0] ?? 0);
      top = Math.max(top, lastBox[1] ?? 0);
      right = Math.max(right, lastBox[2] ?? 0);
      bottom = Math.min(bottom, lastBox[3] ?? 0);
    }
    box.set(this.#toUpright(left, top, right, bottom));
  }

  #toUpright(left: number, top: number, right: number, bottom: number): Box {
    const { left: x, top: y } = this.#page.frame;
    return turnBox([left - x, y - top, right - x, y - bottom], this.#size, this.#turns);
  }
}

function needsCleaning(code: number): boolean {
  return (
    isControl(code) ||
    isInvisible(code) ||
    (code >= 0xd800 && code <= 0xf8ff) ||
    ligatureLetters(code) !== undefined ||
    code >= 0xfff0
  );
}
