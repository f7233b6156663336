import type { ParagraphKind } from "../extracted-file.ts";
import { block, heading, plainLine, type TextBlock, tableRow } from "../text/paged-text.ts";
import { formatNumber } from "./list-number.ts";
import { elementsOf, findElement, type XmlElement } from "./xml-elements.ts";

/** Left out: deleted words, which lie apart, remarks, phonetic hints, and what only scripts and forms need. */
const silent = new Set([
  ...["text:tracked-changes", "office:annotation", "office:annotation-end", "text:ruby-text", "office:forms"],
  ...["text:sequence-decls", "text:variable-decls", "text:user-field-decls", "office:event-listeners"],
  ...["text:table-of-content-source", "draw:glue-point", "style:style", "office:scripts", "presentation:notes"],
  ...["table:table-column", "table:table-columns", "table:shapes", "text:list-header-source"],
]);

/** A cell or row may be repeated a million times by one number. */
const maxRepeats = 1000;

interface ListLevel {
  format: string;
  prefix: string;
  suffix: string;
  shownLevels: number;
  start: number;
}

/** How the lists of a file number their items, by the name of the list style and the level. */
export class OdfLists {
  #levels = new Map<string, ListLevel>();

  add(root: XmlElement | undefined): void {
    for (const part of ["office:styles", "office:automatic-styles"]) {
      for (const style of elementsOf(findElement(root, part))) {
        const isOutline = style.name === "text:outline-style";
        if (!isOutline && style.name !== "text:list-style") continue;
        const name = isOutline ? "outline" : style.attributes["style:name"];
        for (const level of elementsOf(style)) this.#addLevel(`${name}`, level);
      }
    }
  }

  #addLevel(name: string, { attributes }: XmlElement): void {
    this.#levels.set(`${name} ${attributes["text:level"]}`, {
      format: attributes["style:num-format"] ?? "",
      prefix: attributes["style:num-prefix"] ?? "",
      suffix: attributes["style:num-suffix"] ?? "",
      shownLevels: Number(attributes["text:display-levels"] ?? 1),
      start: Number(attributes["text:start-value"] ?? 1),
    });
  }

  isNumbered(name: string, level: number): boolean {
    return (this.#get(name, level)?.format ?? "") !== "";
  }

  #get(name: string, level: number): ListLevel | undefined {
    return this.#levels.get(`${name} ${level}`);
  }

  /** Counts one item; the empty string where the list has bullets or nothing. */
  next(name: string, level: number, counters: (number | undefined)[]): string {
    const own = this.#get(name, level);
    counters[level] = (counters[level] ?? (own?.start ?? 1) - 1) + 1;
    counters.length = level + 1;
    if (own === undefined || own.format === "") return "";
    const numbers: string[] = [];
    for (let shown = Math.max(1, level - own.shownLevels + 1); shown <= level; shown++) {
      const format = this.#get(name, shown)?.format;
      if (format) numbers.push(formatNumber(counters[shown] ?? 1, format));
    }
    return `${own.prefix}${numbers.join(".")}${own.suffix}`;
  }
}

interface ListState {
  style: string;
  level: number;
  counters: (number | undefined)[];
}

export class OdfBody {
  #lists: OdfLists;
  #outline: (number | undefined)[] = [];
  /** By list style: a list may go on where an earlier one ended. */
  #continued = new Map<string, (number | undefined)[]>();

  constructor(lists: OdfLists = new OdfLists()) {
    this.#lists = lists;
  }

  blocksOf(element: XmlElement, kind: ParagraphKind = "body", list?: ListState): TextBlock[] {
    switch (element.name) {
      case "text:h":
        return this.#heading(element, list);
      case "text:p":
        return this.#paragraph(element, (words) => block(words, kind));
      case "text:list":
        return this.#list(element, list);
      case "table:table":
        return this.#table(element);
      default:
        if (silent.has(element.name)) return [];
        return elementsOf(element).flatMap((child) => this.blocksOf(child, kind, list));
    }
  }

  #heading(element: XmlElement, list: ListState | undefined): TextBlock[] {
    const level = Math.max(1, Number(element.attributes["text:outline-level"] ?? 1));
    // A numbered list around a heading numbers it, and the outline does not.
    const isNumberedByList = list !== undefined && this.#lists.isNumbered(list.style, list.level);
    const isUncounted = isNumberedByList || element.attributes["text:is-list-header"] === "true";
    return this.#paragraph(element, (words) => {
      const number = isUncounted ? "" : this.#lists.next("outline", level, this.#outline);
      return heading(number === "" ? words : `${number} ${words}`, level);
    });
  }

  #paragraph(element: XmlElement, make: (words: string) => TextBlock): TextBlock[] {
    const words: string[] = [];
    const after: TextBlock[] = [];
    this.#gather(element, words, after);
    const text = words.join("");
    return plainLine(text) === "" ? after : [make(text), ...after];
  }

  #gather(element: XmlElement, words: string[], after: TextBlock[]): void {
    for (const child of element.children) {
      if (typeof child === "string") {
        words.push(child);
        continue;
      }
      switch (child.name) {
        case "text:s":
        case "text:tab":
        case "text:line-break":
          words.push(" ");
          continue;
        case "text:note":
          for (const body of elementsOf(child, "text:note-body")) {
            after.push(...this.blocksOf(body).map(({ text }) => block(text, "footnote")));
          }
          continue;
        case "draw:frame":
        case "draw:custom-shape":
        case "draw:rect":
        case "draw:g":
        case "draw:text-box":
          after.push(...this.blocksOf(child));
          continue;
        case "text:hidden-text":
          continue;
      }
      if (!silent.has(child.name)) this.#gather(child, words, after);
    }
  }

  #list(element: XmlElement, outer: ListState | undefined): TextBlock[] {
    const style = element.attributes["text:style-name"] ?? outer?.style ?? "";
    const isContinued =
      element.attributes["text:continue-numbering"] === "true" || "text:continue-list" in element.attributes;
    const counters = outer?.counters ?? (isContinued ? this.#continued.get(style) : undefined) ?? [];
    if (outer === undefined) this.#continued.set(style, counters);
    const state: ListState = { style, level: (outer?.level ?? 0) + 1, counters };
    return elementsOf(element).flatMap((item) => this.#listItem(item, state));
  }

  #listItem(item: XmlElement, state: ListState): TextBlock[] {
    const children = elementsOf(item);
    const start = item.attributes["text:start-value"];
    if (start !== undefined) state.counters[state.level] = Number(start) - 1;
    // An item that only holds a deeper list shows no number of its own.
    const isCounted = item.name === "text:list-item" && /^text:[ph]$/.test(children[0]?.name ?? "");
    const number = isCounted ? this.#lists.next(state.style, state.level, state.counters) : "";
    return children.flatMap((child, index) => {
      const blocks = this.blocksOf(child, "listItem", state);
      const [first, ...rest] = blocks;
      if (index > 0 || first === undefined || number === "") return blocks;
      return [{ ...first, text: `${number} ${first.text}` }, ...rest];
    });
  }

  #table(element: XmlElement): TextBlock[] {
    const rows = this.#rows(element);
    const cells = rows.map((row) => elementsOf(row).filter(({ name }) => /^table:(covered-)?table-cell$/.test(name)));
    const isFrame = rows.length === 1 && cells[0]?.length === 1;
    return cells.flatMap((row) => {
      const blocks = row.flatMap((cell) => {
        const inside = elementsOf(cell).flatMap((child) => this.blocksOf(child));
        const repeats = Number(cell.attributes["table:number-columns-repeated"] ?? 1);
        return Array.from({ length: Math.min(maxRepeats, Math.max(1, repeats || 1)) }, () => inside);
      });
      if (isFrame) return blocks.flat();
      const texts = blocks.map((cell) => cell.filter(({ kind }) => kind !== "footnote").map(({ text }) => text));
      const notes = blocks.flat().filter(({ kind }) => kind === "footnote");
      return [tableRow(texts.map((lines) => lines.join(" "))) ?? [], notes].flat();
    });
  }

  #rows(element: XmlElement): XmlElement[] {
    return elementsOf(element).flatMap((child) => {
      if (child.name === "table:table-row") return [child];
      return /^table:table-(header-)?rows?(-group)?$/.test(child.name) ? this.#rows(child) : [];
    });
  }
}
