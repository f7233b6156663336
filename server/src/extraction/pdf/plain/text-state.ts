import { Declined } from "./declined.ts";
import { type FormPlace, single, type TextFont } from "./text-objects.ts";

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** What the operators of a content stream have set, single precision throughout. */
export class TextState {
  ctm: Matrix = identity;
  textMatrix: Matrix = identity;
  lineX = 0;
  lineY = 0;
  x = 0;
  y = 0;
  font: TextFont | undefined;
  size = 0;
  characterSpace = 0;
  wordSpace = 0;
  leading = 0;
  rise = 0;
  scale = 1;
  mode = 0;
  lineWidth = 1;

  /** Written out, because it is done for every word that some writers show. */
  assign(other: TextState): void {
    this.ctm = other.ctm;
    this.textMatrix = other.textMatrix;
    this.lineX = other.lineX;
    this.lineY = other.lineY;
    this.x = other.x;
    this.y = other.y;
    this.font = other.font;
    this.size = other.size;
    this.characterSpace = other.characterSpace;
    this.wordSpace = other.wordSpace;
    this.leading = other.leading;
    this.rise = other.rise;
    this.scale = other.scale;
    this.mode = other.mode;
    this.lineWidth = other.lineWidth;
  }

  /** What a form begins with: how letters look, and nothing of where they stand. */
  forForm(matrix: Matrix): TextState {
    const inner = new TextState();
    inner.ctm = matrix;
    inner.font = this.font;
    inner.size = this.size;
    inner.characterSpace = this.characterSpace;
    inner.wordSpace = this.wordSpace;
    inner.mode = this.mode;
    inner.lineWidth = this.lineWidth;
    return inner;
  }
}

interface PlacedText {
  ctm: Matrix;
  textMatrix: Matrix;
  scale: number;
  a: number;
  b: number;
  c: number;
  d: number;
}

/** How text is scaled on the page; the same for all of it, until one of the three changes. */
export class TextScales {
  #last: PlacedText = { ctm: identity, textMatrix: identity, scale: 1, a: 1, b: 0, c: 0, d: 1 };

  of({ ctm, textMatrix, scale }: TextState): PlacedText {
    const known = this.#last;
    if (known.ctm === ctm && known.textMatrix === textMatrix && known.scale === scale) return known;
    const scaled = scale === 1 ? textMatrix : product([scale, 0, 0, 1, 0, 0], textMatrix);
    const [a, b, c, d] = product(scaled, ctm);
    this.#last = { ctm, textMatrix, scale, a, b, c, d };
    return this.#last;
  }
}

export function product(left: Matrix, right: Matrix): Matrix {
  if (left === identity) return right;
  if (right === identity) return left;
  const [a, b, c, d, e, f] = left;
  const [ra, rb, rc, rd, re, rf] = right;
  return [
    single(single(a * ra) + single(b * rc)),
    single(single(a * rb) + single(b * rd)),
    single(single(c * ra) + single(d * rc)),
    single(single(c * rb) + single(d * rd)),
    single(single(single(e * ra) + single(f * rc)) + re),
    single(single(single(e * rb) + single(f * rd)) + rf),
  ];
}

export function pagePlace(): FormPlace {
  return { isPage: true, scaleX: 1, scaleY: 1, x: 0, y: 0, objects: [] };
}

export function placeWithin({ scaleX, scaleY, x, y }: FormPlace, [a, b, c, d, e, f]: Matrix): FormPlace {
  if (b !== 0 || c !== 0 || !(a > 0 && d > 0)) throw new Declined("a form that is not upright");
  return {
    isPage: false,
    scaleX: single(a * scaleX),
    scaleY: single(d * scaleY),
    x: single(single(e * scaleX) + x),
    y: single(single(f * scaleY) + y),
    objects: [],
  };
}
