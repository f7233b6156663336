import { Declined } from "./declined.ts";
import type { FileBytes } from "./file-bytes.ts";
import { type PdfDictionary, PdfLexer, type PdfValue } from "./pdf-lexer.ts";

/** Where an object stands: at a place in the file, or as the nth within an object stream. */
export type ObjectPlace = { position: number } | { objectStream: number; index: number };

/** PDFium's own limit. */
const maxObjectNumber = 4 * 1024 ** 2;
/** Each time a file is saved on top of itself adds one. */
const maxSections = 500;
/** Of all sections together. */
const maxStreamBytes = 64 * 1024 ** 2;
const freePlace = -1;
const indexLimit = 2 ** 20;
const entryBytes = 20;
const tailBytes = 4096;

export interface SectionStream {
  dictionary: PdfDictionary;
  bytes: Uint8Array;
}

/** Which object stands where, newest first: what a later section says hides what earlier ones said. */
export class CrossReferences {
  /** A position, -1 for a free one, below that an object stream and an index; a number each, for there may be millions. */
  #places = new Float64Array(1024).fill(Number.NaN);
  #streamBytes = 0;
  readonly #file: FileBytes;
  readonly #readStream: (position: number) => SectionStream;

  constructor(file: FileBytes, readStream: (position: number) => SectionStream) {
    this.#file = file;
    this.#readStream = readStream;
    this.#load();
  }

  placeOf(objectNumber: number): ObjectPlace {
    const place = this.#places[objectNumber] ?? Number.NaN;
    if (place >= 0) return { position: place };
    if (!(place < freePlace)) throw new Declined("an object that is not there");
    const packed = freePlace - 1 - place;
    return { objectStream: Math.floor(packed / indexLimit), index: packed % indexLimit };
  }

  #load(): void {
    if (this.#file.at(0, 5).toString("latin1") !== "%PDF-") throw new Declined("something before the header");
    const { length } = this.#file;
    const tail = this.#file.at(Math.max(0, length - tailBytes), tailBytes);
    const mark = tail.lastIndexOf("startxref");
    if (mark < 0) throw new Declined("no place of the cross-reference table");
    let next: number | undefined = new PdfLexer(Buffer.from(tail.subarray(mark + 9))).integer();
    const seen = new Set<number>();
    while (next !== undefined) {
      if (seen.has(next) || seen.size >= maxSections) throw new Declined("sections without an end");
      seen.add(next);
      const trailer = this.#section(next);
      if (trailer.has("Encrypt")) throw new Declined("encryption");
      next = positionIn(trailer, "Prev");
    }
  }

  #section(position: number): PdfDictionary {
    const isTable = /^\s*xref\s/.test(this.#file.at(position, 32).toString("latin1"));
    return isTable ? this.#table(position) : this.#stream(position);
  }

  #table(position: number): PdfDictionary {
    const head = this.#file.at(position, 32).toString("latin1");
    let at = position + head.indexOf("xref") + 4;
    for (;;) {
      const line = /^\s*(?:(\d{1,10}) +(\d{1,10})\s*[\r\n]|trailer)/.exec(this.#file.at(at, 64).toString("latin1"));
      if (!line) throw new Declined("a broken cross-reference table");
      at += line[0].length;
      const [first, count] = [Number(line[1]), Number(line[2])];
      if (line[1] === undefined) break;
      if (first + count > maxObjectNumber) throw new Declined("too many objects");
      const bytes = this.#file.at(at, count * entryBytes);
      if (bytes.length < count * entryBytes) throw new Declined("a broken cross-reference table");
      for (let index = 0; index < count; index++) {
        const offset = tenDigits(bytes, index * entryBytes);
        const kind = bytes[index * entryBytes + 17];
        if (kind === 0x6e) this.#add(first + index, offset);
        else if (kind === 0x66) this.#add(first + index, freePlace);
        else throw new Declined("a broken cross-reference table");
      }
      at += count * entryBytes;
    }
    const trailer = readDictionary(this.#file, at);
    // Which of the two counts where both name an object is not known for certain.
    if (trailer.has("XRefStm")) throw new Declined("a table with a stream beside it");
    return trailer;
  }

  #stream(position: number): PdfDictionary {
    const { dictionary, bytes } = this.#readStream(position);
    this.#streamBytes += bytes.length;
    if (this.#streamBytes > maxStreamBytes) throw new Declined("too many objects");
    if (dictionary.get("Type") !== "XRef") throw new Declined("a broken cross-reference stream");
    const [typeBytes = 0, secondBytes = 0, thirdBytes = 0] = wholeNumbers(dictionary.get("W"));
    const size = dictionary.get("Size");
    const ranges = dictionary.has("Index") ? wholeNumbers(dictionary.get("Index")) : [0, Number(size)];
    if (typeBytes > 4 || secondBytes > 6 || thirdBytes > 4) throw new Declined("a broken cross-reference stream");
    // Entries that take no bytes would never come to an end of them.
    if (typeBytes + secondBytes + thirdBytes === 0) throw new Declined("a broken cross-reference stream");
    let at = 0;
    const field = (count: number): number => {
      let value = 0;
      for (const end = at + count; at < end; at++) {
        const byte = bytes[at];
        if (byte === undefined) throw new Declined("a broken cross-reference stream");
        value = value * 256 + byte;
      }
      return value;
    };
    for (let range = 0; range + 1 < ranges.length; range += 2) {
      const first = ranges[range] ?? 0;
      const count = ranges[range + 1] ?? 0;
      if (!(first + count <= maxObjectNumber)) throw new Declined("too many objects");
      for (let index = 0; index < count; index++) {
        const type = typeBytes === 0 ? 1 : field(typeBytes);
        const second = field(secondBytes);
        const third = field(thirdBytes);
        const isPacked = type === 2 && second <= maxObjectNumber && third < indexLimit;
        if (type === 1) this.#add(first + index, second);
        else this.#add(first + index, isPacked ? freePlace - 1 - second * indexLimit - third : freePlace);
      }
    }
    return dictionary;
  }

  #add(objectNumber: number, place: number): void {
    const known = this.#places;
    if (objectNumber >= known.length) {
      this.#places = new Float64Array(Math.max(known.length * 2, objectNumber + 1)).fill(Number.NaN);
      this.#places.set(known);
    }
    if (Number.isNaN(this.#places[objectNumber])) this.#places[objectNumber] = place;
  }
}

function tenDigits(bytes: Uint8Array, from: number): number {
  let value = 0;
  for (let at = from; at < from + 10; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) throw new Declined("a broken cross-reference table");
    value = value * 10 + digit;
  }
  return value;
}

function readDictionary(file: FileBytes, position: number): PdfDictionary {
  return new PdfLexer(file.at(position, 16 * 1024)).dictionary();
}

function positionIn(trailer: PdfDictionary, key: string): number | undefined {
  const value = trailer.get(key);
  if (value === undefined) return undefined;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0) throw new Declined("a broken trailer");
  return value;
}

function wholeNumbers(value: PdfValue | undefined): number[] {
  if (!Array.isArray(value)) throw new Declined("a broken cross-reference stream");
  return value.map((item) => {
    if (typeof item !== "number" || !Number.isInteger(item) || item < 0) {
      throw new Declined("a broken cross-reference stream");
    }
    return item;
  });
}
