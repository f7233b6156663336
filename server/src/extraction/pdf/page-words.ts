import { type Box, type PageSize, turnBox, turnSize } from "../layout/text-segment.ts";
import type { PageView, PageWord } from "../page-view.ts";
import { isControl, isInvisible, isSpace, ligatureLetters, lineEndHyphen } from "./pdf-characters.ts";
import type { Pdfium } from "./pdfium.ts";
import { ascent, type CharacterStyle, descent, maxBoxHeight, type TextPage, withTextPage } from "./text-page.ts";

/** Every visible letter of a page with the place where a person sees it. */
export function readPageWords(page: number, pdfium: Pdfium): PageView {
  return withTextPage(page, pdfium, (text) => new PageWordReader(text).read());
}

class PageWordReader {
  readonly #page: TextPage;
  /** Before the page is rotated. */
  readonly #size: PageSize;
  readonly #words: PageWord[] = [];
  readonly #edges = new Float64Array(4);
  #word: PageWord | undefined;
  /** The style of the current word. */
  #style: CharacterStyle = { size: 0, turns: 0 };

  constructor(page: TextPage) {
    const { left, top, right, bottom } = page.frame;
    this.#page = page;
    this.#size = { width: right - left, height: top - bottom };
  }

  read(): PageView {
    for (let index = 0; index < this.#page.count; index++) {
      const code = this.#page.unicode(index);
      if (isSpace(code) || code === lineEndHyphen) this.#word = undefined;
      else if (!isControl(code) && !isInvisible(code)) this.#add(index, code);
    }
    return { size: turnSize(this.#size, this.#page.frame.rotation), words: this.#words };
  }

  #add(index: number, code: number): void {
    const isKnown = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    const letters = ligatureLetters(code) ?? (isKnown ? String.fromCodePoint(code) : "\ufffd");
    this.#word ??= this.#startWord(index);
    const box = this.#boxOf(index);
    this.#word.text += letters;
    // The letters of a ligature share its box.
    for (let unit = 0; unit < letters.length; unit++) this.#word.boxes.push(box);
  }

  #startWord(index: number): PageWord {
    this.#style = this.#page.style(index);
    const isSideways = (this.#style.turns + this.#page.frame.rotation) % 2 === 1;
    const word: PageWord = { text: "", boxes: [], isSideways };
    this.#words.push(word);
    return word;
  }

  #boxOf(index: number): Box {
    const { size, turns } = this.#style;
    this.#page.measure(index, this.#edges);
    let [left = 0, top = 0, right = 0, bottom = 0] = this.#edges;
    const isPlausible = size > 1 && size < 1000;
    if (isPlausible && turns === 0 && (top - bottom > size * maxBoxHeight || top <= bottom)) {
      const baseline = this.#page.origin(index).y;
      top = baseline + size * ascent;
      bottom = baseline - size * descent;
    }
    const { left: x, top: y, rotation } = this.#page.frame;
    const box = turnBox([left - x, y - top, right - x, y - bottom], this.#size, rotation);
    return box.map((edge) => Math.round(edge * 100) / 100) as Box;
  }
}
