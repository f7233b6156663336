import { block, heading, normaliseLine, type TextBlock, tableRowOfBlocks } from "../text/text-block.ts";
import type { DocxNumbering } from "./docx-numbering.ts";
import { type DocxStyles, isOn, readHeadingLevel } from "./docx-styles.ts";
import { ParagraphPrint } from "./paragraph-print.ts";
import { childElements, findElement, type XmlElement } from "./stream-xml.ts";

/** Parts of the file that the body refers to. */
export interface DocxContext {
  styles: DocxStyles;
  numbering: DocxNumbering;
  /** Footnotes and endnotes, by "footnote 1". */
  notes: Map<string, TextBlock[]>;
  /** Diagrams and embedded documents, by relation. */
  embedded: Map<string, TextBlock[]>;
  /** For those who change the file: called for every paragraph with text, those in text boxes included. */
  onParagraph?: (paragraph: ReadParagraph) => void;
}

/** A paragraph as it was read, with the elements that its words are in. */
export interface ReadParagraph {
  element: XmlElement;
  /** Counted, not in the file: "4.2", or empty for a bullet. */
  number: string | undefined;
  isHeading: boolean;
  pieces: WordPiece[];
}

export interface WordPiece {
  text: string;
  element: XmlElement;
}

/** The content of a paragraph: its words, and the footnotes and text boxes that follow it. */
interface ParagraphContent {
  words: WordPiece[];
  after: TextBlock[];
  print: ParagraphPrint;
}

/** Deleted and moved text, field instructions, comments, phonetic guides and properties. */
const ignored = new Set([
  ...["w:del", "w:moveFrom", "w:delText", "w:instrText", "w:delInstrText", "w:pPr", "w:rPr", "w:sdtPr", "w:rt"],
  ...["w:annotationRef", "w:object", "w:tblPr", "w:trPr", "w:tcPr", "w:tblGrid", "w:sectPr", "w:fldData"],
]);

/** A part belongs to one place. References from a thousand places would repeat it a thousand times. */
function takeOnce(parts: Map<string, TextBlock[]>, id: string): TextBlock[] {
  const found = parts.get(id) ?? [];
  parts.delete(id);
  return found;
}

const toText = (pieces: WordPiece[]) => pieces.map(({ text }) => text).join("");

const isPrivateUse = (code: number): boolean => code >= 0xe000 && code <= 0xf8ff;

/** Converts the elements of a body, header or footnote to blocks. Fields, numbers and merged paragraphs span elements. */
export class DocxBody {
  #context: DocxContext;
  /** Open fields. Text is visible when all of them are at their result. */
  #fields: ("instruction" | "result")[] = [];
  /** Text of a paragraph whose end was deleted, which continues in the next. */
  #carried: WordPiece[] = [];

  constructor(context: DocxContext) {
    this.#context = context;
  }

  readBlocks(element: XmlElement): TextBlock[] {
    switch (element.name) {
      case "w:p":
        return this.#readParagraph(element);
      case "w:tbl":
        return this.#readTable(element);
      case "w:altChunk":
        return takeOnce(this.#context.embedded, element.attributes["r:id"] ?? "");
      case "mc:AlternateContent":
        return this.#readAlternative(element, (choice) =>
          childElements(choice).flatMap((child) => this.readBlocks(child)),
        );
      default:
        if (ignored.has(element.name)) return [];
        return childElements(element).flatMap((child) => this.readBlocks(child));
    }
  }

  /** Returns text that was carried to a paragraph that never came. */
  finish(): TextBlock[] {
    const text = toText(this.#carried);
    this.#carried = [];
    return normaliseLine(text) === "" ? [] : [block(text)];
  }

  #readParagraph(element: XmlElement): TextBlock[] {
    const properties = findElement(element, "w:pPr");
    const print = new ParagraphPrint(this.#context.styles, properties);
    const content: ParagraphContent = { words: [], after: [], print };
    for (const child of childElements(element)) this.#collect(child, content);
    // A field without a result must not hide the rest of the document.
    this.#fields = this.#fields.filter((state) => state === "result");
    const pieces = this.#carried;
    for (const piece of content.words) pieces.push(piece);
    this.#carried = [];
    if (findElement(properties, "w:rPr", "w:del") !== undefined) {
      this.#carried = pieces;
      return content.after;
    }
    const text = toText(pieces);
    // An empty paragraph has no number and is not counted.
    if (normaliseLine(text) === "") return content.after;
    const number = this.#countNumber(properties);
    const read = this.#applyStyle(text, number, properties);
    this.#context.onParagraph?.({ element, number, isHeading: read.kind === "heading", pieces });
    return [{ ...read, style: print.style }, ...content.after];
  }

  #styleOf(properties: XmlElement | undefined) {
    return this.#context.styles.get(findElement(properties, "w:pStyle")?.attributes["w:val"]);
  }

  #countNumber(properties: XmlElement | undefined): string | undefined {
    const style = this.#styleOf(properties);
    const numPr = findElement(properties, "w:numPr");
    const numberingId = findElement(numPr, "w:numId")?.attributes["w:val"] ?? style.numberingId;
    const numberingLevel = Number(findElement(numPr, "w:ilvl")?.attributes["w:val"] ?? style.numberingLevel ?? 0);
    // List 0 removes the numbering of the style.
    const isNumbered = numberingId !== undefined && numberingId !== "0";
    return isNumbered ? this.#context.numbering.next(numberingId, numberingLevel) : undefined;
  }

  #applyStyle(text: string, number: string | undefined, properties: XmlElement | undefined): TextBlock {
    const level = readHeadingLevel(properties) ?? this.#styleOf(properties).headingLevel;
    const words = number ? `${number} ${text}` : text;
    if (level !== undefined && level <= 9) return heading(words, level);
    return block(words, number === undefined ? "body" : "listItem");
  }

  #collect(element: XmlElement, content: ParagraphContent): void {
    const { words } = content;
    const isVisible = !this.#fields.includes("instruction");
    switch (element.name) {
      case "w:t":
      case "m:t":
        if (isVisible) {
          const text = element.children.filter((child) => typeof child === "string").join("");
          words.push({ text, element });
          content.print.addText(text);
        }
        return;
      case "w:tab":
      case "w:ptab":
      case "w:br":
      case "w:cr":
        if (isVisible) words.push({ text: " ", element });
        return;
      case "w:noBreakHyphen":
        if (isVisible) words.push({ text: "-", element });
        return;
      case "w:sym": {
        const code = Number.parseInt(element.attributes["w:char"] ?? "", 16);
        // In symbol fonts private-use codes have no meaning.
        if (isVisible && code > 0 && code <= 0x10ffff && !isPrivateUse(code))
          words.push({ text: String.fromCodePoint(code), element });
        return;
      }
      case "w:fldChar":
        this.#updateFields(element.attributes["w:fldCharType"]);
        return;
      case "w:footnoteReference":
      case "w:endnoteReference": {
        const kind = element.name === "w:footnoteReference" ? "footnote" : "endnote";
        this.#addOnce(content, this.#context.notes, `${kind} ${element.attributes["w:id"]}`);
        return;
      }
      case "w:txbxContent":
        // A text box has its own fields.
        content.after.push(...new DocxBody(this.#context).readBlocks({ ...element, name: "text box" }));
        return;
      case "dgm:relIds":
        this.#addOnce(content, this.#context.embedded, element.attributes["r:dm"] ?? "");
        return;
      case "w:p":
      case "w:tbl":
        content.after.push(...this.readBlocks(element));
        return;
      case "mc:AlternateContent": {
        const inner = this.#readAlternative(element, (choice) => {
          const found: ParagraphContent = { words: [], after: [], print: content.print };
          for (const child of childElements(choice)) this.#collect(child, found);
          return found.words.length + found.after.length > 0 ? [found] : [];
        });
        for (const found of inner) {
          words.push(...found.words);
          content.after.push(...found.after);
        }
        return;
      }
      case "w:r":
        if (this.#isHidden(element)) return;
        content.print.enterRun(element);
    }
    if (ignored.has(element.name)) return;
    for (const child of childElements(element)) this.#collect(child, content);
  }

  #addOnce({ after }: ParagraphContent, parts: Map<string, TextBlock[]>, id: string): void {
    for (const found of takeOnce(parts, id)) after.push(found);
  }

  /** Alternatives for newer and older programs: the first with content is read. */
  #readAlternative<Found>(element: XmlElement, read: (choice: XmlElement) => Found[]): Found[] {
    for (const choice of childElements(element)) {
      const found = read(choice);
      if (found.length > 0) return found;
    }
    return [];
  }

  #updateFields(type: string | undefined): void {
    if (type === "begin") this.#fields.push("instruction");
    else if (type === "end") this.#fields.pop();
    else if (type === "separate" && this.#fields.length > 0) this.#fields[this.#fields.length - 1] = "result";
  }

  #isHidden(run: XmlElement): boolean {
    const properties = findElement(run, "w:rPr");
    const own = findElement(properties, "w:vanish");
    if (own !== undefined) return isOn(own);
    const style = findElement(properties, "w:rStyle")?.attributes["w:val"];
    return style !== undefined && this.#context.styles.get(style).isHidden === true;
  }

  #readTable(element: XmlElement): TextBlock[] {
    const rows = this.#findInside(element, "w:tr").filter((row) => findElement(row, "w:trPr", "w:del") === undefined);
    const cells = rows.map((row) => this.#findInside(row, "w:tc"));
    // A table with one cell is a frame: its content keeps headings and lists.
    const isFrame = cells.every((row) => row.length <= 1) && rows.length === 1;
    return cells.flatMap((row) => {
      const blocks = row.map((cell) => childElements(cell).flatMap((child) => this.readBlocks(child)));
      if (isFrame) return blocks.flat();
      return tableRowOfBlocks(blocks);
    });
  }

  /** Finds rows or cells, also within content controls. */
  #findInside(element: XmlElement, name: string): XmlElement[] {
    return childElements(element).flatMap((child) => {
      if (child.name === name) return [child];
      return ignored.has(child.name) || child.name === "w:tbl" || child.name === "w:p"
        ? []
        : this.#findInside(child, name);
    });
  }
}
