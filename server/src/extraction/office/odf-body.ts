import type { ParagraphKind } from "../extracted-file.ts";
import { block, heading, normaliseLine, type TextBlock, tableRowOfBlocks } from "../text/text-block.ts";
import { formatNumber } from "./list-number.ts";
import { OdfPrints } from "./odf-prints.ts";
import { RepeatBudget } from "./repeat-budget.ts";
import { childElements, findElement, type XmlElement } from "./stream-xml.ts";

/** Deleted text, comments, phonetic guides, scripts and forms. */
const ignored = new Set([
  ...["text:tracked-changes", "office:annotation", "office:annotation-end", "text:ruby-text", "office:forms"],
  ...["text:sequence-decls", "text:variable-decls", "text:user-field-decls", "office:event-listeners"],
  ...["text:table-of-content-source", "draw:glue-point", "style:style", "office:scripts", "presentation:notes"],
  ...["table:table-column", "table:table-columns", "table:shapes", "text:list-header-source"],
]);

/** ODF has ten levels. */
const maxListLevels = 10;
/** Text before and behind a number is repeated for every item. */
const maxAffixLength = 50;

interface ListLevel {
  format: string;
  prefix: string;
  suffix: string;
  shownLevels: number;
  start: number;
}

/** Number formats of list items, by list style and level. */
export class OdfLists {
  #levels = new Map<string, ListLevel>();

  add(root: XmlElement | undefined): void {
    for (const part of ["office:styles", "office:automatic-styles"]) {
      for (const style of childElements(findElement(root, part))) {
        const isOutline = style.name === "text:outline-style";
        if (!isOutline && style.name !== "text:list-style") continue;
        const name = isOutline ? "outline" : style.attributes["style:name"];
        for (const level of childElements(style)) this.#addLevel(`${name}`, level);
      }
    }
  }

  #addLevel(name: string, { attributes }: XmlElement): void {
    this.#levels.set(`${name} ${attributes["text:level"]}`, {
      format: attributes["style:num-format"] ?? "",
      prefix: (attributes["style:num-prefix"] ?? "").slice(0, maxAffixLength),
      suffix: (attributes["style:num-suffix"] ?? "").slice(0, maxAffixLength),
      shownLevels: Math.min(maxListLevels, Number(attributes["text:display-levels"] ?? 1)),
      start: Number(attributes["text:start-value"] ?? 1),
    });
  }

  isNumbered(name: string, level: number): boolean {
    return (this.#get(name, level)?.format ?? "") !== "";
  }

  #get(name: string, level: number): ListLevel | undefined {
    return this.#levels.get(`${name} ${level}`);
  }

  /** Counts one item and returns its number; empty for bullets. */
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
  /** By list style: a list may continue an earlier one. */
  #continued = new Map<string, (number | undefined)[]>();

  #repeats: RepeatBudget;

  #prints: OdfPrints;

  constructor(lists: OdfLists = new OdfLists(), repeats = new RepeatBudget(), prints = new OdfPrints()) {
    this.#lists = lists;
    this.#repeats = repeats;
    this.#prints = prints;
  }

  get hasRepeatsLeftOut(): boolean {
    return this.#repeats.shortfalls > 0;
  }

  readBlocks(element: XmlElement, kind: ParagraphKind = "body", list?: ListState): TextBlock[] {
    switch (element.name) {
      case "text:h":
        return this.#readHeading(element, list);
      case "text:p":
        return this.#readParagraph(element, (words) => block(words, kind));
      case "text:list":
        return this.#readList(element, list);
      case "table:table":
        return this.#readTable(element);
      default:
        if (ignored.has(element.name)) return [];
        return childElements(element).flatMap((child) => this.readBlocks(child, kind, list));
    }
  }

  #readHeading(element: XmlElement, list: ListState | undefined): TextBlock[] {
    const written = Math.trunc(Number(element.attributes["text:outline-level"] ?? 1)) || 1;
    const level = Math.min(maxListLevels, Math.max(1, written));
    // A heading in a numbered list has the number of the list, not of the outline.
    const isNumberedByList = list !== undefined && this.#lists.isNumbered(list.style, list.level);
    const isUncounted = isNumberedByList || element.attributes["text:is-list-header"] === "true";
    return this.#readParagraph(element, (words) => {
      const number = isUncounted ? "" : this.#lists.next("outline", level, this.#outline);
      return heading(number === "" ? words : `${number} ${words}`, level);
    });
  }

  #readParagraph(element: XmlElement, build: (words: string) => TextBlock): TextBlock[] {
    const words: string[] = [];
    const after: TextBlock[] = [];
    this.#collect(element, words, after);
    const text = words.join("");
    return normaliseLine(text) === "" ? after : [{ ...build(text), style: this.#prints.styleOf(element) }, ...after];
  }

  #collect(element: XmlElement, words: string[], after: TextBlock[]): void {
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
          for (const body of childElements(child, "text:note-body")) {
            after.push(...this.readBlocks(body).map(({ text }) => block(text, "footnote")));
          }
          continue;
        case "draw:frame":
        case "draw:custom-shape":
        case "draw:rect":
        case "draw:g":
        case "draw:text-box":
          after.push(...this.readBlocks(child));
          continue;
        case "text:hidden-text":
          continue;
      }
      if (!ignored.has(child.name)) this.#collect(child, words, after);
    }
  }

  #readList(element: XmlElement, outer: ListState | undefined): TextBlock[] {
    const style = element.attributes["text:style-name"] ?? outer?.style ?? "";
    const isContinued =
      element.attributes["text:continue-numbering"] === "true" || "text:continue-list" in element.attributes;
    const counters = outer?.counters ?? (isContinued ? this.#continued.get(style) : undefined) ?? [];
    if (outer === undefined) this.#continued.set(style, counters);
    const state: ListState = { style, level: (outer?.level ?? 0) + 1, counters };
    return childElements(element).flatMap((item) => this.#readListItem(item, state));
  }

  #readListItem(item: XmlElement, state: ListState): TextBlock[] {
    const children = childElements(item);
    const start = item.attributes["text:start-value"];
    if (start !== undefined) state.counters[state.level] = Number(start) - 1;
    // An item with only a nested list has no number.
    const isCounted = item.name === "text:list-item" && /^text:[ph]$/.test(children[0]?.name ?? "");
    const number = isCounted ? this.#lists.next(state.style, state.level, state.counters) : "";
    return children.flatMap((child, index) => {
      const blocks = this.readBlocks(child, "listItem", state);
      const [first, ...rest] = blocks;
      if (index > 0 || first === undefined || number === "") return blocks;
      return [{ ...first, text: `${number} ${first.text}` }, ...rest];
    });
  }

  #readTable(element: XmlElement): TextBlock[] {
    const rows = this.#findRows(element);
    const cells = rows.map((row) =>
      childElements(row).filter(({ name }) => /^table:(covered-)?table-cell$/.test(name)),
    );
    const isFrame = rows.length === 1 && cells[0]?.length === 1;
    return cells.flatMap((row) => {
      const blocks = row.flatMap((cell) => {
        const inside = childElements(cell).flatMap((child) => this.readBlocks(child));
        const characters = inside.reduce((sum, { text }) => sum + text.length, 0);
        const attribute = cell.attributes["table:number-columns-repeated"];
        const repeats = inside.length === 0 ? 1 : this.#repeats.take(attribute, { cells: inside.length, characters });
        return Array.from({ length: repeats }, () => inside);
      });
      if (isFrame) return blocks.flat();
      return tableRowOfBlocks(blocks);
    });
  }

  #findRows(element: XmlElement): XmlElement[] {
    return childElements(element).flatMap((child) => {
      if (child.name === "table:table-row") return [child];
      return /^table:table-(header-)?rows?(-group)?$/.test(child.name) ? this.#findRows(child) : [];
    });
  }
}
