import type { TextSegment } from "../../layout/text-segment.ts";
import type { PdfPageText } from "../page-segments.ts";
import type { PdfDocument } from "../pdf-document.ts";
import { isSurelyText } from "../pdf-picture.ts";
import { type Pdfium, pageObject } from "../pdfium.ts";
import { maxFormDepth } from "./content-reader.ts";
import { Declined, TooCostly } from "./declined.ts";
import { FileBytes } from "./file-bytes.ts";
import { PdfObjects } from "./pdf-objects.ts";
import { PlainFonts, Trapped, trapsTold } from "./plain-fonts.ts";
import { type FontEntry, PlainPageReader } from "./plain-page.ts";
import type { Letter, TextFont } from "./text-objects.ts";

/** In points, far below the tenth to which pages are written. Both reckon with the same numbers in the same precision. */
const tolerance = 0.01;

/** One page in so many is read both ways, so that a document that changes on its way is noticed. */
const comparedEvery = 50;
/** Fonts that are met late are learned from PDFium, too, but not for ever: each time costs two readings of the page. */
const maxLateLessons = 40;

class UnknownFont extends Declined {}

/** The file's content was understood otherwise than PDFium does. */
class Misread extends Declined {}

/** What became of a page that was read both ways. */
export type Comparison = { outcome: "agrees" } | { outcome: "declined" | "disagrees"; reason: string };

/** A page, or why PDFium is to read it: `isLesson` where it should be compared then. */
export type PlainPage = { text: PdfPageText } | { reason: string; isLesson: boolean };

/**
 * The quick way to read pages that are written plainly (`docs/decisions/0010`). It is believed only in the fonts of pages
 * of this very document on which it read what PDFium reads, and after one page on which it did not, no more.
 */
export class PlainPages {
  readonly #document: PdfDocument;
  readonly #reader: PlainPageReader;
  readonly #fonts: PlainFonts;
  /** Those of pages on which both agreed. */
  readonly #trusted = new Set<number>();
  /** Pages that were read quickly, and why others were not. */
  readonly tally = { taken: 0, reasons: new Set<string>() };
  #isGivenUp = false;
  #lateLessons = 0;

  /** Undefined for a file whose very structure is unusual. */
  static open(document: PdfDocument): PlainPages | undefined {
    try {
      const { descriptor, length } = document.file;
      return new PlainPages(document, new PdfObjects(new FileBytes(descriptor, length)));
    } catch (error) {
      reasonOf(error);
      return undefined;
    }
  }

  private constructor(document: PdfDocument, objects: PdfObjects) {
    this.#document = document;
    this.#reader = new PlainPageReader(objects);
    this.#fonts = new PlainFonts(document.pdfium);
    document.onClose(() => this.#fonts.close());
  }

  /** A page that PDFium has open and has read as `expected`. */
  compare(number: number, page: number, expected: PdfPageText): Comparison {
    if (this.#isGivenUp) return { outcome: "declined", reason: "given up before" };
    try {
      const objectNumber = this.#pageObject(number);
      const fonts = this.#learnFonts(objectNumber, page);
      const text = this.#reader.read(
        objectNumber,
        (entry) => this.#fonts.get(entry.objectNumber) ?? unknownFont(entry),
      );
      const reason = differenceOf(text, expected);
      if (reason === undefined) {
        for (const font of fonts) this.#trusted.add(font);
        return { outcome: "agrees" };
      }
      this.#isGivenUp = true;
      return { outcome: "disagrees", reason };
    } catch (error) {
      return { outcome: error instanceof Misread ? "disagrees" : "declined", reason: this.#judge(error) };
    }
  }

  read(number: number): PlainPage {
    const page = this.#find(number);
    if ("text" in page) this.tally.taken++;
    else this.tally.reasons.add(page.reason);
    return page;
  }

  #find(number: number): PlainPage {
    if (this.#isGivenUp || this.#trusted.size === 0) return { reason: "not believed", isLesson: false };
    if (number % comparedEvery === 0) return { reason: "compared", isLesson: true };
    try {
      const text = this.#reader.read(this.#pageObject(number), (entry) => {
        const font = this.#trusted.has(entry.objectNumber) ? this.#fonts.get(entry.objectNumber) : undefined;
        return font ?? unknownFont(entry);
      });
      return isSurelyText(text) ? { text } : { reason: "few letters", isLesson: false };
    } catch (error) {
      const reason = this.#judge(error);
      const isLesson = error instanceof UnknownFont && this.#lateLessons < maxLateLessons;
      if (isLesson) this.#lateLessons++;
      return { reason, isLesson };
    }
  }

  #pageObject(number: number): number {
    return trapsTold(() => this.#document.pageObjectNumber(number));
  }

  /** Why PDFium is to read the page, and whether it is to read all others, too. */
  #judge(error: unknown): string {
    if (error instanceof Misread || error instanceof TooCostly) this.#isGivenUp = true;
    return reasonOf(error);
  }

  /** Which of PDFium's fonts is which of the file's is told by the text objects, which both have in the same order. */
  #learnFonts(objectNumber: number, page: number): Set<number> {
    const entries = this.#reader.fontsInUse(objectNumber);
    const handles = trapsTold(() => fontsOf(page, this.#document.pdfium));
    if (entries.length !== handles.length) throw new Misread("another number of text objects");
    const used = new Map<number, { entry: FontEntry; handle: number }>();
    for (const [index, entry] of entries.entries()) {
      const handle = handles[index] ?? 0;
      const known = used.get(entry.objectNumber);
      if (handle === 0 || (known && known.handle !== handle)) throw new Misread("fonts in another order");
      if (!known) used.set(entry.objectNumber, { entry, handle });
    }
    for (const { entry, handle } of used.values()) {
      const learned = this.#fonts.get(entry.objectNumber);
      if (!learned) this.#fonts.add(handle, entry);
      else if (learned.handle !== handle) throw new Declined("fonts in another order");
    }
    return new Set(used.keys());
  }
}

/** May be named, as long as nothing is written in it. */
function unknownFont(entry: FontEntry): TextFont {
  const letter = (): Letter => {
    throw new UnknownFont("a font that is not known yet");
  };
  return { ...entry, isBold: false, spaceWidth: 0, letters: [], letter };
}

/** The font of each text object, those within forms included. */
function fontsOf(page: number, { calls }: Pdfium): number[] {
  const fonts: number[] = [];
  const walk = (count: number, objectAt: (index: number) => number, depth: number): void => {
    for (let index = 0; index < count; index++) {
      const object = objectAt(index);
      const type = calls.FPDFPageObj_GetType(object);
      if (type === pageObject.text) fonts.push(calls.FPDFTextObj_GetFont(object));
      else if (type === pageObject.form && depth < maxFormDepth) {
        walk(calls.FPDFFormObj_CountObjects(object), (inner) => calls.FPDFFormObj_GetObject(object, inner), depth + 1);
      }
    }
  };
  walk(calls.FPDFPage_CountObjects(page), (index) => calls.FPDFPage_GetObject(page, index), 0);
  return fonts;
}

/** Why PDFium is to read it. A fault of ours is told as one, and costs no more than time. */
function reasonOf(error: unknown): string {
  if (error instanceof Trapped) throw error.cause;
  if (error instanceof Declined) return error.message;
  return `fault: ${error instanceof Error ? error.stack : error}`;
}

/** The first thing that is not the same. */
function differenceOf(text: PdfPageText, expected: PdfPageText): string | undefined {
  const { size, visibleCharacters, unknownCharacters } = expected;
  if (!isNear(text.size.width, size.width) || !isNear(text.size.height, size.height)) return "size";
  if (text.rotation !== expected.rotation) return "rotation";
  const others = [...expected.segments.keys()].filter((turns) => turns !== 0);
  if (others.length > 0) return "turned text";
  const theirs = expected.segments.get(0) ?? [];
  const ours = text.segments.get(0) ?? [];
  for (const [index, segment] of theirs.entries()) {
    const difference = segmentDifference(ours[index], segment);
    if (difference !== undefined) return difference;
  }
  if (ours.length !== theirs.length) return "number of segments";
  if (text.visibleCharacters !== visibleCharacters) return "visible characters";
  return text.unknownCharacters === unknownCharacters ? undefined : "unknown characters";
}

function segmentDifference(ours: TextSegment | undefined, theirs: TextSegment): string | undefined {
  const told = (what: string) => `${what}: ${JSON.stringify(ours)} for ${JSON.stringify(theirs)}`;
  if (ours?.text !== theirs.text || ours.order !== theirs.order) return told("text");
  if (ours.isBold !== theirs.isBold || ours.isHyphenated !== theirs.isHyphenated) return told("look");
  const numbers = [ours.size, ours.baseline, ...ours.box, ...(ours.wordEdges ?? [])];
  const wanted = [theirs.size, theirs.baseline, ...theirs.box, ...(theirs.wordEdges ?? [])];
  const isSame = numbers.length === wanted.length && numbers.every((number, at) => isNear(number, wanted[at] ?? 0));
  return isSame ? undefined : told("place");
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= tolerance;
}
