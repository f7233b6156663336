import {
  type ExtractedPage,
  type FileFacts,
  type Paragraph,
  type ParagraphKind,
  type ReadFile,
  type ReadLimits,
  UnreadableFile,
} from "../extracted-file.ts";
import { detectLanguage } from "./detect-language.ts";
import { shorten } from "./shorten.ts";

/** A paragraph as a format's reader finds it, before it has its place on a page. */
export interface TextBlock {
  text: string;
  kind: ParagraphKind;
  /** Of a heading: 1 is the outermost, 0 the title of the document itself. */
  level?: number;
}

export const block = (text: string, kind: ParagraphKind = "body"): TextBlock => ({ text, kind });

export const heading = (text: string, level: number): TextBlock => ({ text, kind: "heading", level });

/** A row of a table as a person reads it. Undefined where it says nothing. */
export function tableRow(cells: string[]): TextBlock | undefined {
  const words = cells.map(plainLine);
  while (words.at(-1) === "") words.pop();
  return words.length === 0 ? undefined : block(words.join(" | "), "tableRow");
}

/**
 * One line: every run of white space is one space, soft hyphens and characters nobody sees are gone. A zero byte or half
 * a surrogate pair could not even be stored.
 */
export function plainLine(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
      .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b\u2060\ufeff]/g, "")
      .replace(/[\s\u0085]+/g, " ")
      .trim()
  );
}

/** Every paragraph carries its headings: where whole clauses are set as headings, all of their words would multiply. */
const longestHeading = 300;

/** The headings a paragraph stands under, kept from page to page. */
export class HeadingPath {
  #headings: { text: string; level: number }[] = [];

  enter(text: string, level: number): void {
    while ((this.#headings.at(-1)?.level ?? -1) >= level) this.#headings.pop();
    this.#headings.push({ text: shorten(text, longestHeading), level });
  }

  get texts(): string[] {
    return this.#headings.map(({ text }) => text);
  }
}

export interface PageParts {
  number: number;
  label: string;
  blocks: Iterable<TextBlock>;
  path?: HeadingPath;
}

export function toPage({ number, label, blocks, path = new HeadingPath() }: PageParts): ExtractedPage {
  const lines: string[] = [];
  const paragraphs: Paragraph[] = [];
  let length = 0;
  for (const { text, kind, level } of blocks) {
    // Rows are made of lines already; a cell at their end may be empty on purpose.
    const line = plainLine(text);
    if (line === "") continue;
    if (kind === "heading") path.enter(line, level ?? 1);
    const start = length === 0 ? 0 : length + 1;
    length = start + line.length;
    lines.push(line);
    // What is repeated on every page stands under no heading.
    const headingPath = kind === "header" || kind === "footer" ? [] : path.texts;
    paragraphs.push({ start, end: length, kind, headingPath });
  }
  return { number, label, text: lines.join("\n"), paragraphs };
}

/**
 * Where the sections of a text begin. They are those of its outermost headings; but a single heading over everything is
 * a title, and then the headings below it count. What stands before the first one belongs to section 1, so that "section
 * 3" is the third heading a person sees.
 */
function sectionStarts(blocks: TextBlock[]): number[] {
  const counts = new Map<number, number>();
  for (const { kind, level = 1 } of blocks) if (kind === "heading") counts.set(level, (counts.get(level) ?? 0) + 1);
  const levels = [...counts.keys()].sort((a, b) => a - b);
  const splitLevel = levels.find((level) => (counts.get(level) ?? 0) > 1);
  if (splitLevel === undefined) return [0];
  const isOuter = (index: number): boolean => {
    const { kind, level = 1 } = blocks[index] ?? {};
    return kind === "heading" && level < splitLevel;
  };
  const starts = blocks.flatMap(({ kind, level = 1 }, index) => {
    if (kind !== "heading" || level !== splitLevel) return [];
    // An outer heading directly above one begins the section together with it.
    let start = index;
    while (isOuter(start - 1)) start -= 1;
    return [start];
  });
  return [0, ...starts.slice(1)];
}

function sectionsOf(blocks: TextBlock[]): TextBlock[][] {
  const starts = sectionStarts(blocks);
  return starts.map((start, index) => blocks.slice(start, starts[index + 1]));
}

/** Enough to tell a language by. */
const languageSampleLength = 20_000;

function languageOf(texts: Iterable<string>): string | undefined {
  let sample = "";
  for (const text of texts) {
    sample += `${text}\n`;
    if (sample.length >= languageSampleLength) break;
  }
  return detectLanguage(sample);
}

/** A file without pages of its own: its pages are its sections. */
export function readSections(
  { blocks, title }: { blocks: TextBlock[]; title?: string | undefined },
  limits: ReadLimits,
): ReadFile {
  const spoken = blocks.filter(({ text }) => plainLine(text) !== "");
  if (spoken.length === 0) throw new UnreadableFile("The file has no text.");
  const sections = sectionsOf(spoken);
  if (sections.length > limits.maxPages) throw tooManyPages("sections", limits);
  return {
    facts: factsOf(
      sections.length,
      title,
      languageOf(
        spoken
          .values()
          .filter(({ kind }) => kind !== "header" && kind !== "footer")
          .map(({ text }) => text),
      ),
    ),
    async *pages(firstPage) {
      const path = new HeadingPath();
      for (const [index, section] of sections.entries()) {
        const page = toPage({ number: index + 1, label: `section ${index + 1}`, blocks: section, path });
        if (page.number >= firstPage) yield page;
      }
    },
    async close() {},
  };
}

export function tooManyPages(parts: string, limits: ReadLimits): UnreadableFile {
  return new UnreadableFile(`The file has more than ${limits.maxPages.toLocaleString("en")} pages (${parts}).`);
}

function factsOf(pageCount: number, title?: string, language?: string): FileFacts {
  const line = plainLine(title ?? "");
  return { pageCount, ...(line !== "" && { title: line }), ...(language !== undefined && { language }) };
}

/**
 * Parts that are read one at a time (slides, sheets). The first ones are read ahead for the language, and to find out
 * whether there are any words at all.
 */
export async function readParts(
  source: {
    count: number;
    title?: string | undefined;
    page(number: number): Promise<ExtractedPage>;
    close(): Promise<void>;
  },
  parts: string,
  limits: ReadLimits,
): Promise<ReadFile> {
  if (source.count === 0) throw new UnreadableFile(`The file has no ${parts}.`);
  if (source.count > limits.maxPages) throw tooManyPages(parts, limits);
  const ahead = new Map<number, ExtractedPage>();
  let length = 0;
  for (let number = 1; number <= source.count && length < languageSampleLength; number++) {
    const page = await source.page(number);
    ahead.set(number, page);
    length += page.text.length;
  }
  if (length === 0) throw new UnreadableFile("The file has no text.");
  return {
    facts: factsOf(
      source.count,
      source.title,
      languageOf(ahead.values().map(({ text }) => text.slice(0, languageSampleLength))),
    ),
    async *pages(firstPage) {
      for (let number = Math.max(1, firstPage); number <= source.count; number++) {
        const page = ahead.get(number) ?? (await source.page(number));
        ahead.delete(number);
        yield page;
      }
    },
    close: () => source.close(),
  };
}
