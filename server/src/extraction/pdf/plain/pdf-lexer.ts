import { Declined, TooCostly } from "./declined.ts";

/** Names come as strings, strings as their bytes. */
export type PdfValue = null | boolean | number | string | Uint8Array | Reference | PdfValue[] | PdfDictionary;
export type PdfDictionary = Map<string, PdfValue>;

export class Reference {
  readonly objectNumber: number;

  constructor(objectNumber: number) {
    this.objectNumber = objectNumber;
  }
}

/** The bytes at hand end before the value does. */
export class OutOfBytes extends Declined {
  constructor() {
    super("bytes that end too soon");
  }
}

const maxDepth = 32;
/** In one object; the list of the pages of the longest document has fewer. */
const maxValues = 100_000;
/** PDFium cuts longer ones. */
const maxStringBytes = 32_767;

export const regular = 0;
export const space = 1;
const delimiter = 2;
/** What each byte is to the syntax. */
export const kindOf = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) kindOf[byte] = space;
for (const byte of Buffer.from("()<>[]{}/%")) kindOf[byte] = delimiter;

/** Of each byte as a hexadecimal digit, -1 for others. */
export const valueOfHex = new Int8Array(256).fill(-1);
for (const [value, digits] of [
  "0",
  "1",
  "2",
  "3",
  "4",
  "5",
  "6",
  "7",
  "8",
  "9",
  "aA",
  "bB",
  "cC",
  "dD",
  "eE",
  "fF",
].entries()) {
  for (const digit of Buffer.from(digits)) valueOfHex[digit] = value;
}

/** Reads values as ISO 32000-1, 7.3 writes them; anything else is declined rather than guessed at. */
export class PdfLexer {
  readonly bytes: Uint8Array;
  at: number;
  /** How many were read, those within others included. */
  values = 0;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  skipSpace(): void {
    const { bytes } = this;
    for (;;) {
      const byte = bytes[this.at];
      if (byte === undefined) return;
      if (byte === 0x25) {
        while (this.at < bytes.length && bytes[this.at] !== 10 && bytes[this.at] !== 13) this.at++;
      } else if (kindOf[byte] === space) this.at++;
      else return;
    }
  }

  /** A run of regular characters; empty where there is none. */
  word(): string {
    this.skipSpace();
    const from = this.at;
    while (this.at < this.bytes.length && kindOf[this.bytes[this.at] ?? 0] === regular) this.at++;
    return latin1(this.bytes, from, this.at);
  }

  integer(): number {
    const word = this.word();
    if (!/^\d{1,15}$/.test(word)) throw this.#surprise("no whole number");
    return Number(word);
  }

  value(depth = 0): PdfValue {
    if (depth > maxDepth) throw new Declined("values within values");
    if (++this.values > maxValues) throw new TooCostly("too many values");
    this.skipSpace();
    const byte = this.#byte();
    switch (byte) {
      case 0x2f:
        return this.name();
      case 0x28:
        return this.literalString();
      case 0x5b:
        return this.#array(depth);
      case 0x3c:
        return this.bytes[this.at + 1] === 0x3c ? this.dictionary(depth) : this.hexString();
      default:
        return kindOf[byte] === regular ? this.#wordValue() : this.#fail("a stray delimiter");
    }
  }

  dictionary(depth = 0): PdfDictionary {
    this.skipSpace();
    if (this.#byte() !== 0x3c || this.bytes[this.at + 1] !== 0x3c) throw this.#surprise("no dictionary");
    this.at += 2;
    const dictionary: PdfDictionary = new Map();
    for (;;) {
      this.skipSpace();
      const byte = this.#byte();
      if (byte === 0x3e) {
        if (this.#byteAt(this.at + 1) !== 0x3e) throw this.#surprise("a stray delimiter");
        this.at += 2;
        return dictionary;
      }
      if (byte !== 0x2f) throw this.#surprise("no key");
      const key = this.name();
      // Which of two counts is a matter of taste, and so of PDFium's.
      if (dictionary.has(key)) throw new Declined("a key twice");
      dictionary.set(key, this.value(depth + 1));
    }
  }

  name(): string {
    const from = ++this.at;
    let isEscaped = false;
    while (this.at < this.bytes.length && kindOf[this.bytes[this.at] ?? 0] === regular) {
      if (this.bytes[this.at] === 0x23) isEscaped = true;
      this.at++;
    }
    const name = latin1(this.bytes, from, this.at);
    return isEscaped
      ? name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : name;
  }

  /** The ends of lines stay as they are written, as PDFium has it: to many a font they are letters. */
  literalString(): Uint8Array {
    const found: number[] = [];
    let open = 0;
    for (;;) {
      let byte = this.#byte();
      this.at++;
      if (byte === 0x28) {
        if (open++ === 0) continue;
      } else if (byte === 0x29) {
        if (--open === 0) return Uint8Array.from(found);
      } else if (byte === 0x5c) {
        byte = this.#escaped();
        if (byte < 0) continue;
      }
      found.push(byte);
      if (found.length > maxStringBytes) throw new Declined("a long string");
    }
  }

  /** After a backslash; -1 where it stands for nothing. */
  #escaped(): number {
    const byte = this.#byte();
    this.at++;
    const sign = "nrtbf".indexOf(String.fromCharCode(byte));
    if (sign >= 0) return [10, 13, 9, 8, 12][sign] ?? -1;
    if (byte === 13) {
      if (this.#byte() === 10) this.at++;
      return -1;
    }
    if (byte === 10) return -1;
    if (byte < 0x30 || byte > 0x37) return byte;
    let octal = byte - 0x30;
    for (let digits = 1; digits < 3; digits++) {
      const next = this.#byte();
      if (next < 0x30 || next > 0x37) break;
      octal = octal * 8 + next - 0x30;
      this.at++;
    }
    return octal & 0xff;
  }

  hexString(): Uint8Array {
    this.at++;
    const found: number[] = [];
    let half = -1;
    for (;;) {
      const byte = this.#byte();
      this.at++;
      if (byte === 0x3e) break;
      const value = valueOfHex[byte] ?? -1;
      if (value < 0) {
        if (kindOf[byte] !== space) throw this.#surprise("no hexadecimal digit");
      } else if (half < 0) half = value;
      else {
        found.push(half * 16 + value);
        half = -1;
      }
      if (found.length > maxStringBytes) throw new Declined("a long string");
    }
    if (half >= 0) found.push(half * 16);
    return Uint8Array.from(found);
  }

  #array(depth: number): PdfValue[] {
    this.at++;
    const values: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.#byte() === 0x5d) {
        this.at++;
        return values;
      }
      values.push(this.value(depth + 1));
    }
  }

  #wordValue(): PdfValue {
    const word = this.word();
    // Whether the word goes on can only be told by what follows.
    this.#byte();
    if (word === "true" || word === "false") return word === "true";
    if (word === "null") return null;
    if (!/^[+-]?(?:\d{1,15}(?:\.\d*)?|\.\d+)$/.test(word)) throw this.#surprise("an unknown word");
    if (/^\d+$/.test(word)) {
      const from = this.at;
      if (/^\d+$/.test(this.word()) && this.word() === "R") {
        this.#byte();
        return new Reference(Number(word));
      }
      this.at = from;
    }
    return Number(word);
  }

  #byte(): number {
    return this.#byteAt(this.at);
  }

  #byteAt(at: number): number {
    const byte = this.bytes[at];
    if (byte === undefined) throw new OutOfBytes();
    return byte;
  }

  #surprise(what: string): Error {
    // Of a value that is cut off anything may be seen.
    return this.at >= this.bytes.length ? new OutOfBytes() : new Declined(what);
  }

  #fail(what: string): never {
    throw this.#surprise(what);
  }
}

export function latin1(bytes: Uint8Array, from: number, to: number): string {
  if (to - from > 64) return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1");
  let text = "";
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}
