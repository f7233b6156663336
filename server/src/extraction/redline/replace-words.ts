import type { WordPiece } from "../office/docx-body.ts";
import { childElements, findElement, type XmlElement } from "../office/stream-xml.ts";
import type { RevisionMarks } from "./revision-marks.ts";
import type { Splices } from "./splices.ts";
import type { TextRange } from "./text-index.ts";
import { ancestorsOf, type WordDocument } from "./word-document.ts";
import { escapeText, outerXml, sourceOf } from "./xml-writing.ts";

/** What a run of text may stand in, and changes of it with it. */
const containers = new Set([
  ...["w:ins", "w:moveTo", "w:hyperlink", "w:fldSimple", "w:smartTag", "w:sdt", "w:sdtContent", "w:customXml"],
  ...["w:dir", "w:bdo"],
]);
/** What goes with the words around it. */
const goesAlong = new Set([
  ...["w:footnoteReference", "w:endnoteReference", "w:softHyphen", "w:lastRenderedPageBreak"],
]);
const fieldParts = new Set(["w:fldChar", "w:instrText"]);

interface CoveredPiece {
  element: XmlElement;
  run: XmlElement;
  /** Characters of its text. */
  from: number;
  to: number;
}

/** What happens to a run. */
interface RunChange {
  /** Deleted characters of texts. */
  ranges: Map<XmlElement, { from: number; to: number }[]>;
  /** Deleted as a whole. */
  whole: Set<XmlElement>;
  /** Inserted behind this character of a text, or before the run. */
  inserted: { element: XmlElement; offset: number; xml: string }[];
}

/** A wording that is replaced, as far as it can be. */
export interface Wording {
  covered: CoveredPiece[];
}

/** Deletes wordings and puts texts in their place, run by run; the runs' properties stay. */
export class WordReplacements {
  readonly #document: WordDocument;
  readonly #marks: RevisionMarks;
  readonly #runs = new Map<XmlElement, RunChange>();
  readonly #splices: Splices;

  constructor(document: WordDocument, marks: RevisionMarks, splices: Splices) {
    this.#document = document;
    this.#marks = marks;
    this.#splices = splices;
  }

  /** Undefined if a part of the wording is in a text box or a formula, which are not changed. */
  findWording({ first, last }: TextRange): Wording | undefined {
    const covered: CoveredPiece[] = [];
    for (let paragraph = first.paragraph; paragraph <= last.paragraph; paragraph++) {
      const pieces = this.#document.paragraphs[paragraph]?.pieces ?? [];
      const begin = paragraph === first.paragraph ? first : { piece: 0, offset: 0 };
      const end = paragraph === last.paragraph ? last : { piece: pieces.length - 1, offset: Number.POSITIVE_INFINITY };
      for (let at = begin.piece; at <= end.piece; at++) {
        const piece = pieces[at];
        const run = piece && this.#findRun(piece);
        if (piece === undefined || run === undefined) return undefined;
        const from = at === begin.piece ? begin.offset : 0;
        const to = Math.min(piece.text.length, at === end.piece ? end.offset + 1 : piece.text.length);
        covered.push({ element: piece.element, run, from, to });
      }
    }
    return covered.length === 0 ? undefined : { covered };
  }

  #findRun({ element }: WordPiece): XmlElement | undefined {
    const run = this.#document.parentOf(element);
    if (run?.name !== "w:r") return undefined;
    const outer = [...ancestorsOf(this.#document, run)];
    const paragraph = outer.findIndex(({ name }) => name === "w:p");
    if (outer.slice(0, paragraph).some(({ name }) => !containers.has(name))) return undefined;
    return outer.slice(paragraph + 1).some(({ name }) => name === "w:p") ? undefined : run;
  }

  delete({ covered }: Wording): void {
    const [first, last] = [covered[0], covered.at(-1)];
    if (first === undefined || last === undefined) return;
    for (const { element, run, from, to } of covered) {
      const change = this.#changeOf(run);
      if (element.name === "w:t") change.ranges.set(element, [...(change.ranges.get(element) ?? []), { from, to }]);
      else change.whole.add(element);
    }
    const [start, end] = [sourceOf(first.element).start, sourceOf(last.element).start];
    const own = new Set(covered.map(({ element }) => element));
    const isBetween = (element: XmlElement) => sourceOf(element).start > start && sourceOf(element).start < end;
    for (const paragraph of new Set(covered.map(({ run }) => this.#paragraphOf(run)))) {
      const parts = [...runParts(paragraph)];
      for (const { element, run } of parts)
        if (goesAlong.has(element.name) && isBetween(element)) this.#changeOf(run).whole.add(element);
      for (const { element, run } of coveredFields(parts, own)) this.#changeOf(run).whole.add(element);
    }
  }

  /** Undefined behind: the element has no text that is deleted. */
  insert({ covered }: Wording, text: string, comment: number): void {
    const [first, last] = [covered[0], covered.at(-1)];
    if (first === undefined || last === undefined) return;
    this.#splices.insert(sourceOf(this.#outermost(first.run)).start, this.#marks.commentStart(comment));
    const properties = findElement(first.run, "w:rPr");
    const run = this.#marks.run(properties === undefined ? "" : this.#copyProperties(properties), text);
    const xml = this.#marks.inserted(run) + this.#marks.commentEnd(comment);
    const outermost = this.#outermost(last.run);
    const field = this.#fieldEndAfter(last.run);
    if (field !== undefined) this.#splices.insert(sourceOf(this.#outermost(field)).end, xml);
    else if (outermost !== last.run) this.#splices.insert(sourceOf(outermost).end, xml);
    else this.#changeOf(last.run).inserted.push({ element: last.element, offset: last.to, xml });
  }

  #copyProperties(properties: XmlElement): string {
    const kept = childElements(properties).filter(({ name }) => name !== "w:rPrChange");
    const { prefix } = this.#marks;
    return `<${prefix}:rPr>${kept.map((one) => outerXml(this.#document.text, one)).join("")}</${prefix}:rPr>`;
  }

  #changeOf(run: XmlElement): RunChange {
    const known = this.#runs.get(run);
    if (known !== undefined) return known;
    const change = { ranges: new Map(), whole: new Set<XmlElement>(), inserted: [] };
    this.#runs.set(run, change);
    return change;
  }

  #paragraphOf(run: XmlElement): XmlElement {
    for (const one of ancestorsOf(this.#document, run)) if (one.name === "w:p") return one;
    return run;
  }

  /** The run, or the link, field or insertion of somebody else that it is in: what is inserted stands behind those. */
  #outermost(run: XmlElement): XmlElement {
    let found = run;
    for (const one of ancestorsOf(this.#document, run)) {
      if (one.name === "w:p") return found;
      found = one;
    }
    return found;
  }

  /** Where the run is in a field, the run that ends the field. */
  #fieldEndAfter(run: XmlElement): XmlElement | undefined {
    let depth = 0;
    let isBehind = false;
    for (const { element, run: own } of runParts(this.#paragraphOf(run))) {
      if (isBehind && depth === 0) return undefined;
      if (element.name === "w:fldChar") {
        const type = element.attributes["w:fldCharType"];
        if (type === "begin") depth += 1;
        else if (type === "end" && depth > 0) depth -= 1;
        if (isBehind && depth === 0) return own;
      }
      if (own === run) isBehind = true;
    }
    return undefined;
  }

  write(): void {
    for (const [run, change] of this.#runs) this.#writeRun(run, change);
  }

  #writeRun(run: XmlElement, { ranges, whole, inserted }: RunChange): void {
    const { text } = this.#document;
    const { start, contentStart, contentEnd, end } = sourceOf(run);
    const properties = findElement(run, "w:rPr");
    const open = text.slice(start, contentStart) + (properties === undefined ? "" : outerXml(text, properties));
    const close = text.slice(contentEnd, end);
    const written: string[] = [];
    let group = { isDeleted: false, content: "" };
    const flush = () => {
      const xml = open + group.content + close;
      if (group.content !== "") written.push(group.isDeleted ? this.#marks.deleted(xml) : xml);
      group = { isDeleted: group.isDeleted, content: "" };
    };
    const add = (isDeleted: boolean, content: string) => {
      if (group.isDeleted !== isDeleted) flush();
      group = { isDeleted, content: group.content + content };
    };
    for (const child of childElements(run)) {
      if (child === properties) continue;
      const behind = inserted.filter(({ element }) => element === child);
      const deleted = ranges.get(child);
      if (deleted === undefined && behind.length === 0)
        add(whole.has(child), this.#writeWhole(child, whole.has(child)));
      else if (child.name !== "w:t") add(whole.has(child), this.#writeWhole(child, whole.has(child)));
      else {
        const words = child.children.filter((one) => typeof one === "string").join("");
        for (const [from, to] of cut(words.length, deleted ?? [], behind)) {
          const isDeleted = (deleted ?? []).some((range) => range.from <= from && to <= range.to);
          add(isDeleted, this.#writeText(words.slice(from, to), isDeleted));
          for (const { offset, xml } of behind)
            if (offset === to) {
              flush();
              written.push(xml);
            }
        }
        continue;
      }
      if (behind.length > 0) flush();
      written.push(...behind.map(({ xml }) => xml));
    }
    flush();
    this.#splices.replace(start, end, written.join(""));
  }

  #writeText(words: string, isDeleted: boolean): string {
    const name = `${this.#marks.prefix}:${isDeleted ? "delText" : "t"}`;
    return `<${name} xml:space="preserve">${escapeText(words)}</${name}>`;
  }

  #writeWhole(element: XmlElement, isDeleted: boolean): string {
    if (!isDeleted || element.name !== "w:instrText") return outerXml(this.#document.text, element);
    const words = element.children.filter((one) => typeof one === "string").join("");
    const name = `${this.#marks.prefix}:delInstrText`;
    return `<${name} xml:space="preserve">${escapeText(words)}</${name}>`;
  }
}

/** The parts of a text between the places where something begins or ends. */
function cut(length: number, ranges: { from: number; to: number }[], inserted: { offset: number }[]) {
  const places = new Set([
    ...[0, length],
    ...ranges.flatMap(({ from, to }) => [from, to]),
    ...inserted.map(({ offset }) => offset),
  ]);
  const sorted = [...places].filter((place) => place <= length).sort((a, b) => a - b);
  return sorted.slice(1).map((to, index) => [sorted[index] ?? 0, to] as const);
}

interface RunPart {
  element: XmlElement;
  run: XmlElement;
}

/** The contents of a paragraph's runs in their order, without those in text boxes. */
function* runParts(parent: XmlElement): Generator<RunPart> {
  for (const child of childElements(parent)) {
    if (child.name === "w:r") for (const element of childElements(child)) yield { element, run: child };
    else if (containers.has(child.name)) yield* runParts(child);
  }
}

/** Fields whose whole result is deleted go with it; the others keep their instructions. */
function coveredFields(parts: RunPart[], covered: Set<XmlElement>): RunPart[] {
  const found: RunPart[] = [];
  let field: { parts: RunPart[]; results: XmlElement[]; depth: number } | undefined;
  let isResult = false;
  for (const part of parts) {
    const { element } = part;
    const type = element.name === "w:fldChar" ? element.attributes["w:fldCharType"] : undefined;
    if (type === "begin") {
      if (field === undefined) field = { parts: [], results: [], depth: 0 };
      field.depth += 1;
      isResult = false;
    }
    if (field === undefined) continue;
    if (fieldParts.has(element.name)) field.parts.push(part);
    else if (isResult && element.name === "w:t") field.results.push(element);
    if (type === "separate") isResult = true;
    if (type !== "end") continue;
    field.depth -= 1;
    if (field.depth > 0) continue;
    const isCovered = field.results.length > 0 && field.results.every((result) => covered.has(result));
    if (isCovered) found.push(...field.parts);
    field = undefined;
    isResult = false;
  }
  return found;
}
