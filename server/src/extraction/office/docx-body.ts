import { block, heading, plainLine, type TextBlock, tableRow } from "../text/paged-text.ts";
import type { DocxNumbering } from "./docx-numbering.ts";
import { type DocxStyles, headingLevelOf, isOn } from "./docx-styles.ts";
import { elementsOf, findElement, type XmlElement } from "./xml-elements.ts";

/** What the words of a body refer to. */
export interface DocxContext {
  styles: DocxStyles;
  numbering: DocxNumbering;
  /** Foot- and endnotes by "footnote 1", already read. */
  notes: Map<string, TextBlock[]>;
  /** By relation: diagrams and whole texts that lie in parts of their own, already read. */
  embedded: Map<string, TextBlock[]>;
}

/** What is gathered while a paragraph is read: its own words, and what hangs on it and comes after it. */
interface Gathered {
  words: string[];
  after: TextBlock[];
}

/** Left out: deleted and moved-away words, the instructions of fields, remarks in the margin, phonetic hints. */
const silent = new Set([
  ...["w:del", "w:moveFrom", "w:delText", "w:instrText", "w:delInstrText", "w:pPr", "w:rPr", "w:sdtPr", "w:rt"],
  ...["w:annotationRef", "w:object", "w:tblPr", "w:trPr", "w:tcPr", "w:tblGrid", "w:sectPr", "w:fldData"],
]);

const privateUse = (code: number): boolean => code >= 0xe000 && code <= 0xf8ff;

/**
 * Turns the elements of a body, header or note into blocks. Each piece of the body goes through the same one, because
 * fields, numbers and merged paragraphs reach from one to the next.
 */
export class DocxBody {
  #context: DocxContext;
  /** Fields that are open; words count where all of them have come to their result. */
  #fields: ("instruction" | "result")[] = [];
  /** A paragraph whose end was deleted goes on in the next. */
  #carried = "";

  constructor(context: DocxContext) {
    this.#context = context;
  }

  blocksOf(element: XmlElement): TextBlock[] {
    switch (element.name) {
      case "w:p":
        return this.#paragraph(element);
      case "w:tbl":
        return this.#table(element);
      case "w:altChunk":
        return this.#context.embedded.get(element.attributes["r:id"] ?? "") ?? [];
      case "mc:AlternateContent":
        return this.#alternative(element, (choice) => elementsOf(choice).flatMap((child) => this.blocksOf(child)));
      default:
        if (silent.has(element.name)) return [];
        return elementsOf(element).flatMap((child) => this.blocksOf(child));
    }
  }

  /** What was carried to a paragraph that never came. */
  finish(): TextBlock[] {
    const text = this.#carried;
    this.#carried = "";
    return plainLine(text) === "" ? [] : [block(text)];
  }

  #paragraph(element: XmlElement): TextBlock[] {
    const properties = findElement(element, "w:pPr");
    const gathered: Gathered = { words: [], after: [] };
    for (const child of elementsOf(element)) this.#gather(child, gathered);
    // A field that never came to its result must not swallow the rest of the document.
    this.#fields = this.#fields.filter((state) => state === "result");
    const text = this.#carried + gathered.words.join("");
    this.#carried = "";
    if (findElement(properties, "w:rPr", "w:del") !== undefined) {
      this.#carried = text;
      return gathered.after;
    }
    // An empty paragraph shows no number and does not count.
    if (plainLine(text) === "") return gathered.after;
    return [this.#styled(text, properties), ...gathered.after];
  }

  #styled(text: string, properties: XmlElement | undefined): TextBlock {
    const style = this.#context.styles.get(findElement(properties, "w:pStyle")?.attributes["w:val"]);
    const level = headingLevelOf(properties) ?? style.headingLevel;
    const numPr = findElement(properties, "w:numPr");
    const numberingId = findElement(numPr, "w:numId")?.attributes["w:val"] ?? style.numberingId;
    const numberingLevel = Number(findElement(numPr, "w:ilvl")?.attributes["w:val"] ?? style.numberingLevel ?? 0);
    // List 0 takes away what the style gives.
    const isNumbered = numberingId !== undefined && numberingId !== "0";
    const number = isNumbered ? this.#context.numbering.next(numberingId, numberingLevel) : undefined;
    const words = number ? `${number} ${text}` : text;
    if (level !== undefined && level <= 9) return heading(words, level);
    return block(words, number === undefined ? "body" : "listItem");
  }

  #gather(element: XmlElement, gathered: Gathered): void {
    const { words } = gathered;
    const isSpoken = !this.#fields.includes("instruction");
    switch (element.name) {
      case "w:t":
      case "m:t":
        if (isSpoken) words.push(element.children.filter((child) => typeof child === "string").join(""));
        return;
      case "w:tab":
      case "w:ptab":
      case "w:br":
      case "w:cr":
        if (isSpoken) words.push(" ");
        return;
      case "w:noBreakHyphen":
        if (isSpoken) words.push("-");
        return;
      case "w:sym": {
        const code = Number.parseInt(element.attributes["w:char"] ?? "", 16);
        // In symbol fonts the code says where the picture lies, not what it means.
        if (isSpoken && code > 0 && code <= 0x10ffff && !privateUse(code)) words.push(String.fromCodePoint(code));
        return;
      }
      case "w:fldChar":
        this.#field(element.attributes["w:fldCharType"]);
        return;
      case "w:footnoteReference":
      case "w:endnoteReference": {
        const kind = element.name === "w:footnoteReference" ? "footnote" : "endnote";
        gathered.after.push(...(this.#context.notes.get(`${kind} ${element.attributes["w:id"]}`) ?? []));
        return;
      }
      case "w:txbxContent":
        // A text box has fields and an order of its own.
        gathered.after.push(...new DocxBody(this.#context).blocksOf({ ...element, name: "text box" }));
        return;
      case "dgm:relIds":
        gathered.after.push(...(this.#context.embedded.get(element.attributes["r:dm"] ?? "") ?? []));
        return;
      case "w:p":
      case "w:tbl":
        gathered.after.push(...this.blocksOf(element));
        return;
      case "mc:AlternateContent": {
        const inner = this.#alternative(element, (choice) => {
          const found: Gathered = { words: [], after: [] };
          for (const child of elementsOf(choice)) this.#gather(child, found);
          return found.words.length + found.after.length > 0 ? [found] : [];
        });
        for (const found of inner) {
          words.push(...found.words);
          gathered.after.push(...found.after);
        }
        return;
      }
      case "w:r":
        if (this.#isHidden(element)) return;
    }
    if (silent.has(element.name)) return;
    for (const child of elementsOf(element)) this.#gather(child, gathered);
  }

  /** The same thing said for newer and for older programs: one of them is read. */
  #alternative<Found>(element: XmlElement, read: (choice: XmlElement) => Found[]): Found[] {
    for (const choice of elementsOf(element)) {
      const found = read(choice);
      if (found.length > 0) return found;
    }
    return [];
  }

  #field(type: string | undefined): void {
    if (type === "begin") this.#fields.push("instruction");
    else if (type === "end") this.#fields.pop();
    else if (type === "separate" && this.#fields.length > 0) this.#fields[this.#fields.length - 1] = "result";
  }

  /** Words nobody sees on the page are not read aloud. */
  #isHidden(run: XmlElement): boolean {
    const properties = findElement(run, "w:rPr");
    const own = findElement(properties, "w:vanish");
    if (own !== undefined) return isOn(own);
    const style = findElement(properties, "w:rStyle")?.attributes["w:val"];
    return style !== undefined && this.#context.styles.get(style).isHidden === true;
  }

  #table(element: XmlElement): TextBlock[] {
    const rows = this.#inside(element, "w:tr").filter((row) => findElement(row, "w:trPr", "w:del") === undefined);
    const cells = rows.map((row) => this.#inside(row, "w:tc"));
    // A frame around text is no table: what is inside keeps its headings and lists.
    const isFrame = cells.every((row) => row.length <= 1) && rows.length === 1;
    return cells.flatMap((row) => {
      const blocks = row.map((cell) => elementsOf(cell).flatMap((child) => this.blocksOf(child)));
      if (isFrame) return blocks.flat();
      const texts = blocks.map((cell) => cell.filter(({ kind }) => kind !== "footnote").map(({ text }) => text));
      const notes = blocks.flat().filter(({ kind }) => kind === "footnote");
      return [tableRow(texts.map((lines) => lines.join(" "))) ?? [], notes].flat();
    });
  }

  /** Rows and cells, through the content controls and markers that may lie around them. */
  #inside(element: XmlElement, name: string): XmlElement[] {
    return elementsOf(element).flatMap((child) => {
      if (child.name === name) return [child];
      return silent.has(child.name) || child.name === "w:tbl" || child.name === "w:p" ? [] : this.#inside(child, name);
    });
  }
}
