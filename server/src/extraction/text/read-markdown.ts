import type { Reader } from "../extracted-file.ts";
import { readSections } from "./paged-text.ts";
import { stripMarkdown } from "./strip-markdown.ts";
import { block, heading, type TextBlock, tableRow } from "./text-block.ts";
import { decodeText, readWholeFile } from "./text-encoding.ts";

export const readMarkdown: Reader = async (file, limits) => {
  const text = decodeText(await readWholeFile(file.path, limits)).replace(/^\ufeff/, "");
  return readSections(parseMarkdown(text), limits);
};

const fence = /^ {0,3}(`{3,}|~{3,})(.*)/s;
const atxHeading = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const listItem = /^[ \t]*(?:[-*+]|(\d{1,9}[.)]))[ \t]+(?:\[[ xX]\][ \t]+)?(.*)/s;
/** Of a line without its first and last bar. */
const tableRule = /^[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*$/;
const footnote = /^ {0,3}\[\^[^\]]+\]:[ \t]*(.*)/s;
const linkTarget = /^ {0,3}\[[^\]^][^\]]*\]:[ \t]*\S+(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^)]*\)))?[ \t]*$/;

/** Longer paragraphs are no headings, however they are printed. */
const maxBoldCharacters = 300;

function stripQuoteMarkers(line: string): string {
  return line.replace(/^[ \t]*(?:>[ \t]?)+/, "");
}

/** "Title ##" is "Title". */
function removeClosingMarks(title: string): string {
  const text = title.trim();
  const marks = /(?<!#)#+$/.exec(text)?.index ?? text.length;
  return marks === 0 || /[ \t]/.test(text.charAt(marks - 1)) ? text.slice(0, marks) : text;
}

function removeOuterBars(line: string): string {
  return line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
}

/** "**1. Scope**", and "1. **Scope**" in a list. */
function isWhollyBold(text: string): boolean {
  const words = text.replace(/^(?:\d{1,9}[.)]|[•–-])\s+/, "");
  return words.length <= maxBoldCharacters && (/^\*\*[^*]+\*\*:?$/.test(words) || /^__[^_]+__:?$/.test(words));
}

/** CommonMark blocks with tables and footnotes. */
class MarkdownParser {
  readonly blocks: TextBlock[] = [];
  #lines: string[];
  #at = 0;
  /** The current paragraph or item; further lines are added to it. */
  #open: { kind: TextBlock["kind"]; lines: string[] } | undefined;

  constructor(lines: string[]) {
    this.#lines = lines;
  }

  read(): TextBlock[] {
    while (this.#at < this.#lines.length) this.#readLine(this.#lines[this.#at++] ?? "");
    this.#close();
    return this.blocks;
  }

  #close(): void {
    if (this.#open === undefined) return;
    const text = this.#open.lines.join(" ").trim();
    const found = block(stripMarkdown(text), this.#open.kind);
    this.blocks.push(isWhollyBold(text) ? { ...found, style: { isBold: true } } : found);
    this.#open = undefined;
  }

  #startBlock(kind: TextBlock["kind"], line: string): void {
    this.#close();
    this.#open = { kind, lines: [line] };
  }

  #readLine(raw: string): void {
    const line = stripQuoteMarkers(raw);
    if (line.trim() === "") {
      this.#close();
      return;
    }
    const code = fence.exec(line);
    if (code && !(code[1]?.startsWith("`") && code[2]?.includes("`"))) {
      this.#readCode(code[1] ?? "```");
      return;
    }
    const title = atxHeading.exec(line);
    if (title) {
      this.#addHeading(removeClosingMarks(title[2] ?? ""), title[1]?.length ?? 1);
      return;
    }
    if (this.#canBeUnderlined() && underline.test(line)) {
      const lines = this.#open?.lines ?? [];
      this.#open = undefined;
      this.#addHeading(lines.join(" "), line.trim().startsWith("=") ? 1 : 2);
      return;
    }
    if (rule.test(line)) {
      this.#close();
      return;
    }
    if (this.#isTable(line)) {
      this.#readTable(line);
      return;
    }
    const item = listItem.exec(line);
    if (item) {
      this.#startBlock("listItem", item[1] ? `${item[1]} ${item[2]}` : (item[2] ?? ""));
      return;
    }
    const note = footnote.exec(line);
    if (note) {
      this.#startBlock("footnote", note[1] ?? "");
      return;
    }
    if (linkTarget.test(line)) {
      this.#close();
      return;
    }
    if (this.#open === undefined) this.#startBlock("body", line);
    else this.#open.lines.push(line.trim());
  }

  /** "1. Scope" above a line of dashes is a heading: CommonMark sees a list of one item and a rule, which nobody means. */
  #canBeUnderlined(): boolean {
    const { kind, lines = [] } = this.#open ?? {};
    return kind === "body" || (kind === "listItem" && lines.length === 1);
  }

  #addHeading(text: string, level: number): void {
    this.#close();
    this.blocks.push(heading(stripMarkdown(text), level));
  }

  /** Each line of code is a paragraph, unchanged. */
  #readCode(fenceMarker: string): void {
    this.#close();
    const end = new RegExp(`^ {0,3}(?:> ?)*${fenceMarker[0] === "~" ? "~" : "`"}{${fenceMarker.length},}[ \\t]*$`);
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at++] ?? "";
      if (end.test(line)) return;
      this.blocks.push(block(line));
    }
  }

  #isTable(line: string): boolean {
    const next = stripQuoteMarkers(this.#lines[this.#at] ?? "");
    return line.includes("|") && next.includes("-") && next.includes("|") && tableRule.test(removeOuterBars(next));
  }

  #readTable(first: string): void {
    this.#close();
    this.#addRow(first);
    this.#at += 1;
    while (this.#at < this.#lines.length) {
      const line = stripQuoteMarkers(this.#lines[this.#at] ?? "");
      if (line.trim() === "" || !line.includes("|")) return;
      this.#addRow(line);
      this.#at += 1;
    }
  }

  #addRow(line: string): void {
    const cells = removeOuterBars(line).split(/(?<!\\)\|/);
    const found = tableRow(cells.map((cell) => stripMarkdown(cell.replaceAll("\\|", "|"))));
    if (found !== undefined) this.blocks.push(found);
  }
}

export function parseMarkdown(text: string): { blocks: TextBlock[]; title: string | undefined } {
  const lines = removeComments(text).split(/\r\n|\n|\r/);
  const [frontMatter, body] = splitFrontMatter(lines);
  const blocks = new MarkdownParser(body).read();
  const declared = frontMatter
    .filter((line) => /^title:/i.test(line))
    .map((line) => line.slice("title:".length).trim().replace(/^["']/, "").replace(/["']$/, ""))
    .find(Boolean);
  const first = blocks.find(({ kind, level }) => kind === "heading" && level === 1);
  return { blocks: [...frontMatter.map((line) => block(line)), ...blocks], title: declared ?? first?.text };
}

/** Removes HTML comments, except in code. An unclosed comment and unclosed code extend to the end. */
function removeComments(text: string): string {
  if (!text.includes("<!--")) return text;
  const start = /^ {0,3}(`{3,}|~{3,})|<!--/gm;
  let kept = "";
  let at = 0;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const [, marker] = match;
    if (marker === undefined) {
      kept += text.slice(at, match.index);
      const end = text.indexOf("-->", start.lastIndex);
      at = end === -1 ? text.length : end + "-->".length;
      start.lastIndex = at;
    } else if (!(marker.startsWith("`") && /^[^\n`]*`/.test(text.slice(start.lastIndex)))) {
      const end = new RegExp(`^ {0,3}${marker}`, "gm");
      end.lastIndex = start.lastIndex;
      start.lastIndex = end.exec(text) === null ? text.length : end.lastIndex;
    }
  }
  return kept + text.slice(at);
}

/** Front matter is between two lines of dashes at the top. */
function splitFrontMatter(lines: string[]): [frontMatter: string[], body: string[]] {
  if (lines[0]?.trimEnd() !== "---") return [[], lines];
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)[ \t]*$/.test(line));
  const frontMatter = lines.slice(1, Math.max(1, end));
  const isFrontMatter =
    end > 0 && frontMatter.every((line) => /^([\w-]+[ \t]*:|[ \t]|#|-[ \t])/.test(line) || line === "");
  return isFrontMatter ? [frontMatter, lines.slice(end + 1)] : [[], lines];
}
