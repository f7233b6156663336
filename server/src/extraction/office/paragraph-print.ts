import type { BlockStyle } from "../text/text-block.ts";
import { type DocxStyle, type DocxStyles, readParagraphPrint, readRunPrint } from "./docx-styles.ts";
import { findElement, type XmlElement } from "./stream-xml.ts";

type RunPrint = Pick<DocxStyle, "isBold" | "size" | "isCapitals">;

/** How a Word paragraph is printed: bold and large only if all of its letters are. */
export class ParagraphPrint {
  readonly #styles: DocxStyles;
  readonly #own: DocxStyle;
  #run: RunPrint;
  #hasLetters = false;
  #isBold = true;
  #isCapitals = true;
  #size = Number.POSITIVE_INFINITY;

  constructor(styles: DocxStyles, properties: XmlElement | undefined) {
    const style = styles.get(findElement(properties, "w:pStyle")?.attributes["w:val"]);
    this.#styles = styles;
    this.#own = { ...style, ...readParagraphPrint(properties) };
    this.#run = this.#own;
  }

  enterRun(run: XmlElement): void {
    const properties = findElement(run, "w:rPr");
    const named = findElement(properties, "w:rStyle")?.attributes["w:val"];
    this.#run = { ...this.#own, ...(named !== undefined && this.#readNamed(named)), ...readRunPrint(properties) };
  }

  #readNamed(name: string): RunPrint {
    const { isBold, size, isCapitals } = this.#styles.get(name);
    return {
      ...(isBold !== undefined && { isBold }),
      ...(size !== undefined && { size }),
      ...(isCapitals !== undefined && { isCapitals }),
    };
  }

  addText(text: string): void {
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    this.#hasLetters = true;
    this.#isBold &&= this.#run.isBold === true;
    this.#isCapitals &&= this.#run.isCapitals === true;
    this.#size = Math.min(this.#size, this.#styles.sizeOf(this.#run));
  }

  get style(): BlockStyle {
    if (!this.#hasLetters) return {};
    const { isCentred = false, isKeptWithNext = false } = this.#own;
    return {
      isBold: this.#isBold,
      isCapitals: this.#isCapitals,
      size: this.#size,
      ...(isCentred && { isCentred }),
      ...(isKeptWithNext && { isKeptWithNext }),
    };
  }
}
