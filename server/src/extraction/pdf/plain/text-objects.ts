import type { PdfDictionary } from "./pdf-lexer.ts";

/** What PDFium knows of a character code in a font, in thousandths of the font's size from where the letter stands. */
export interface Letter {
  width: number;
  /** Of its shape. */
  left: number;
  bottom: number;
  right: number;
  top: number;
  /** The shape and the room that the font has for it. */
  roomLeft: number;
  roomBottom: number;
  roomRight: number;
  roomTop: number;
  /** Width and shape in units of the text, at the size that was asked for last: a page has few sizes. */
  sized: SizedLetter;
  /** What it reads as; a ligature has several, a letter without a certain meaning none. */
  codes: number[];
}

export interface SizedLetter {
  size: number;
  width: number;
  left: number;
  right: number;
}

/** PDFium reckons in single precision, and what it does with two places may hang on the last digit. */
export const single = Math.fround;

export function sizedLetter({ width, left, right }: Omit<Letter, "sized">, size: number): SizedLetter {
  return {
    size,
    width: single(single(width * size) / 1000),
    left: single(single(left * size) / 1000),
    right: single(single(right * size) / 1000),
  };
}

export interface TextFont {
  /** Of the font's dictionary. */
  readonly objectNumber: number;
  readonly bytesPerCode: 1 | 2;
  readonly isBold: boolean;
  /** Of what the font takes for a space; 0 where it has none. */
  readonly spaceWidth: number;
  /** What is known already, by code; asking for another letter may replace it. */
  readonly letters: (Letter | undefined)[];
  letter(code: number): Letter;
}

/** Letters that one operator shows. Text and page are both upright, so that there are scales and offsets only. */
export interface TextObject {
  font: TextFont;
  size: number;
  characterSpace: number;
  scaleX: number;
  scaleY: number;
  x: number;
  y: number;
  /** The same on the page, which is something else for what stands in a form. */
  pageScaleX: number;
  pageScaleY: number;
  pageX: number;
  pageY: number;
  form: FormPlace;
  marks: Marks;
  /** Which of the form's objects it is. */
  index: number;
  /** Its items among the page's. */
  from: number;
  to: number;
  characters: number;
  /** Around its shapes, in the form's coordinates. */
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** The marked content that an object stands in. */
export interface Marks {
  depth: number;
  /** Of the innermost one. */
  properties: PdfDictionary | undefined;
  /** What is to be read in the place of the letters. */
  actualText: string | undefined;
}

/** One use of a form, or the page itself. */
export interface FormPlace {
  isPage: boolean;
  scaleX: number;
  scaleY: number;
  x: number;
  y: number;
  /** What is written in it, in order. */
  objects: TextObject[];
}

/** In the place of a code: the letters before and after it are moved apart. */
export const movement = -1;

/** A page's letters and movements, one after the other. */
export class TextItems {
  codes = new Int32Array(4096);
  /** Where a letter stands, from its object's start in units of the text; of a movement, its thousandths. */
  places = new Float32Array(4096);
  length = 0;

  reset(): void {
    this.length = 0;
  }

  makeRoom(count: number): void {
    const needed = this.length + count;
    if (needed <= this.codes.length) return;
    const { codes, places } = this;
    this.codes = new Int32Array(needed * 2);
    this.places = new Float32Array(needed * 2);
    this.codes.set(codes);
    this.places.set(places);
  }
}

/** What stands at a place among the items: of one that was shown. */
export function letterAt({ font }: TextObject, item: number, items: TextItems): Letter {
  const code = items.codes[item] ?? 0;
  return font.letters[code] ?? font.letter(code);
}
