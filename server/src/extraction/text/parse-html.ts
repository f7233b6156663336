import type { DefaultTreeAdapterTypes } from "parse5";
import type { ParagraphKind } from "../extracted-file.ts";
import { formatNumber } from "../office/list-number.ts";
import { parseTree } from "./html-tree.ts";
import { block, heading, normaliseLine, type TextBlock, tableRow } from "./text-block.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements without visible text. */
const invisible = new Set([
  ...["head", "script", "style", "template", "noscript", "iframe", "object", "embed", "audio", "video", "canvas"],
  ...["datalist", "annotation", "defs", "metadata", "desc", "title", "map", "frameset", "rt", "rp", "area"],
]);

const blockElements = new Set([
  ...["address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir"],
  ...[
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
  ],
  ...["hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre", "search"],
  ...["section", "select", "summary", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "tr", "ul"],
]);

const findAttribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

/** Considers the element's own attributes; style sheets and scripts are not evaluated. */
function isHidden(element: Element): boolean {
  if (invisible.has(element.tagName)) return true;
  const hidden = findAttribute(element, "hidden");
  if (hidden !== undefined && hidden.toLowerCase() !== "until-found") return true;
  if (element.tagName === "dialog" && findAttribute(element, "open") === undefined) return true;
  const style = removeStyleComments(findAttribute(element, "style") ?? "");
  return /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|(opacity|font-size)\s*:\s*0[a-z%]*\s*(!|;|$))/i.test(
    style,
  );
}

/** An unclosed comment extends to the end. */
function removeStyleComments(style: string): string {
  const [first = "", ...comments] = style.split("/*");
  return first + comments.map((one) => (one.includes("*/") ? one.slice(one.indexOf("*/") + 2) : "")).join("");
}

const isElement = (node: Node): node is Element => "tagName" in node;

/** A node to visit, or a function to call at the end of an element. */
type Pending = Node | (() => void);

/** Uses a stack of its own, because pages may be nested deeper than the call stack allows. */
function walk(
  root: Node[],
  visit: (element: Element) => (() => void) | undefined | false,
  onText: (text: string) => void,
) {
  const pending: Pending[] = root.toReversed();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "function") next();
    else if (next.nodeName === "#text") onText((next as DefaultTreeAdapterTypes.TextNode).value);
    else if (isElement(next) && !isHidden(next)) {
      const onEnd = visit(next);
      if (onEnd === false) continue;
      if (onEnd !== undefined) pending.push(onEnd);
      for (let index = next.childNodes.length - 1; index >= 0; index--) {
        const child = next.childNodes[index];
        if (child !== undefined) pending.push(child);
      }
    }
  }
}

/**
 * Finds the tables with data. Emails and old pages use tables for layout: such a table contains other tables or headings, or
 * has one column, and is read as plain text.
 */
function findDataTables(root: Node[]): Set<Element> {
  const data = new Set<Element>();
  const layout = new Set<Element>();
  const open: { table: Element; cells: number }[] = [];
  const visit = (element: Element): (() => void) | undefined => {
    const current = open.at(-1);
    if (current !== undefined && /^(table|h[1-6])$/.test(element.tagName)) layout.add(current.table);
    if (current !== undefined && element.tagName === "tr") current.cells = 0;
    if (current !== undefined && /^t[dh]$/.test(element.tagName) && ++current.cells > 1) data.add(current.table);
    if (element.tagName !== "table") return undefined;
    open.push({ table: element, cells: 0 });
    return () => open.pop();
  };
  walk(root, visit, () => undefined);
  return data.difference(layout);
}

interface OpenList {
  format: string;
  next: number;
}

export interface HtmlText {
  title: string | undefined;
  blocks: TextBlock[];
}

class HtmlBlockBuilder {
  readonly blocks: TextBlock[] = [];
  #dataTables: Set<Element>;
  #words: string[] = [];
  #kind: ParagraphKind = "body";
  #level = 1;
  #prefix = "";
  #lists: (OpenList | undefined)[] = [];
  #preformatted = 0;
  /** Open elements that print bold letters. */
  #bold = 0;
  #hasThinLetters = false;
  /** The current row; words are added to its last cell. */
  #row: string[][] | undefined;

  constructor(data: Set<Element>) {
    this.#dataTables = data;
  }

  /** Ends a paragraph. In a cell it only separates words. */
  flush(): void {
    if (this.#row !== undefined) {
      this.#row.at(-1)?.push(" ");
      return;
    }
    // Two consecutive line breaks separate paragraphs.
    const lines = this.#words.join("").split(/\n[ \t]*\n\s*/);
    const isBold = !this.#hasThinLetters;
    this.#words = [];
    this.#hasThinLetters = false;
    for (const line of lines) {
      if (normaliseLine(line) === "") continue;
      const text = this.#prefix + line;
      this.#prefix = "";
      if (this.#kind === "heading") this.blocks.push(heading(text, this.#level));
      else this.blocks.push({ ...block(text, this.#kind), ...(isBold && { style: { isBold } }) });
    }
  }

  text(text: string): void {
    const words = this.#preformatted > 0 ? text.replace(/\r?\n/g, "\n\n") : text.replace(/[ \t\r\n\f]+/g, " ");
    this.#push(words);
  }

  #push(words: string): void {
    if (this.#bold === 0 && /[\p{L}\p{N}]/u.test(words)) this.#hasThinLetters = true;
    (this.#row?.at(-1) ?? this.#words).push(words);
  }

  enter(element: Element): (() => void) | undefined {
    const { tagName } = element;
    if (tagName === "br") this.#push(this.#preformatted > 0 ? "\n\n" : "\n");
    if (/^(?:b|strong)$/.test(tagName)) {
      this.#bold += 1;
      return () => {
        this.#bold -= 1;
      };
    }
    if (!blockElements.has(tagName)) return undefined;
    this.flush();
    const end = this.#open(element);
    return () => {
      this.flush();
      end?.();
    };
  }

  #open(element: Element): (() => void) | undefined {
    const { tagName } = element;
    if (/^h[1-6]$/.test(tagName)) return this.#setKind("heading", Number(tagName[1]));
    switch (tagName) {
      case "pre":
      case "textarea":
        this.#preformatted += 1;
        return () => {
          this.#preformatted -= 1;
        };
      case "ul":
      case "menu":
      case "dir":
        return this.#openList(undefined);
      case "ol":
        return this.#openList({
          format: findAttribute(element, "type") ?? "1",
          next: Number.parseInt(findAttribute(element, "start") ?? "1", 10) || 1,
        });
      case "li":
        return this.#openItem(element);
      case "tr":
        return this.#openRow(element);
      case "td":
      case "th":
        this.#row?.push([]);
    }
    return undefined;
  }

  #setKind(kind: ParagraphKind, level = 1): () => void {
    const before = { kind: this.#kind, level: this.#level };
    this.#kind = kind;
    this.#level = level;
    return () => {
      this.#kind = before.kind;
      this.#level = before.level;
      this.#prefix = "";
    };
  }

  #openList(list: OpenList | undefined): () => void {
    this.#lists.push(list);
    return () => this.#lists.pop();
  }

  #openItem(element: Element): () => void {
    const list = this.#lists.at(-1);
    const end = this.#setKind("listItem");
    if (list !== undefined) {
      const number = Number.parseInt(findAttribute(element, "value") ?? "", 10) || list.next;
      list.next = number + 1;
      this.#prefix = `${formatNumber(number, list.format)}. `;
    }
    return end;
  }

  #openRow(row: Element): (() => void) | undefined {
    let table: DefaultTreeAdapterTypes.ParentNode | null = row.parentNode;
    while (table !== null && "tagName" in table && table.tagName !== "table") table = table.parentNode;
    if (this.#row !== undefined || table === null || !this.#dataTables.has(table as Element)) return undefined;
    const cells: string[][] = [];
    this.#row = cells;
    return () => {
      this.#row = undefined;
      const found = tableRow(cells.map((words) => words.join("")));
      if (found !== undefined) this.blocks.push(found);
    };
  }
}

export function parseHtml(html: string): HtmlText {
  const { childNodes } = parseTree(html);
  const builder = new HtmlBlockBuilder(findDataTables(childNodes));
  walk(
    childNodes,
    (element) => builder.enter(element),
    (text) => builder.text(text),
  );
  builder.flush();
  return { title: findTitle(childNodes), blocks: builder.blocks };
}

function findTitle(root: Node[]): string | undefined {
  const html = root.filter(isElement).find(({ tagName }) => tagName === "html");
  const head = html?.childNodes.filter(isElement).find(({ tagName }) => tagName === "head");
  const title = head?.childNodes.filter(isElement).find(({ tagName }) => tagName === "title");
  return title?.childNodes.map((node) => ("value" in node ? node.value : "")).join("");
}
