import { CrossReferences, type SectionStream } from "./cross-references.ts";
import { Declined, TooCostly } from "./declined.ts";
import type { FileBytes } from "./file-bytes.ts";
import { OutOfBytes, type PdfDictionary, PdfLexer, type PdfValue, Reference } from "./pdf-lexer.ts";
import { maxStreamBytes, unpacked } from "./stream-filters.ts";

/** A stream's bytes are read when they are asked for. */
export interface PdfStream {
  dictionary: PdfDictionary;
  /** Where its bytes begin in the file. */
  start: number;
}

interface IndirectObject {
  value: PdfValue;
  stream?: PdfStream;
  /** Bytes that were read for it, and what its parts take. */
  cost: number;
}

interface ObjectStream {
  bytes: Uint8Array;
  numbers: number[];
  offsets: number[];
}

const firstTryBytes = 2048;
const maxObjectBytes = 2 * 1024 ** 2;
/** Fonts and resources are asked for on every page; pages are not asked for twice. */
const keptObjects = 400;
const keptCost = 16 * 1024 ** 2;
/** What a value takes in memory at least. */
const costOfValue = 64;
/** Bytes to read and to unpack: small streams can unpack to much, and be named again and again. */
const mostAllowance = 64 * 1024 ** 2;
const allowanceOfPage = 2 * 1024 ** 2;
const keptObjectStreams = 8;
/** A larger one is kept alone. */
const keptObjectStreamBytes = 2 * 1024 ** 2;
const maxReferencesInRow = 16;

/** A file's objects, each read when it is asked for. */
export class PdfObjects {
  readonly #file: FileBytes;
  readonly #references: CrossReferences;
  readonly #kept = new Map<number, IndirectObject>();
  readonly #keptStreams = new Map<number, ObjectStream>();
  /** Of all that are kept. */
  #keptCost = 0;
  #allowance = mostAllowance;

  constructor(file: FileBytes) {
    this.#file = file;
    this.#references = new CrossReferences(file, (position) => this.#sectionAt(position));
  }

  /** What is asked for from now on is for another page. */
  turnPage(): void {
    this.#allowance = Math.min(mostAllowance, this.#allowance + allowanceOfPage);
  }

  #spend(cost: number): void {
    this.#allowance -= cost;
    if (this.#allowance < 0) throw new TooCostly("too much to read and to unpack");
  }

  /** The value itself, where there is only a reference to it. */
  resolve = (value: PdfValue | undefined): PdfValue => {
    let found = value ?? null;
    for (let steps = 0; found instanceof Reference; steps++) {
      if (steps > maxReferencesInRow) throw new Declined("references without an end");
      const object = this.#object(found.objectNumber);
      if (object.stream) throw new Declined("a stream in the place of a value");
      found = object.value;
    }
    return found;
  };

  dictionary(value: PdfValue | undefined): PdfDictionary | undefined {
    const found = this.resolve(value);
    if (found === null) return undefined;
    if (!(found instanceof Map)) throw new Declined("no dictionary");
    return found;
  }

  isStream({ objectNumber }: Reference): boolean {
    return this.#object(objectNumber).stream !== undefined;
  }

  stream(value: PdfValue | undefined): PdfStream {
    const found = value instanceof Reference ? this.#object(value.objectNumber).stream : undefined;
    if (!found) throw new Declined("no stream");
    return found;
  }

  streamBytes({ dictionary, start }: PdfStream, resolve = this.resolve): Uint8Array {
    const length = resolve(dictionary.get("Length"));
    if (typeof length !== "number" || !Number.isInteger(length) || length < 0 || length > maxStreamBytes) {
      throw new Declined("the length of a stream");
    }
    const read = this.#file.at(start, length + 16);
    // PDFium looks for the end where the length is wrong.
    if (!/^\s*endstream/.test(read.toString("latin1", length))) throw new Declined("the length of a stream");
    const bytes = unpacked(read.subarray(0, length), dictionary, resolve);
    this.#spend(length + bytes.length);
    return bytes;
  }

  #object(objectNumber: number): IndirectObject {
    const known = this.#kept.get(objectNumber);
    if (known) return known;
    const place = this.#references.placeOf(objectNumber);
    const object =
      "position" in place
        ? this.#objectAt(place.position, objectNumber)
        : this.#objectInStream(place.objectStream, place.index, objectNumber);
    this.#spend(object.cost);
    this.#keptCost += object.cost;
    if (this.#kept.size >= keptObjects || this.#keptCost > keptCost) {
      this.#kept.clear();
      this.#keptCost = object.cost;
    }
    this.#kept.set(objectNumber, object);
    return object;
  }

  #objectAt(position: number, objectNumber?: number): IndirectObject {
    for (let count = firstTryBytes; ; count *= 8) {
      const bytes = this.#file.at(position, count);
      try {
        return readObject(bytes, position, objectNumber);
      } catch (error) {
        if (!(error instanceof OutOfBytes)) throw error;
        if (bytes.length < count) throw new Declined("an object without an end");
        if (count >= maxObjectBytes) throw new TooCostly("an object without an end");
      }
    }
  }

  #objectInStream(streamNumber: number, index: number, objectNumber: number): IndirectObject {
    const { bytes, numbers, offsets } = this.#objectStream(streamNumber);
    const offset = offsets[index];
    if (numbers[index] !== objectNumber || offset === undefined) throw new Declined("a broken object stream");
    const lexer = new PdfLexer(bytes, offset);
    const value = lexer.value();
    return { value, cost: lexer.at - offset + lexer.values * costOfValue };
  }

  #objectStream(streamNumber: number): ObjectStream {
    const known = this.#keptStreams.get(streamNumber);
    if (known) return known;
    const place = this.#references.placeOf(streamNumber);
    if (!("position" in place)) throw new Declined("a broken object stream");
    const { stream } = this.#objectAt(place.position, streamNumber);
    const first = stream?.dictionary.get("First");
    const count = stream?.dictionary.get("N");
    if (stream?.dictionary.get("Type") !== "ObjStm") throw new Declined("a broken object stream");
    if (typeof first !== "number" || typeof count !== "number") throw new Declined("a broken object stream");
    const bytes = this.streamBytes(stream, asItStands);
    const lexer = new PdfLexer(bytes);
    const made: ObjectStream = { bytes, numbers: [], offsets: [] };
    for (let index = 0; index < count; index++) {
      made.numbers.push(lexer.integer());
      made.offsets.push(first + lexer.integer());
    }
    const oldest = this.#keptStreams.keys().next().value;
    if (bytes.length > keptObjectStreamBytes) this.#keptStreams.clear();
    else if (this.#keptStreams.size >= keptObjectStreams && oldest !== undefined) this.#keptStreams.delete(oldest);
    this.#keptStreams.set(streamNumber, made);
    return made;
  }

  #sectionAt(position: number): SectionStream {
    const { stream } = this.#objectAt(position);
    if (!stream) throw new Declined("a broken cross-reference stream");
    return { dictionary: stream.dictionary, bytes: this.streamBytes(stream, asItStands) };
  }
}

/** In streams that hold objects or tell where they are: what they refer to could only be found with their help. */
function asItStands(value: PdfValue | undefined): PdfValue {
  if (value instanceof Reference) throw new Declined("a reference within what references need");
  return value ?? null;
}

function readObject(bytes: Uint8Array, position: number, objectNumber: number | undefined): IndirectObject {
  const lexer = new PdfLexer(bytes);
  const number = lexer.integer();
  lexer.integer();
  if ((objectNumber !== undefined && number !== objectNumber) || lexer.word() !== "obj") {
    throw new Declined("another object than the one that was looked for");
  }
  const value = lexer.value();
  const word = lexer.word();
  if (lexer.at + 2 > bytes.length) throw new OutOfBytes();
  const cost = lexer.at + lexer.values * costOfValue;
  if (word === "endobj") return { value, cost };
  if (word !== "stream" || !(value instanceof Map)) throw new Declined("an object without an end");
  let at = lexer.at;
  if (bytes[at] === 13 && bytes[at + 1] === 10) at += 2;
  else if (bytes[at] === 10) at += 1;
  else throw new Declined("a broken stream");
  return { value, cost, stream: { dictionary: value, start: position + at } };
}
