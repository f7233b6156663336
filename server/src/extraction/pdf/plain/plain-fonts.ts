import { PdfiumCharacters } from "../pdf-text.ts";
import { isTrap, type Pdfium } from "../pdfium.ts";
import { Declined } from "./declined.ts";
import { isPlainCode } from "./plain-code.ts";
import { type Letter, sizedLetter, type TextFont } from "./text-objects.ts";

/** PDFium did not survive a question: what it knew is lost, and the document with it. */
export class Trapped extends Error {
  override readonly name = "Trapped";
}

/** Letters are asked for at this size, so that PDFium's answers are in thousandths of a size. */
const askedSize = 1000;
/** A text of its own for each font and no end of them; documents have ten. */
const maxFonts = 100;
/** Of all fonts of a document together; Chinese ones use some thousands. */
const maxLetters = 50_000;
/** A ligature is three; a meaning may be as long as a file likes. */
const maxUnitsOfLetter = 8;

/**
 * What PDFium knows of a document's fonts. It is asked for each letter once, by a text of this letter alone on a page of
 * a document that is kept for that: so widths, shapes and meanings are the very ones that it reads pages by.
 */
export class PlainFonts {
  readonly #pdfium: Pdfium;
  readonly #known = new Map<number, PlainFont>();
  readonly #scratch: number;
  readonly #count = { letters: 0 };
  #document = 0;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
    this.#scratch = pdfium.calls.malloc(64);
  }

  get(objectNumber: number): PlainFont | undefined {
    return this.#known.get(objectNumber);
  }

  /** `font` is PDFium's, of an open page; it is kept alive until these are closed. */
  add(font: number, { objectNumber, bytesPerCode }: { objectNumber: number; bytesPerCode: 1 | 2 }): void {
    if (this.#known.size >= maxFonts) throw new Declined("too many fonts");
    trapsTold(() => this.#add(font, { objectNumber, bytesPerCode }));
  }

  #add(font: number, { objectNumber, bytesPerCode }: { objectNumber: number; bytesPerCode: 1 | 2 }): void {
    const { calls } = this.#pdfium;
    if (this.#document === 0) this.#document = calls.FPDF_CreateNewDocument();
    const page = calls.FPDFPage_New(this.#document, this.#known.size, 1000, 1000);
    if (page === 0) throw new Declined("a font that cannot be asked");
    const text = calls.FPDFPageObj_CreateTextObj(this.#document, font, askedSize);
    if (text === 0) {
      calls.FPDF_ClosePage(page);
      throw new Declined("a font that cannot be asked");
    }
    calls.FPDFPage_InsertObject(page, text);
    this.#known.set(
      objectNumber,
      new PlainFont(this.#pdfium, {
        ...{ objectNumber, bytesPerCode, font, page, text, scratch: this.#scratch },
        count: this.#count,
      }),
    );
  }

  close(): void {
    for (const font of this.#known.values()) font.close();
    this.#known.clear();
    if (this.#document !== 0) this.#pdfium.calls.FPDF_CloseDocument(this.#document);
    this.#pdfium.calls.free(this.#scratch);
  }
}

interface AskedFont {
  objectNumber: number;
  bytesPerCode: 1 | 2;
  /** PDFium's font, and a page with nothing but a text in it. */
  font: number;
  page: number;
  text: number;
  scratch: number;
  /** Shared by all fonts of a document. */
  count: { letters: number };
}

class PlainFont implements TextFont {
  readonly objectNumber: number;
  readonly bytesPerCode: 1 | 2;
  /** Without gaps, which arrays are slow with. */
  letters: (Letter | undefined)[] = new Array(256).fill(undefined);
  isBold = false;
  spaceWidth = 0;
  /** PDFium's. */
  readonly handle: number;
  readonly #pdfium: Pdfium;
  readonly #asked: AskedFont;

  constructor(pdfium: Pdfium, asked: AskedFont) {
    this.objectNumber = asked.objectNumber;
    this.bytesPerCode = asked.bytesPerCode;
    this.handle = asked.font;
    this.#pdfium = pdfium;
    this.#asked = asked;
    const { calls, heap } = pdfium;
    if (calls.FPDFFont_GetGlyphWidth(asked.font, 0x20, askedSize, asked.scratch)) {
      this.spaceWidth = heap.HEAPF32[asked.scratch >> 2] ?? 0;
    }
  }

  letter(code: number): Letter {
    const known = this.letters[code];
    if (known) return known;
    if (this.#asked.count.letters++ >= maxLetters) throw new Declined("too many letters");
    const letter = trapsTold(() => this.#ask(code));
    const missing = code + 1 - this.letters.length;
    if (missing > 0) this.letters = this.letters.concat(new Array(missing + 255).fill(undefined));
    this.letters[code] = letter;
    return letter;
  }

  #ask(code: number): Letter {
    const once = this.#bounds([code]);
    const twice = this.#bounds([code, code]);
    const letter = { ...once, width: twice.right - once.right, ...this.#read(code) };
    return { ...letter, sized: sizedLetter(letter, askedSize) };
  }

  #bounds(codes: number[]): Pick<Letter, "left" | "bottom" | "right" | "top"> {
    const { calls, heap } = this.#pdfium;
    const { text, scratch } = this.#asked;
    heap.HEAP32.set(codes, scratch >> 2);
    const isSet = calls.FPDFText_SetCharcodes(text, scratch, codes.length);
    if (!isSet || !calls.FPDFPageObj_GetBounds(text, scratch, scratch + 4, scratch + 8, scratch + 12)) {
      throw new Declined("a letter that PDFium does not know");
    }
    const [left = 0, bottom = 0, right = 0, top = 0] = heap.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 4);
    return { left, bottom, right, top };
  }

  #read(code: number): Pick<Letter, "roomLeft" | "roomTop" | "roomRight" | "roomBottom" | "codes"> {
    const { calls, heap } = this.#pdfium;
    const { page, text, scratch } = this.#asked;
    heap.HEAP32[scratch >> 2] = code;
    calls.FPDFText_SetCharcodes(text, scratch, 1);
    const textPage = calls.FPDFText_LoadPage(page);
    try {
      const characters = new PdfiumCharacters(this.#pdfium, textPage);
      const codes = [...characters.codes];
      const isKnown = !characters.charOf && calls.FPDFText_HasUnicodeMapError(textPage, 0) === 0;
      if (codes.length > 0) this.isBold = characters.isBold(0);
      const box = new Float64Array(4);
      characters.measure(0, box);
      const [roomLeft = 0, roomTop = 0, roomRight = 0, roomBottom = 0] = box;
      return { roomLeft, roomTop, roomRight, roomBottom, codes: isKnown && isPlain(codes) ? codes : [] };
    } finally {
      if (textPage !== 0) calls.FPDFText_ClosePage(textPage);
    }
  }

  close(): void {
    this.#pdfium.calls.FPDF_ClosePage(this.#asked.page);
  }
}

const isPlain = (codes: number[]): boolean => codes.length <= maxUnitsOfLetter && codes.every(isPlainCode);

/** For every call of PDFium's: a trap of its own is told from an error of ours, after which it can still be asked. */
export function trapsTold<Result>(ask: () => Result): Result {
  try {
    return ask();
  } catch (cause) {
    throw isTrap(cause) ? new Trapped("PDFium did not survive a question", { cause }) : cause;
  }
}
