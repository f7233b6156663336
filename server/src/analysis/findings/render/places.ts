import type { PageRef, Quote } from "../findings.ts";
import type { Wording } from "./wording.ts";

export interface RenderedFile {
  name: string;
  /** "12", "slide 3", as extraction made it. */
  labelOf(page: number): string;
}

interface PlaceContext {
  files: RenderedFile[];
  wording: Pick<Wording, "quoted" | "where" | "page">;
}

const maxQuoteLength = 280;

/** Shortened for running text, but with the words that matter; the criterion has the whole quote. */
export function formatQuote({ wording }: PlaceContext, quote: Pick<Quote, "text">, words = ""): string {
  const text = /\s\s|[^\S ]/.test(quote.text) ? quote.text.replace(/\s+/g, " ") : quote.text;
  if (text.length <= maxQuoteLength) return wording.quoted(text);
  const at = text.indexOf(words);
  const end = text.lastIndexOf(" ", maxQuoteLength);
  if (at + words.length <= end) return wording.quoted(`${text.slice(0, end)} …`);
  const start = text.indexOf(" ", Math.min(at - maxQuoteLength / 2, text.length - maxQuoteLength)) + 1;
  if (start + maxQuoteLength >= text.length) return wording.quoted(`… ${text.slice(start)}`);
  return wording.quoted(`… ${text.slice(start, text.lastIndexOf(" ", start + maxQuoteLength))} …`);
}

export function formatPlace({ wording, files }: PlaceContext, { file, page }: Pick<Quote, "file" | "page">): string {
  const own = files[file];
  return wording.where([own?.labelOf(page) ?? String(page)], files.length > 1 ? own?.name : undefined);
}

export function toPageRefs({ wording, files }: PlaceContext, quotes: Pick<Quote, "file" | "page">[]): PageRef[] {
  return files.flatMap(({ labelOf }, file) => {
    const pages = new Set(quotes.filter((quote) => quote.file === file).map(({ page }) => page));
    if (pages.size === 0) return [];
    return [{ file, pages: [...pages].sort((a, b) => a - b).map((page) => wording.page(labelOf(page))) }];
  });
}
