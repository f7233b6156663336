import type { ReadParagraph } from "../office/docx-body.ts";
import { childElements, findElement, type XmlElement } from "../office/stream-xml.ts";
import type { RevisionMarks } from "./revision-marks.ts";
import type { Splices } from "./splices.ts";
import { ancestorsOf, type WordDocument } from "./word-document.ts";
import { escapeText, outerXml, sourceOf } from "./xml-writing.ts";

/** A paragraph to insert. */
export interface NewParagraph {
  text: string;
  /** Typed before the text, unless the paragraph that it resembles is counted. */
  number: string | undefined;
  /** The paragraph whose style and numbering it takes; undefined: the usual style. */
  like: ReadParagraph | undefined;
  /** The comments that begin in it, and those that end in it. */
  commentStarts: number[];
  commentEnds: number[];
}

/** Properties of one paragraph only: of its page, of its section, of its own changes. */
const ownProperties = new Set(["w:rPr", "w:sectPr", "w:pPrChange", "w:pageBreakBefore", "w:framePr"]);
const marksOfEnd = new Set(["w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:rPrChange"]);
const blocks = new Set(["w:p", "w:tbl", "w:sdt"]);

/** Inserts paragraphs below others, as tracked changes. */
export class ParagraphInsertions {
  readonly #document: WordDocument;
  readonly #marks: RevisionMarks;
  readonly #splices: Splices;
  readonly #below = new Map<XmlElement, NewParagraph[]>();

  constructor(document: WordDocument, marks: RevisionMarks, splices: Splices) {
    this.#document = document;
    this.#marks = marks;
    this.#splices = splices;
  }

  /** Undefined: at the end. What is inserted at the same place keeps its order. */
  add(after: ReadParagraph | undefined, paragraphs: NewParagraph[]): void {
    const target = this.#findTarget(after ?? this.#document.paragraphs.at(-1));
    if (target === undefined) return;
    this.#below.set(target, [...(this.#below.get(target) ?? []), ...paragraphs]);
  }

  /** The paragraph, or the table or text box that it is in: a clause does not go on in those. */
  #findTarget(paragraph: ReadParagraph | undefined): XmlElement | undefined {
    if (paragraph === undefined) return undefined;
    const path = [...ancestorsOf(this.#document, paragraph.element)].toReversed();
    const outer = path.find((one) => one.name === "w:p" || (one.name === "w:tbl" && !isFrame(one)));
    let target = outer ?? paragraph.element;
    for (;;) {
      const parent = this.#document.parentOf(target);
      const control = parent?.name === "w:sdtContent" ? this.#document.parentOf(parent) : undefined;
      // The end of a content control stays its end.
      if (control === undefined || this.#nextBlock(target) !== undefined) return target;
      target = control;
    }
  }

  #nextBlock(target: XmlElement): XmlElement | undefined {
    const siblings = childElements(this.#document.parentOf(target));
    return siblings.slice(siblings.indexOf(target) + 1).find(({ name }) => blocks.has(name));
  }

  write(): void {
    for (const [target, paragraphs] of this.#below) {
      const properties = findElement(target, "w:pPr");
      const isLast = this.#nextBlock(target) === undefined || findElement(properties, "w:sectPr") !== undefined;
      const end = findElement(properties, "w:rPr");
      const isChanged = childElements(end).some(({ name }) => marksOfEnd.has(name));
      if (isLast && target.name === "w:p" && !isChanged) this.#writeAtEnd(target, paragraphs);
      else this.#splices.insert(sourceOf(target).end, paragraphs.map((one) => this.#paragraph(one)).join(""));
    }
  }

  /**
   * Below the last paragraph of a section, a cell or the document. A paragraph's end holds its properties, and those of its section.
   * So the ends that are inserted are that of the target and all new ones but the last, which takes over the target's.
   */
  #writeAtEnd(target: XmlElement, paragraphs: NewParagraph[]): void {
    const { text } = this.#document;
    const properties = findElement(target, "w:pPr");
    const written = paragraphs.map((one, index) =>
      index < paragraphs.length - 1
        ? this.#paragraph(one)
        : this.#wrap("p", (properties === undefined ? "" : outerXml(text, properties)) + this.#content(one)),
    );
    const end = sourceOf(target).end;
    if (properties === undefined) {
      this.#splices.insert(
        sourceOf(target).contentStart,
        this.#wrap("pPr", this.#wrap("rPr", this.#marks.insertedMark)),
      );
    } else {
      const kept = childElements(properties).filter(({ name }) => name !== "w:rPr" && name !== "w:sectPr");
      const mark = this.#wrap("rPr", this.#marks.insertedMark + this.#inner(findElement(properties, "w:rPr")));
      const change = kept.filter(({ name }) => name === "w:pPrChange");
      const others = kept.filter(({ name }) => name !== "w:pPrChange");
      const xml = [...others.map((one) => outerXml(text, one)), mark, ...change.map((one) => outerXml(text, one))];
      const { start, end } = sourceOf(properties);
      this.#splices.replace(start, end, this.#wrap("pPr", xml.join("")));
    }
    this.#splices.insert(end, written.join(""));
  }

  #paragraph(paragraph: NewParagraph): string {
    const { text } = this.#document;
    const model = findElement(paragraph.like?.element, "w:pPr");
    const kept = childElements(model).filter(({ name }) => !ownProperties.has(name));
    const mark = childElements(findElement(model, "w:rPr")).filter(({ name }) => !marksOfEnd.has(name));
    const end = this.#wrap("rPr", this.#marks.insertedMark + mark.map((one) => outerXml(text, one)).join(""));
    const properties = this.#wrap("pPr", kept.map((one) => outerXml(text, one)).join("") + end);
    return this.#wrap("p", properties + this.#content(paragraph));
  }

  #content({ text, number, like, commentStarts, commentEnds }: NewParagraph): string {
    const isCounted = like?.number !== undefined && like.number !== "";
    const properties = like === undefined ? "" : this.#runPropertiesOf(like);
    const typed = number === undefined || isCounted ? "" : this.#typedNumber(number, like, properties);
    return [
      ...commentStarts.map((comment) => this.#marks.commentStart(comment)),
      this.#marks.inserted(typed + this.#marks.run(properties, text)),
      ...commentEnds.map((comment) => this.#marks.commentEnd(comment)),
    ].join("");
  }

  /** With a tab behind it where the paragraph that it resembles has one. */
  #typedNumber(number: string, like: ReadParagraph | undefined, properties: string): string {
    const { prefix } = this.#marks;
    const begins = (like?.pieces ?? []).slice(0, 4);
    const hasTab = begins.some(({ element }) => element.name === "w:tab");
    const behind = hasTab ? `<${prefix}:tab/>` : `<${prefix}:t xml:space="preserve"> </${prefix}:t>`;
    return this.#wrap(
      "r",
      `${properties}<${prefix}:t xml:space="preserve">${escapeText(number)}</${prefix}:t>${behind}`,
    );
  }

  /** Those of the run with most of its words. */
  #runPropertiesOf({ pieces }: ReadParagraph): string {
    const lengths = new Map<XmlElement, number>();
    for (const { element, text } of pieces) {
      const run = this.#document.parentOf(element);
      if (run?.name === "w:r") lengths.set(run, (lengths.get(run) ?? 0) + text.length);
    }
    const [longest] = [...lengths].reduce<[XmlElement | undefined, number]>(
      (best, one) => (one[1] > best[1] ? one : best),
      [undefined, 0],
    );
    const properties = childElements(findElement(longest, "w:rPr")).filter(
      ({ name }) => name !== "w:rPrChange" && name !== "w:rStyle",
    );
    const xml = properties.map((one) => outerXml(this.#document.text, one)).join("");
    return xml === "" ? "" : this.#wrap("rPr", xml);
  }

  #inner(element: XmlElement | undefined): string {
    if (element === undefined) return "";
    const { contentStart, contentEnd } = sourceOf(element);
    return this.#document.text.slice(contentStart, contentEnd);
  }

  #wrap(name: string, content: string): string {
    return `<${this.#marks.prefix}:${name}>${content}</${this.#marks.prefix}:${name}>`;
  }
}

/** A table with one cell is a frame around text. */
function isFrame(table: XmlElement): boolean {
  const rows = childElements(table, "w:tr");
  return rows.length === 1 && childElements(rows[0], "w:tc").length === 1;
}
