import type { Reader } from "../extracted-file.ts";
import { plainMarkdown } from "./markdown-inline.ts";
import { block, heading, readSections, type TextBlock, tableRow } from "./paged-text.ts";
import { decodeText, readWhole } from "./text-encoding.ts";

export const readMarkdown: Reader = async (file, limits) => {
  const text = decodeText(await readWhole(file.path, limits)).replace(/^\ufeff/, "");
  return readSections(markdownBlocks(text), limits);
};

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const atxHeading = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const listItem = /^[ \t]*(?:[-*+]|(\d{1,9}[.)]))[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$/;
const tableRule = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const note = /^ {0,3}\[\^[^\]]+\]:[ \t]*(.*)$/;
const linkTarget = /^ {0,3}\[[^\]^][^\]]*\]:[ \t]*\S+(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^)]*\)))?[ \t]*$/;

/** CommonMark's blocks with tables and notes, as far as words, headings and rows go. */
class MarkdownBlocks {
  readonly blocks: TextBlock[] = [];
  #lines: string[];
  #at = 0;
  /** The paragraph or item being gathered; following lines belong to it. */
  #open: { kind: TextBlock["kind"]; lines: string[] } | undefined;

  constructor(lines: string[]) {
    this.#lines = lines;
  }

  read(): TextBlock[] {
    while (this.#at < this.#lines.length) this.#line(this.#lines[this.#at++] ?? "");
    this.#close();
    return this.blocks;
  }

  #close(): void {
    if (this.#open === undefined) return;
    this.blocks.push(block(plainMarkdown(this.#open.lines.join(" ")), this.#open.kind));
    this.#open = undefined;
  }

  #begin(kind: TextBlock["kind"], line: string): void {
    this.#close();
    this.#open = { kind, lines: [line] };
  }

  #line(written: string): void {
    const line = written.replace(/^[ \t]*(?:>[ \t]?)+/, "");
    if (line.trim() === "") {
      this.#close();
      return;
    }
    const code = fence.exec(line);
    if (code && !(code[1]?.startsWith("`") && code[2]?.includes("`"))) {
      this.#code(code[1] ?? "```");
      return;
    }
    const marked = atxHeading.exec(line);
    if (marked) {
      this.#heading(marked[2] ?? "", marked[1]?.length ?? 1);
      return;
    }
    if (this.#open?.kind === "body" && underline.test(line)) {
      const { lines } = this.#open;
      this.#open = undefined;
      this.#heading(lines.join(" "), line.trim().startsWith("=") ? 1 : 2);
      return;
    }
    if (rule.test(line)) {
      this.#close();
      return;
    }
    if (this.#isTable(line)) {
      this.#table(line);
      return;
    }
    const item = listItem.exec(line);
    if (item) {
      this.#begin("listItem", item[1] ? `${item[1]} ${item[2]}` : (item[2] ?? ""));
      return;
    }
    const noted = note.exec(line);
    if (noted) {
      this.#begin("footnote", noted[1] ?? "");
      return;
    }
    if (linkTarget.test(line)) {
      this.#close();
      return;
    }
    if (this.#open === undefined) this.#begin("body", line);
    else this.#open.lines.push(line.trim());
  }

  #heading(text: string, level: number): void {
    this.#close();
    this.blocks.push(heading(plainMarkdown(text), level));
  }

  /** Code stands line by line, exactly as it is written. */
  #code(mark: string): void {
    this.#close();
    const end = new RegExp(`^ {0,3}(?:> ?)*${mark[0] === "~" ? "~" : "`"}{${mark.length},}[ \\t]*$`);
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at++] ?? "";
      if (end.test(line)) return;
      this.blocks.push(block(line));
    }
  }

  #isTable(line: string): boolean {
    const next = this.#lines[this.#at]?.replace(/^[ \t]*(?:>[ \t]?)+/, "");
    return line.includes("|") && next?.includes("-") === true && tableRule.test(next) && next.includes("|");
  }

  #table(first: string): void {
    this.#close();
    this.#row(first);
    this.#at += 1;
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at]?.replace(/^[ \t]*(?:>[ \t]?)+/, "") ?? "";
      if (line.trim() === "" || !line.includes("|")) return;
      this.#row(line);
      this.#at += 1;
    }
  }

  #row(line: string): void {
    const cells = line
      .trim()
      .replace(/^\|/, "")
      .replace(/(?<!\\)\|$/, "")
      .split(/(?<!\\)\|/);
    const found = tableRow(cells.map((cell) => plainMarkdown(cell.replaceAll("\\|", "|"))));
    if (found !== undefined) this.blocks.push(found);
  }
}

export function markdownBlocks(text: string): { blocks: TextBlock[]; title: string | undefined } {
  const lines = withoutComments(text).split(/\r\n|\n|\r/);
  const [properties, body] = splitProperties(lines);
  const blocks = new MarkdownBlocks(body).read();
  const stated = properties.map((line) => /^title:[ \t]*["']?(.*?)["']?[ \t]*$/i.exec(line)?.[1]).find(Boolean);
  const first = blocks.find(({ kind, level }) => kind === "heading" && level === 1);
  return { blocks: [...properties.map((line) => block(line)), ...blocks], title: stated ?? first?.text };
}

/** Comments are not shown; in code they are words like any other. */
function withoutComments(text: string): string {
  if (!text.includes("<!--")) return text;
  return text.replace(
    /^( {0,3}(`{3,}|~{3,}).*\n[\s\S]*?\n {0,3}\2)|<!--[\s\S]*?(?:-->|$(?![\s\S]))/gm,
    (whole, code?: string) => (code === undefined ? "" : whole),
  );
}

/** Properties between two lines of dashes at the very top. */
function splitProperties(lines: string[]): [properties: string[], body: string[]] {
  if (lines[0]?.trimEnd() !== "---") return [[], lines];
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)[ \t]*$/.test(line));
  const properties = lines.slice(1, Math.max(1, end));
  const isProperties =
    end > 0 && properties.every((line) => /^([\w-]+[ \t]*:|[ \t]|#|-[ \t])/.test(line) || line === "");
  return isProperties ? [properties, lines.slice(end + 1)] : [[], lines];
}
