import type { PageCharacters, Typeset } from "../page-segments.ts";
import { Declined } from "./declined.ts";
import { isDrawnTwice } from "./drawn-twice.ts";
import { runHorizontally } from "./line-direction.ts";
import { isPlainCode } from "./plain-code.ts";
import { type Letter, letterAt, single, type TextItems, type TextObject } from "./text-objects.ts";
import {
  advanceOf,
  endsLine,
  holds,
  inverseOf,
  isApart,
  isEmpty,
  isHyphen,
  normalised,
  originX,
  spaceThreshold,
  startOf,
  usualSpace,
} from "./word-gaps.ts";

const hyphenMark = 0xfffe;
const blank = 0x20;
/** In the place of an item: nothing in the file stands for the character. Below that: a box of its own. */
const generated = -1;
const maxOwnBoxes = 100_000;
/** Within this many characters a letter that is drawn once more is left out; PDFium's numbers, as all below. */
const repeatedWithin = 7;
const repeatedDistance = 0.07;
/** Of a line, so that putting its objects in order stays cheap. */
const maxObjectsInLine = 4000;

type Break = "none" | "space" | "line" | "hyphen";

/**
 * A page's letters in reading order, parted into words and lines by PDFium's rules (its `CPDF_TextPage`), as far as
 * upright text from left to right needs them. Where these come to anything else, the page is declined.
 */
export class PlainCharacters implements PageCharacters {
  readonly #items: TextItems;
  #page = { width: 0, height: 0 };
  #objects: TextObject[] = [];
  /** Those that stand on one line, from left to right. */
  #line: TextObject[] = [];
  #units = new Uint16Array(8192);
  #itemOf = new Int32Array(8192);
  /** The same item's code, by which letters that are drawn again are looked for. */
  #codeOf = new Int32Array(8192);
  #objectOf = new Int32Array(8192);
  /** Of what is read in the place of letters: left, top, right and bottom. */
  #ownBoxes: [number, number, number, number][] = [];
  #length = 0;
  /** Where the line at hand begins. */
  #lineStart = 0;
  #previous: TextObject | undefined;
  #previousForm: TextObject["form"] | undefined;
  #isHorizontal: boolean | undefined;
  #pageObjects: TextObject[] = [];

  constructor(items: TextItems) {
    this.#items = items;
  }

  /** Takes all objects of the next page in the order in which they are written. */
  take(objects: TextObject[], page: { width: number; height: number }): void {
    this.#page = page;
    this.#objects = [];
    this.#ownBoxes = [];
    this.#length = 0;
    this.#lineStart = 0;
    this.#previous = undefined;
    this.#previousForm = undefined;
    this.#isHorizontal = undefined;
    this.#pageObjects = objects;
    this.#line = [];
    for (const object of objects) this.#add(object);
    for (const object of this.#line) this.#write(object);
  }

  get codes(): Uint16Array {
    return this.#units.subarray(0, this.#length);
  }

  get text(): string {
    return Buffer.from(this.#units.buffer, 0, this.#length * 2).toString("utf16le");
  }

  measure(character: number, box: Float64Array): void {
    const item = this.#itemOf[character] ?? generated;
    const object = this.#objects[this.#objectOf[character] ?? generated];
    if (!object) throw new Declined("a word without letters");
    if (item < generated) {
      box.set(this.#ownBoxes[generated - 1 - item] ?? []);
      return;
    }
    const { size, pageScaleX, pageScaleY, pageX, pageY } = object;
    const letter = letterAt(object, item, this.#items);
    const place = this.#items.places[item] ?? 0;
    const thousandth = single(size / 1000);
    let left: number;
    if (letter.roomLeft === letter.left) left = single(single(letter.left * thousandth) + place);
    else left = startOf(object, place);
    let right: number;
    if (letter.roomRight === letter.right) right = single(single(letter.right * thousandth) + place);
    else right = single(startOf(object, place) + single(letter.width * thousandth));
    box[0] = single(single(pageScaleX * left) + pageX);
    box[1] = single(single(pageScaleY * single(single(letter.roomTop * size) / 1000)) + pageY);
    box[2] = single(single(pageScaleX * right) + pageX);
    box[3] = single(single(pageScaleY * single(single(letter.roomBottom * size) / 1000)) + pageY);
  }

  typesetOf(character: number): Typeset {
    const object = this.#objects[this.#objectOf[character] ?? generated];
    if (!object) throw new Declined("a word without letters");
    const item = this.#itemOf[character] ?? generated;
    const size = object.size * object.pageScaleY;
    if (item < 0) return { size, turns: 0, x: object.x, y: object.y };
    return { size, turns: 0, x: originX(object, this.#items.places[item] ?? 0), y: object.pageY };
  }

  isBold(character: number): boolean {
    return this.#objects[this.#objectOf[character] ?? generated]?.font.isBold ?? false;
  }

  /** Where it has no meaning PDFium takes the code itself. */
  #firstCode(object: TextObject): number {
    return this.#firstLetter(object).codes[0] ?? this.#items.codes[object.from] ?? 0;
  }

  #firstLetter(object: TextObject): Letter {
    return letterAt(object, object.from, this.#items);
  }

  #lastLetter(object: TextObject): Letter {
    return letterAt(object, object.to - 1, this.#items);
  }

  /** Objects of a line are put in order before they are written. */
  #add(object: TextObject): void {
    const line = this.#line;
    const last = line.at(-1);
    if (!last) {
      line.push(object);
      return;
    }
    if (isDrawnTwice(object, this.#items, this.#lineStart > 0)) return;
    const widthOf = (one: TextObject, letter: Letter) =>
      (((advanceOf(letter) * one.size) / 1000) * (one.pageScaleX + one.pageScaleY)) / 2;
    const threshold = Math.max(widthOf(last, this.#lastLetter(last)), widthOf(object, this.#firstLetter(object))) / 4;
    if (Math.abs(object.pageY - last.pageY) > threshold * 2) {
      for (const one of line) this.#write(one);
      this.#line = [object];
      return;
    }
    if (line.length >= maxObjectsInLine) throw new Declined("a line of too many pieces");
    const x = object.pageX;
    let at = line.length;
    while (at > 0 && x < (line[at - 1]?.pageX ?? x)) at--;
    if (at === line.length) line.push(object);
    else line.splice(at, 0, object);
  }

  #write(object: TextObject): void {
    const { actualText } = object.marks;
    if (actualText !== undefined && this.#isReadAlready(object, actualText)) {
      this.#previous = object;
      this.#previousForm = object.form;
      return;
    }
    if (this.#previous) {
      const found = this.#breakBefore(object, this.#previous);
      if (found === "space") this.#push(blank, generated, generated, generated);
      else if (found === "line") {
        if (this.#length > 0) {
          this.#push(0x0d, generated, generated, generated);
          this.#push(0x0a, generated, generated, generated);
        }
        this.#lineStart = this.#length;
      } else if (found === "hyphen") {
        if (object.characters === 1 && isHyphen(this.#firstCode(object))) return;
        while (this.#length > this.#lineStart && this.#units[this.#length - 1] === blank) this.#length--;
        this.#units[this.#length - 1] = hyphenMark;
      }
    }
    this.#previous = object;
    this.#previousForm = object.form;
    this.#objects.push(object);
    if (actualText) this.#writeInstead(object, actualText);
    else this.#writeItems(object, this.#objects.length - 1);
  }

  /** The object before stood in the same mark, or nothing is to be read at all. */
  #isReadAlready({ marks }: TextObject, actualText: string): boolean {
    const before = this.#previous?.marks;
    if (before && before.depth === marks.depth && before.properties === marks.properties) return true;
    return actualText !== "" && !/[\x20-\x7e\x81-\ufffc]/.test(actualText);
  }

  /** What is read in the place of the object's letters has its room, in equal parts. */
  #writeInstead(object: TextObject, text: string): void {
    const width = single(single(object.right - object.left) / text.length);
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 0xfffd) continue;
      const unit = code < 0x20 || (code >= 0x7f && code <= 0x80) ? blank : code;
      if (!isPlainCode(unit)) throw new Declined("another text in the place of the letters");
      if (this.#ownBoxes.length >= maxOwnBoxes) throw new Declined("too many letters");
      const left = single(object.left + single(at * width));
      this.#ownBoxes.push([left, object.top, single(left + width), object.bottom]);
      this.#push(unit, generated - this.#ownBoxes.length, this.#objects.length - 1, generated);
    }
  }

  #push(unit: number, item: number, object: number, code: number): void {
    const at = this.#length;
    if (at === this.#units.length) this.#grow();
    this.#units[at] = unit;
    this.#itemOf[at] = item;
    this.#codeOf[at] = code;
    this.#objectOf[at] = object;
    this.#length = at + 1;
  }

  #grow(): void {
    const length = this.#length * 2;
    const grown = (array: Int32Array) => {
      const copy = new Int32Array(length);
      copy.set(array);
      return copy;
    };
    const units = this.#units;
    this.#units = new Uint16Array(length);
    this.#units.set(units);
    this.#itemOf = grown(this.#itemOf);
    this.#codeOf = grown(this.#codeOf);
    this.#objectOf = grown(this.#objectOf);
  }

  #writeItems(object: TextObject, index: number): void {
    const { codes, places } = this.#items;
    const { font, size, pageScaleX, pageScaleY } = object;
    // Of the text alone, without the form around it.
    const sizeAcross = single(object.scaleX * size);
    const usual = object.characterSpace === 0 ? 0 : usualSpace(object, this.#items, (pageScaleX + pageScaleY) / 2);
    const tooNear = single(pageScaleX * single(single(repeatedDistance) * size));
    let spacing = 0;
    for (let item = object.from; item < object.to; item++) {
      const code = codes[item] ?? 0;
      const at = this.#length;
      if (code < 0) {
        if (at > 0 && this.#units[at - 1] !== blank) spacing = single(single(-sizeAcross * (places[item] ?? 0)) / 1000);
        continue;
      }
      const letter = font.letters[code] ?? font.letter(code);
      if (usual !== 0) spacing = single(spacing - usual);
      if (spacing !== 0) {
        const threshold = item > object.from ? spaceThreshold(font.spaceWidth, sizeAcross, letter) : 0;
        if (threshold !== 0 && spacing >= threshold) this.#push(blank, generated, index, generated);
        spacing = 0;
      }
      if (this.#isDrawnAgain(object, item, code, tooNear)) {
        const last = this.#length - 1;
        if (item === object.from && last >= this.#lineStart && this.#units[last] === blank) this.#length = last;
        continue;
      }
      const { codes: units } = letter;
      if (units.length === 0) throw new Declined("a letter without a certain meaning");
      for (let unit = 0; unit < units.length; unit++) this.#push(units[unit] ?? 0, item, index, code);
    }
  }

  #isDrawnAgain(object: TextObject, item: number, code: number, tooNear: number): boolean {
    const codeOf = this.#codeOf;
    const last = this.#length - 1;
    const first = Math.max(this.#lineStart, last - repeatedWithin + 1);
    for (let at = last; at >= first; at--) {
      if (codeOf[at] === code && this.#isNear(at, object, item, tooNear)) return true;
    }
    return false;
  }

  #isNear(at: number, object: TextObject, item: number, tooNear: number): boolean {
    const { places } = this.#items;
    const written = this.#objects[this.#objectOf[at] ?? 0];
    if (written?.font !== object.font) return false;
    const across = originX(written, places[this.#itemOf[at] ?? 0] ?? 0) - originX(object, places[item] ?? 0);
    return Math.abs(across) < tooNear && Math.abs(written.pageY - object.pageY) < tooNear;
  }

  #breakBefore(object: TextObject, before: TextObject): Break {
    const lastObject = this.#length > this.#lineStart ? (this.#objectOf[this.#length - 1] ?? generated) : generated;
    const previous = this.#objects[lastObject] ?? before;
    this.#previous = previous;
    if (!this.#runsAcross(object) && !this.#runsAcross(previous)) throw new Declined("a line without a direction");
    const letter = this.#firstLetter(object);
    const lastLetter = this.#lastLetter(previous);
    const first = this.#firstCode(object);
    if (endsLine(object, previous)) return this.#lineBreak(first);

    const lastAdvance = advanceOf(lastLetter);
    const advance = advanceOf(letter);
    const lastWidth = single(single(lastAdvance * previous.size) / 1000);
    const width = single(single(advance * object.size) / 1000);
    let threshold = single(Math.max(lastWidth, width) / 4);
    const inverse = inverseOf(previous, this.#previousForm ?? previous.form);
    const distance = single(single(inverse.scaleX + inverse.scaleY) / 2);
    const x = single(single(inverse.scaleX * object.pageX) + inverse.x);
    const y = single(single(inverse.scaleY * object.pageY) + inverse.y);
    if (lastWidth < width) threshold = single(threshold * distance);

    const isElsewhere =
      (isEmpty(previous) && previous.top - previous.bottom > 5) ||
      ((y > threshold * 2 || y < threshold * -3) && (Math.abs(y) >= 1 || Math.abs(y) > Math.abs(x)));
    if (isElsewhere && !this.#standsBeside(object, previous)) return this.#lineBreak(first);
    if (object.characters === 1 && isHyphen(first) && this.#lineBreak(first) === "hyphen") return "hyphen";
    if (first === blank || lastLetter.codes.at(-1) === blank) return "none";

    let gap = normalised(Math.max(lastAdvance, advance), 400, 700, 800);
    if (lastAdvance >= advance) gap = single(gap * previous.size);
    else {
      const scale = (object.pageScaleX + object.pageScaleY) / 2;
      gap = single(single(single(gap * object.size) * scale) * distance);
    }
    gap = single(gap / 1000);
    if ((gap < 1.4881 && gap > 1.4879) || (gap < 1.39001 && gap > 1.38999)) gap = single(gap * 1.5);
    const lastPlace = this.#items.places[previous.to - 1] ?? 0;
    return isApart(x, { lastPlace, lastWidth, width, threshold: gap }) ? "space" : "none";
  }

  #lineBreak(first: number): Break {
    let at = this.#length - 1;
    while (at > this.#lineStart && this.#units[at] === blank) at--;
    if (at < this.#lineStart || !isHyphen(this.#units[at] ?? 0)) return "line";
    // One that is read in the place of letters is believed without a look at what is around it.
    if ((this.#itemOf[this.#length - 1] ?? 0) < generated && isHyphen(this.#units[this.#length - 1] ?? 0))
      return "hyphen";
    if (at === this.#lineStart) return "line";
    const before = String.fromCharCode(this.#units[at - 1] ?? 0);
    return /\p{L}/u.test(before) && /[\p{L}\p{Nd}]/u.test(String.fromCharCode(first)) ? "hyphen" : "line";
  }

  /** Raised or lowered beside what stands before it, not on another line. */
  #standsBeside(object: TextObject, previous: TextObject): boolean {
    if (previous.to - previous.from <= 1) return false;
    const { places } = this.#items;
    // Its first letter stands at 0.
    if (!((places[previous.to - 1] ?? 0) > 0)) return false;
    return holds(previous, object) || holds(object, previous);
  }

  #runsAcross(object: TextObject): boolean {
    if (object.characters > 1) {
      return object.scaleX * (this.#items.places[object.to - 1] ?? 0) > 0.0001;
    }
    this.#isHorizontal ??= runHorizontally(this.#pageObjects, this.#page);
    if (!this.#isHorizontal) throw new Declined("lines that run downwards");
    return true;
  }
}
