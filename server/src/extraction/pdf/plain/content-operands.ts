import { Declined } from "./declined.ts";
import { kindOf, latin1, type PdfDictionary, PdfLexer, regular, space, valueOfHex } from "./pdf-lexer.ts";
import { single } from "./text-objects.ts";

/** PDFium forgets the first of more operands. */
const maxOperands = 32;
/** PDFium cuts longer ones. */
const maxStringBytes = 32_767;
const maxShownBytes = 400_000;
/** More than any writer has; what is beyond the sixteenth tells nothing. */
const maxDigits = 40;
/** Instead of an operator's number. */
const anOperand = -1;

/** Which kinds of operands stand before an operator, in their order; numbers that follow one another count as one. */
export const shapes = {
  nothing: 0,
  numbers: 1,
  name: 2,
  string: 3,
  array: 4,
  nameAndNumber: 2 * 8 + 1,
  numbersAndString: 1 * 8 + 3,
  twoNames: 2 * 8 + 2,
  nameAndDictionary: 2 * 8 + 5,
};
const aDictionary = 5;
/** Longer than any that counts. */
const maxShape = 8 ** 8;

/** An operator's number, made of the letters of its name. */
export function operatorNumber(name: string): number {
  return [...name].reduce((number, sign) => number * 256 + sign.charCodeAt(0), 0);
}

/**
 * The operators of a content stream, one after the other, with the operands before each. What these hold is written over
 * by the next ones: a page has thousands, and most of the time of reading it would go into making and dropping them.
 */
export class ContentOperands {
  /** One of `shapes`, or another that no operator for letters has. */
  shape = shapes.nothing;
  readonly numbers = new Float64Array(maxOperands);
  numberCount = 0;
  readonly names = ["", ""];
  nameCount = 0;
  dictionary: PdfDictionary | undefined;
  /** Strings, in an array or not, one behind the other, where each ends and how far the next is moved. */
  shown = new Uint8Array(1024);
  shownLength = 0;
  ends = new Int32Array(256);
  movements = new Float64Array(256);
  stringCount = 0;
  /** Before the first string. */
  firstMovement = 0;
  emptyStrings = 0;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Reads operands up to the next operator, and yields this one's number; 0 at the end. */
  nextOperator(): number {
    this.#clear();
    for (;;) {
      const operator = this.#token();
      if (operator !== anOperand) return operator;
    }
  }

  #token(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    let byte = bytes[at];
    while (byte !== undefined && kindOf[byte] === space) byte = bytes[++at];
    this.#at = at;
    if (byte === undefined) {
      if (this.shape !== shapes.nothing) throw new Declined("operands without an operator");
      return 0;
    }
    if (byte <= 0x39 && (byte >= 0x30 || byte === 0x2d || byte === 0x2e || byte === 0x2b)) {
      if (this.numberCount >= maxOperands) throw new Declined("too many operands");
      this.numbers[this.numberCount++] = this.#number();
      if (this.shape % 8 !== shapes.numbers) this.#note(shapes.numbers);
      return anOperand;
    }
    if (kindOf[byte] === regular) return this.#operator();
    switch (byte) {
      case 0x28:
      case 0x3c:
        if (byte === 0x3c && bytes[at + 1] === 0x3c) {
          this.#readDictionary();
          this.#note(aDictionary);
        } else {
          this.#string();
          this.#note(shapes.string);
        }
        return anOperand;
      case 0x2f: {
        const from = ++this.#at;
        while (this.#at < bytes.length && kindOf[bytes[this.#at] ?? 0] === regular) this.#at++;
        const name = latin1(bytes, from, this.#at);
        if (name.includes("#")) throw new Declined("a name with escapes");
        if (this.nameCount >= this.names.length) throw new Declined("too many operands");
        this.names[this.nameCount++] = name;
        this.#note(shapes.name);
        return anOperand;
      }
      case 0x5b:
        this.#array();
        this.#note(shapes.array);
        return anOperand;
      case 0x25:
        while (this.#at < bytes.length && bytes[this.#at] !== 10 && bytes[this.#at] !== 13) this.#at++;
        return anOperand;
      default:
        throw new Declined("a stray delimiter");
    }
  }

  #note(kind: number): void {
    this.shape = this.shape * 8 + kind;
    if (this.shape > maxShape) throw new Declined("too many operands");
  }

  #number(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    let byte = bytes[at] ?? 0;
    const isNegative = byte === 0x2d;
    if (isNegative || byte === 0x2b) byte = bytes[++at] ?? 0;
    const from = at;
    let value = 0;
    while (byte >= 0x30 && byte <= 0x39) {
      value = value * 10 + byte - 0x30;
      byte = bytes[++at] ?? 0x20;
    }
    let digits = at - from;
    if (byte === 0x2e) {
      byte = bytes[++at] ?? 0x20;
      let scale = 1;
      while (byte >= 0x30 && byte <= 0x39) {
        value = value * 10 + byte - 0x30;
        scale *= 10;
        byte = bytes[++at] ?? 0x20;
        digits++;
      }
      value /= scale;
    }
    if (digits === 0 || digits > maxDigits || value > 2 ** 31 || kindOf[byte] === regular)
      throw new Declined("a number of another form");
    this.#at = at;
    return isNegative ? -value : value;
  }

  /** Adds the string to those that are shown. */
  #string(): void {
    const bytes = this.#bytes;
    const from = this.#at + 1;
    if (bytes[this.#at] === 0x3c) {
      this.#hexString(from);
      return;
    }
    // Nearly all others are bytes between brackets as they stand.
    let end = from;
    let byte = bytes[end];
    while (byte !== undefined && byte !== 0x29 && byte !== 0x28 && byte !== 0x5c) byte = bytes[++end];
    if (byte === 0x29) {
      this.#at = end + 1;
      this.#addString(bytes, from, end);
      return;
    }
    const lexer = new PdfLexer(bytes, this.#at);
    const string = lexer.literalString();
    this.#at = lexer.at;
    this.#addString(string, 0, string.length);
  }

  #hexString(from: number): void {
    const bytes = this.#bytes;
    this.#makeRoom(Math.min(bytes.length - from, 2 * maxStringBytes) / 2 + 1);
    const shown = this.shown;
    const start = this.shownLength;
    let at = start;
    let half = -1;
    let next = from;
    for (;;) {
      const byte = bytes[next++];
      if (byte === 0x3e) break;
      const value = byte === undefined ? -1 : (valueOfHex[byte] ?? -1);
      if (value < 0) {
        if (byte === undefined || kindOf[byte] !== space) throw new Declined("no hexadecimal digit");
      } else if (half < 0) half = value;
      else {
        shown[at++] = half * 16 + value;
        half = -1;
        if (at - start > maxStringBytes) throw new Declined("a long string");
      }
    }
    if (half >= 0) shown[at++] = half * 16;
    this.#at = next;
    if (at === start) this.emptyStrings++;
    else this.#endString(at);
  }

  #addString(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    if (length === 0) {
      this.emptyStrings++;
      return;
    }
    if (length > maxStringBytes) throw new Declined("a long string");
    this.#makeRoom(length);
    const shown = this.shown;
    let at = this.shownLength;
    for (let next = from; next < to; next++) shown[at++] = bytes[next] ?? 0;
    this.#endString(at);
  }

  #makeRoom(length: number): void {
    const needed = this.shownLength + length;
    if (needed > maxShownBytes) throw new Declined("a long string");
    if (needed <= this.shown.length) return;
    const shown = new Uint8Array(needed * 2);
    shown.set(this.shown);
    this.shown = shown;
  }

  #endString(end: number): void {
    const count = this.stringCount;
    if (count === this.ends.length) {
      const [ends, movements] = [this.ends, this.movements];
      this.ends = new Int32Array(count * 2);
      this.ends.set(ends);
      this.movements = new Float64Array(count * 2);
      this.movements.set(movements);
    }
    this.shownLength = end;
    this.ends[count] = end;
    this.movements[count] = 0;
    this.stringCount = count + 1;
  }

  #array(): void {
    this.#at++;
    const bytes = this.#bytes;
    for (;;) {
      const byte = bytes[this.#at];
      if (byte === undefined) throw new Declined("an array without an end");
      if (byte === 0x5d) {
        this.#at++;
        break;
      }
      if (kindOf[byte] === space) this.#at++;
      else if (byte === 0x28 || (byte === 0x3c && bytes[this.#at + 1] !== 0x3c)) this.#string();
      else if (kindOf[byte] === regular) {
        const last = this.stringCount - 1;
        const number = single(this.#number());
        if (last < 0) this.firstMovement = single(this.firstMovement + number);
        else this.movements[last] = single((this.movements[last] ?? 0) + number);
      } else throw new Declined("an array of other things");
    }
  }

  #readDictionary(): void {
    const lexer = new PdfLexer(this.#bytes, this.#at);
    this.dictionary = lexer.dictionary();
    this.#at = lexer.at;
  }

  #clear(): void {
    this.numberCount = 0;
    this.nameCount = 0;
    this.dictionary = undefined;
    this.shownLength = 0;
    this.stringCount = 0;
    this.firstMovement = 0;
    this.emptyStrings = 0;
    this.shape = shapes.nothing;
  }

  #operator(): number {
    const bytes = this.#bytes;
    const from = this.#at;
    let number = 0;
    while (this.#at < bytes.length && kindOf[bytes[this.#at] ?? 0] === regular) {
      number = number * 256 + (bytes[this.#at] ?? 0);
      this.#at++;
    }
    if (number <= 0 || this.#at - from > 3) throw new Declined("an operator of many letters");
    return number;
  }
}
