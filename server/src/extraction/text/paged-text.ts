import {
  type ExtractedPage,
  type FileFacts,
  type Paragraph,
  type ReadFile,
  type ReadLimits,
  UnreadableFile,
} from "../extracted-file.ts";
import { recogniseHeadings } from "../structure/recognise-headings.ts";
import { detectLanguage, languageSampleCharacters } from "./detect-language.ts";
import { shorten } from "./shorten.ts";
import { normaliseLine, type TextBlock } from "./text-block.ts";

/** Every paragraph repeats its headings, and some documents format whole clauses as headings. */
const maxHeadingCharacters = 300;

/** Word has nine levels and a title. A file may write any number, and every paragraph repeats the headings above it. */
const maxHeadingLevel = 9;

/** The headings above the current paragraph, carried from page to page. */
export class HeadingPath {
  #headings: { text: string; level: number }[] = [];

  enter(text: string, writtenLevel: number): void {
    const level = Math.max(0, Math.min(maxHeadingLevel, Math.trunc(writtenLevel) || 0));
    while ((this.#headings.at(-1)?.level ?? -1) >= level) this.#headings.pop();
    this.#headings.push({ text: shorten(text, maxHeadingCharacters), level });
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
    const line = normaliseLine(text);
    if (line === "") continue;
    if (kind === "heading") path.enter(line, level ?? 1);
    const start = length === 0 ? 0 : length + 1;
    length = start + line.length;
    lines.push(line);
    const headingPath = kind === "header" || kind === "footer" ? [] : path.texts;
    paragraphs.push({ start, end: length, kind, headingPath });
  }
  return { number, label, text: lines.join("\n"), paragraphs };
}

/**
 * Finds where sections begin: at the outermost headings, or one level deeper if there is a single outermost heading, which
 * is the title. Text before the first heading belongs to section 1, so that "section 3" is the third heading.
 */
function findSectionStarts(blocks: TextBlock[]): number[] {
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
    // An outer heading directly above belongs to the section.
    let start = index;
    while (isOuter(start - 1)) start -= 1;
    return [start];
  });
  return [0, ...starts.slice(1)];
}

function splitIntoSections(blocks: TextBlock[]): TextBlock[][] {
  const starts = findSectionStarts(blocks);
  return starts.map((start, index) => blocks.slice(start, starts[index + 1]));
}

function detectLanguageOf(texts: Iterable<string>): string | undefined {
  let sample = "";
  for (const text of texts) {
    sample += `${text}\n`;
    if (sample.length >= languageSampleCharacters) break;
  }
  return detectLanguage(sample);
}

/** For formats without pages: each section is a page. */
export function readSections(
  { blocks, title }: { blocks: TextBlock[]; title?: string | undefined },
  limits: ReadLimits,
): ReadFile {
  const nonEmpty = recogniseHeadings(blocks.filter(({ text }) => normaliseLine(text) !== ""));
  if (nonEmpty.length === 0) throw new UnreadableFile("The file has no text.");
  const sections = splitIntoSections(nonEmpty);
  if (sections.length > limits.maxPages) throw tooManyPagesError("sections", limits);
  return {
    facts: buildFacts(
      sections.length,
      title,
      detectLanguageOf(
        nonEmpty
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

export function tooManyPagesError(parts: string, limits: ReadLimits): UnreadableFile {
  return new UnreadableFile(`The file has more than ${limits.maxPages.toLocaleString("en")} pages (${parts}).`);
}

function buildFacts(pageCount: number, title?: string, language?: string): FileFacts {
  const line = normaliseLine(title ?? "");
  return { pageCount, ...(line !== "" && { title: line }), ...(language !== undefined && { language }) };
}

/** For slides and sheets, which are read one by one. The first ones are read ahead to detect the language and empty files. */
export async function readParts(
  {
    pages,
    title,
    close,
  }: { pages: (() => Promise<ExtractedPage>)[]; title?: string | undefined; close(): Promise<void> },
  parts: string,
  limits: ReadLimits,
): Promise<ReadFile> {
  if (pages.length === 0) throw new UnreadableFile(`The file has no ${parts}.`);
  if (pages.length > limits.maxPages) throw tooManyPagesError(parts, limits);
  const ahead = new Map<number, ExtractedPage>();
  let length = 0;
  for (const [index, readPage] of pages.entries()) {
    if (length >= languageSampleCharacters) break;
    const page = await readPage();
    ahead.set(index, page);
    length += page.text.length;
  }
  if (length === 0) throw new UnreadableFile("The file has no text.");
  return {
    facts: buildFacts(
      pages.length,
      title,
      detectLanguageOf(ahead.values().map(({ text }) => text.slice(0, languageSampleCharacters))),
    ),
    async *pages(firstPage) {
      for (const [index, readPage] of pages.entries()) {
        if (index + 1 < firstPage) continue;
        const page = ahead.get(index) ?? (await readPage());
        ahead.delete(index);
        yield page;
      }
    },
    close,
  };
}
