import { type DefaultTreeAdapterTypes, parse } from "parse5";
import type { ParagraphKind } from "../extracted-file.ts";
import { formatNumber } from "../office/list-number.ts";
import { block, heading, plainLine, type TextBlock, tableRow } from "./paged-text.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Never shown, or shown only by a program. */
const unseen = new Set([
  ...["head", "script", "style", "template", "noscript", "iframe", "object", "embed", "audio", "video", "canvas"],
  ...["datalist", "annotation", "defs", "metadata", "desc", "title", "map", "frameset", "rt", "rp", "area"],
]);

const breaksLine = new Set([
  ...[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
  ],
  ...["dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header"],
  ...["hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre", "search"],
  ...["section", "select", "summary", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "tr", "ul"],
]);

const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

/** By what the element says itself: style sheets and scripts are not run. */
function isHidden(element: Element): boolean {
  if (unseen.has(element.tagName)) return true;
  const hidden = attributeOf(element, "hidden");
  if (hidden !== undefined && hidden.toLowerCase() !== "until-found") return true;
  if (element.tagName === "dialog" && attributeOf(element, "open") === undefined) return true;
  const style = attributeOf(element, "style")?.replace(/\/\*.*?\*\//g, "") ?? "";
  return /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|(opacity|font-size)\s*:\s*0[a-z%]*\s*(!|;|$))/i.test(
    style,
  );
}

const isElement = (node: Node): node is Element => "tagName" in node;

/** Work that waits: a node to be read, or what is to be done when an element ends. */
type Waiting = Node | (() => void);

/** Pages nest without end; a loop with its own stack never runs out of the program's. */
function walk(
  root: Node[],
  visit: (element: Element) => (() => void) | undefined | false,
  onText: (text: string) => void,
) {
  const waiting: Waiting[] = root.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === "function") next();
    else if (next.nodeName === "#text") onText((next as DefaultTreeAdapterTypes.TextNode).value);
    else if (isElement(next) && !isHidden(next)) {
      const onEnd = visit(next);
      if (onEnd === false) continue;
      if (onEnd !== undefined) waiting.push(onEnd);
      for (let index = next.childNodes.length - 1; index >= 0; index--) {
        const child = next.childNodes[index];
        if (child !== undefined) waiting.push(child);
      }
    }
  }
}

/**
 * Tables that are rows of data. Mails and old pages use tables for their layout; those hold other tables or headings, or
 * have one column, and are read as the text they lay out.
 */
function dataTables(root: Node[]): Set<Element> {
  const data = new Set<Element>();
  const layout = new Set<Element>();
  const open: { table: Element; cells: number }[] = [];
  const visit = (element: Element): (() => void) | undefined => {
    const around = open.at(-1);
    if (around !== undefined && /^(table|h[1-6])$/.test(element.tagName)) layout.add(around.table);
    if (around !== undefined && element.tagName === "tr") around.cells = 0;
    if (around !== undefined && /^t[dh]$/.test(element.tagName) && ++around.cells > 1) data.add(around.table);
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

class HtmlBlocks {
  readonly blocks: TextBlock[] = [];
  #dataTables: Set<Element>;
  #words: string[] = [];
  #kind: ParagraphKind = "body";
  #level = 1;
  #prefix = "";
  #lists: (OpenList | undefined)[] = [];
  #preformatted = 0;
  /** The row being read; words go into its last cell. */
  #row: string[][] | undefined;

  constructor(data: Set<Element>) {
    this.#dataTables = data;
  }

  /** Ends a paragraph. In a cell, it only parts words. */
  flush(): void {
    if (this.#row !== undefined) {
      this.#row.at(-1)?.push(" ");
      return;
    }
    // Two line breaks in a row part paragraphs, as writers mean them to.
    const lines = this.#words.join("").split(/\n[ \t]*\n\s*/);
    this.#words = [];
    for (const line of lines) {
      if (plainLine(line) === "") continue;
      const text = this.#prefix + line;
      this.#prefix = "";
      this.blocks.push(this.#kind === "heading" ? heading(text, this.#level) : block(text, this.#kind));
    }
  }

  text(text: string): void {
    const words = this.#preformatted > 0 ? text.replace(/\r?\n/g, "\n\n") : text.replace(/[ \t\r\n\f]+/g, " ");
    this.#push(words);
  }

  #push(words: string): void {
    (this.#row?.at(-1) ?? this.#words).push(words);
  }

  enter(element: Element): (() => void) | undefined {
    const { tagName } = element;
    if (tagName === "br") this.#push(this.#preformatted > 0 ? "\n\n" : "\n");
    if (!breaksLine.has(tagName)) return undefined;
    this.flush();
    const end = this.#open(element);
    return () => {
      this.flush();
      end?.();
    };
  }

  #open(element: Element): (() => void) | undefined {
    const { tagName } = element;
    if (/^h[1-6]$/.test(tagName)) return this.#as("heading", Number(tagName[1]));
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
        return this.#list(undefined);
      case "ol":
        return this.#list({
          format: attributeOf(element, "type") ?? "1",
          next: Number.parseInt(attributeOf(element, "start") ?? "1", 10) || 1,
        });
      case "li":
        return this.#item(element);
      case "tr":
        return this.#tableRow(element);
      case "td":
      case "th":
        this.#row?.push([]);
    }
    return undefined;
  }

  #as(kind: ParagraphKind, level = 1): () => void {
    const before = { kind: this.#kind, level: this.#level };
    this.#kind = kind;
    this.#level = level;
    return () => {
      this.#kind = before.kind;
      this.#level = before.level;
      this.#prefix = "";
    };
  }

  #list(list: OpenList | undefined): () => void {
    this.#lists.push(list);
    return () => this.#lists.pop();
  }

  #item(element: Element): () => void {
    const list = this.#lists.at(-1);
    const end = this.#as("listItem");
    if (list !== undefined) {
      const number = Number.parseInt(attributeOf(element, "value") ?? "", 10) || list.next;
      list.next = number + 1;
      this.#prefix = `${formatNumber(number, list.format)}. `;
    }
    return end;
  }

  #tableRow(row: Element): (() => void) | undefined {
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

export function htmlBlocks(html: string): HtmlText {
  const { childNodes } = parse(html, { scriptingEnabled: false });
  const made = new HtmlBlocks(dataTables(childNodes));
  walk(
    childNodes,
    (element) => made.enter(element),
    (text) => made.text(text),
  );
  made.flush();
  return { title: titleOf(childNodes), blocks: made.blocks };
}

function titleOf(root: Node[]): string | undefined {
  const html = root.filter(isElement).find(({ tagName }) => tagName === "html");
  const head = html?.childNodes.filter(isElement).find(({ tagName }) => tagName === "head");
  const title = head?.childNodes.filter(isElement).find(({ tagName }) => tagName === "title");
  return title?.childNodes.map((node) => ("value" in node ? node.value : "")).join("");
}
