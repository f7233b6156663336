import { type Box, type PageSize, type QuarterTurns, turnBox, turnSize } from "../layout/text-segment.ts";
import type { PageView, PageWord } from "../page-view.ts";
import { isInvisible, isSpace, ligatures } from "./pdf-characters.ts";
import type { Pdfium } from "./pdfium.ts";

const scratchBytes = 64;
/** Some fonts claim to reach far above and below their letters; in heights of the font, what is kept to the line. */
const tallest = 1.6;
const above = 0.95;
const below = 0.25;

/** Every visible letter of a page with the place where a person sees it. */
export function readPageWords(page: number, pdfium: Pdfium): PageView {
  const { calls } = pdfium;
  const text = calls.FPDFText_LoadPage(page);
  const scratch = calls.malloc(scratchBytes);
  try {
    return new PageWordReader(pdfium, { page, text, scratch }).read();
  } finally {
    calls.free(scratch);
    if (text !== 0) calls.FPDFText_ClosePage(text);
  }
}

class PageWordReader {
  readonly #pdfium: Pdfium;
  readonly #text: number;
  readonly #scratch: number;
  readonly #rotation: QuarterTurns;
  readonly #origin: { left: number; top: number };
  /** Before the page is turned. */
  readonly #size: PageSize;
  readonly #words: PageWord[] = [];
  #word: PageWord | undefined;
  /** Of the word at hand. */
  #font = { size: 0, isUpright: true };

  constructor(pdfium: Pdfium, { page, text, scratch }: { page: number; text: number; scratch: number }) {
    const { calls } = pdfium;
    this.#pdfium = pdfium;
    this.#text = text;
    this.#scratch = scratch;
    this.#rotation = (calls.FPDFPage_GetRotation(page) & 3) as QuarterTurns;
    calls.FPDF_GetPageBoundingBox(page, scratch);
    const [left, top, right, bottom] = this.#floats();
    this.#origin = { left, top };
    this.#size = { width: right - left, height: top - bottom };
  }

  read(): PageView {
    const { calls } = this.#pdfium;
    const count = this.#text === 0 ? 0 : Math.max(0, calls.FPDFText_CountChars(this.#text));
    for (let index = 0; index < count; index++) {
      const code = calls.FPDFText_GetUnicode(this.#text, index);
      // A hyphen at the end of a line has its mark there, and ends the word on this line as well.
      if (isSpace(code) || code === 0xfffe) this.#word = undefined;
      else if (code < 0x20 || (code >= 0x7f && code < 0xa0) || isInvisible(code)) continue;
      else this.#add(index, code);
    }
    return { size: turnSize(this.#size, this.#rotation), words: this.#words };
  }

  #add(index: number, code: number): void {
    const isLigature = code >= 0xfb00 && code <= 0xfb06;
    const isKnown = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    const letters = isLigature ? (ligatures[code - 0xfb00] ?? "") : isKnown ? String.fromCodePoint(code) : "\ufffd";
    this.#word ??= this.#startWord(index);
    const box = this.#boxOf(index);
    this.#word.text += letters;
    // What is one shape on the page has one place.
    for (let unit = 0; unit < letters.length; unit++) this.#word.boxes.push(box);
  }

  #startWord(index: number): PageWord {
    const { calls } = this.#pdfium;
    let size = calls.FPDFText_GetFontSize(this.#text, index);
    let turns = 0;
    if (calls.FPDFText_GetMatrix(this.#text, index, this.#scratch)) {
      const [a, b, c, d] = this.#floats();
      size *= Math.hypot(c, d);
      turns = (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;
    }
    this.#font = { size, isUpright: turns === 0 };
    const word: PageWord = { text: "", boxes: [], isSideways: (turns + this.#rotation) % 2 === 1 };
    this.#words.push(word);
    return word;
  }

  #boxOf(index: number): Box {
    const { calls, heap } = this.#pdfium;
    const { size, isUpright } = this.#font;
    calls.FPDFText_GetLooseCharBox(this.#text, index, this.#scratch);
    let [left, top, right, bottom] = this.#floats();
    const isPlausible = size > 1 && size < 1000;
    if (isPlausible && isUpright && (top - bottom > size * tallest || top <= bottom)) {
      calls.FPDFText_GetCharOrigin(this.#text, index, this.#scratch, this.#scratch + 8);
      const baseline = heap.HEAPF64[(this.#scratch >> 3) + 1] ?? 0;
      top = baseline + size * above;
      bottom = baseline - size * below;
    }
    const { left: x, top: y } = this.#origin;
    const box = turnBox([left - x, y - top, right - x, y - bottom], this.#size, this.#rotation);
    return box.map((edge) => Math.round(edge * 100) / 100) as Box;
  }

  #floats(): [number, number, number, number] {
    const at = this.#scratch >> 2;
    const [first = 0, second = 0, third = 0, fourth = 0] = this.#pdfium.heap.HEAPF32.subarray(at, at + 4);
    return [first, second, third, fourth];
  }
}
