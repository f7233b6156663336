import { type PageFrame, type PdfPageText, readSegments } from "../page-segments.ts";
import { ContentReader, type Form, type Resources } from "./content-reader.ts";
import { Declined } from "./declined.ts";
import { type PdfDictionary, type PdfValue, Reference } from "./pdf-lexer.ts";
import type { PdfObjects } from "./pdf-objects.ts";
import { PlainCharacters } from "./plain-characters.ts";
import { maxStreamBytes } from "./stream-filters.ts";
import type { TextFont, TextObject } from "./text-objects.ts";
import { identity, type Matrix } from "./text-state.ts";

/** A font as the file names it. */
export interface FontEntry {
  objectNumber: number;
  bytesPerCode: 1 | 2;
}

type FindFont = (entry: FontEntry) => TextFont;

/** A text box, a stamp, a field of a form: PDFium is asked to press these into the page (`pdf-document.ts`). */
const writtenAnnotations: PdfValue[] = ["FreeText", "Stamp", "Widget"];
const maxAnnotations = 2000;
const maxPageTreeDepth = 40;
/** In points: the largest that Acrobat makes. */
const maxPageSize = 14_400;

/** Reads pages that are written plainly, and declines all others. */
export class PlainPageReader {
  readonly #objects: PdfObjects;
  /** Kept from page to page, because the room they take is most of what would be thrown away. */
  readonly #content = new ContentReader();
  readonly #characters = new PlainCharacters(this.#content.items);

  constructor(objects: PdfObjects) {
    this.#objects = objects;
  }

  read(objectNumber: number, findFont: FindFont): PdfPageText {
    const page = this.#page(objectNumber);
    const frame = this.#frame(page);
    const objects: TextObject[] = [];
    this.#content.read(this.#contentOf(page), this.#resourcesOf(page, findFont), (object) => objects.push(object));
    this.#characters.take(objects, { width: frame.right - frame.left, height: frame.top - frame.bottom });
    return readSegments(this.#characters, frame);
  }

  /** The font of each text object, in the order in which these are written. */
  fontsInUse(objectNumber: number): FontEntry[] {
    const page = this.#page(objectNumber);
    const fonts: FontEntry[] = [];
    const resources = this.#resourcesOf(page, blankFont);
    this.#content.read(this.#contentOf(page), resources, ({ font: { objectNumber: number, bytesPerCode } }) => {
      fonts.push({ objectNumber: number, bytesPerCode });
    });
    return fonts;
  }

  #page(objectNumber: number): PdfDictionary {
    if (objectNumber <= 0) throw new Declined("a page without an object of its own");
    this.#objects.turnPage();
    const page = this.#objects.dictionary(new Reference(objectNumber));
    if (page?.get("Type") !== "Page") throw new Declined("no page");
    if (page.has("UserUnit")) throw new Declined("another unit");
    this.#checkAnnotations(page);
    return page;
  }

  #checkAnnotations(page: PdfDictionary): void {
    const annotations = this.#objects.resolve(page.get("Annots")) ?? [];
    if (!Array.isArray(annotations) || annotations.length > maxAnnotations) throw new Declined("annotations");
    for (const annotation of annotations) {
      const subtype = this.#objects.resolve(this.#objects.dictionary(annotation)?.get("Subtype"));
      if (writtenAnnotations.includes(subtype)) throw new Declined("a written annotation");
    }
  }

  /** Of the page, or of the part of the page tree it stands in. */
  #inherited(page: PdfDictionary, key: string): PdfValue {
    let at: PdfDictionary | undefined = page;
    for (let depth = 0; at !== undefined; depth++) {
      if (depth > maxPageTreeDepth) throw new Declined("a page tree without an end");
      const value = this.#objects.resolve(at.get(key));
      if (value !== null) return value;
      at = this.#objects.dictionary(at.get("Parent"));
    }
    return null;
  }

  #frame(page: PdfDictionary): PageFrame {
    const rotation = this.#inherited(page, "Rotate") ?? 0;
    if (typeof rotation !== "number" || rotation % 360 !== 0) throw new Declined("a page that is turned");
    const media = this.#box(page, "MediaBox");
    if (!media) throw new Declined("a page without a size");
    const crop = this.#box(page, "CropBox") ?? media;
    const left = Math.max(media.left, crop.left);
    const bottom = Math.max(media.bottom, crop.bottom);
    const right = Math.min(media.right, crop.right);
    const top = Math.min(media.top, crop.top);
    if (!(left < right && bottom < top)) throw new Declined("a page without a size");
    if (right - left > maxPageSize || top - bottom > maxPageSize) throw new Declined("a page like a wall");
    return { left, bottom, right, top, rotation: 0 };
  }

  #box(page: PdfDictionary, key: string): Omit<PageFrame, "rotation"> | undefined {
    const box = this.#inherited(page, key);
    if (box === null) return undefined;
    const [left = 0, bottom = 0, right = 0, top = 0] = this.#numbers(box, 4).map(Math.fround);
    if (!(left < right && bottom < top)) throw new Declined("a page without a size");
    return { left, bottom, right, top };
  }

  #numbers(value: PdfValue, count: number): number[] {
    if (!Array.isArray(value) || value.length !== count) throw new Declined("other numbers");
    return value.map((item) => {
      const number = this.#objects.resolve(item);
      if (typeof number !== "number") throw new Declined("other numbers");
      return number;
    });
  }

  /** Several streams are one, with a space between them. */
  #contentOf(page: PdfDictionary): Uint8Array {
    const contents = page.get("Contents");
    if (contents === undefined) throw new Declined("a page without content");
    const list = this.#listOf(contents);
    if (list.length === 1) return this.#objects.streamBytes(this.#objects.stream(list[0]));
    const parts: Uint8Array[] = [];
    let length = 0;
    for (const part of list) {
      const bytes = this.#objects.streamBytes(this.#objects.stream(part));
      length += bytes.length + 1;
      if (length > maxStreamBytes) throw new Declined("a long page");
      parts.push(bytes, Buffer.from(" "));
    }
    return Buffer.concat(parts);
  }

  #listOf(contents: PdfValue): PdfValue[] {
    if (Array.isArray(contents)) return contents;
    if (contents instanceof Reference && !this.#objects.isStream(contents)) {
      const list = this.#objects.resolve(contents);
      if (!Array.isArray(list)) throw new Declined("no content");
      return list;
    }
    return [contents];
  }

  #resourcesOf(page: PdfDictionary, findFont: FindFont): Resources {
    const resources = this.#inherited(page, "Resources");
    if (!(resources instanceof Map)) throw new Declined("a page without resources");
    return this.#resources(resources, resources, findFont);
  }

  #resources(own: PdfDictionary, page: PdfDictionary, findFont: FindFont): Resources {
    const objects = this.#objects;
    const entry = (kind: string, name: string): PdfValue => {
      const holder = objects.dictionary(own.get(kind)) ?? objects.dictionary(page.get(kind));
      const value = holder?.get(name);
      if (value === undefined) throw new Declined("a name that stands for nothing");
      return value;
    };
    const fonts = new Map<string, TextFont>();
    const states = new Map<string, PdfDictionary>();
    return {
      font: (name) => {
        const known = fonts.get(name);
        if (known) return known;
        const font = findFont(this.#fontEntry(entry("Font", name)));
        fonts.set(name, font);
        return font;
      },
      graphicsState: (name) => {
        const known = states.get(name);
        if (known) return known;
        const state = objects.dictionary(entry("ExtGState", name));
        if (!state) throw new Declined("a name that stands for nothing");
        states.set(name, state);
        return state;
      },
      properties: (name) => objects.dictionary(entry("Properties", name)),
      form: (name) => this.#form(entry("XObject", name), own, page, findFont),
    };
  }

  #form(value: PdfValue, around: PdfDictionary, page: PdfDictionary, findFont: FindFont): Form | undefined {
    const stream = this.#objects.stream(value);
    const subtype = this.#objects.resolve(stream.dictionary.get("Subtype"));
    if (subtype === "Image") return undefined;
    if (subtype !== "Form") throw new Declined("an object of another kind");
    const own = this.#objects.dictionary(stream.dictionary.get("Resources")) ?? around;
    const matrix = this.#objects.resolve(stream.dictionary.get("Matrix"));
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix === null ? identity : this.#numbers(matrix, 6);
    const single: Matrix = [
      Math.fround(a),
      Math.fround(b),
      Math.fround(c),
      Math.fround(d),
      Math.fround(e),
      Math.fround(f),
    ];
    return {
      bytes: this.#objects.streamBytes(stream),
      matrix: single,
      resources: this.#resources(own, page, findFont),
    };
  }

  #fontEntry(value: PdfValue): FontEntry {
    if (!(value instanceof Reference)) throw new Declined("a font without an object of its own");
    const font = this.#objects.dictionary(value);
    const subtype = font?.get("Subtype");
    if (subtype === "Type1" || subtype === "TrueType" || subtype === "MMType1") {
      return { objectNumber: value.objectNumber, bytesPerCode: 1 };
    }
    if (subtype === "Type0" && font?.get("Encoding") === "Identity-H") {
      return { objectNumber: value.objectNumber, bytesPerCode: 2 };
    }
    throw new Declined("a font of another kind");
  }
}

/** Letters without a width, where only their font is asked for. */
function blankFont(entry: FontEntry): TextFont {
  const box = { left: 0, bottom: 0, right: 0, top: 0, roomLeft: 0, roomBottom: 0, roomRight: 0, roomTop: 0 };
  const letter = { ...box, width: 0, codes: [], sized: { size: 0, width: 0, left: 0, right: 0 } };
  return { ...entry, isBold: false, spaceWidth: 0, letters: [], letter: () => letter };
}
