import type { ExtractedPage, Paragraph } from "../extraction/extracted-file.ts";

/** A part of a clause on one page. */
export interface ClausePart {
  /** Index among the document's readable files. */
  file: number;
  page: number;
  start: number;
  end: number;
}

/** A paragraph, list item, table row or heading, put together again where a page break divides it. */
export interface Clause {
  text: string;
  headingPath: string[];
  isHeading: boolean;
  parts: [ClausePart, ...ClausePart[]];
}

/** A paragraph that ends like this is complete; otherwise the next page may continue it. */
const sentenceEnd = /[.!?:;]["”’»)\]]{0,3}$/;
const continuation = /^\p{Ll}/u;

const isRepeated = ({ kind }: Paragraph) => kind === "header" || kind === "footer";
const canContinue = ({ kind }: Paragraph) => kind === "body" || kind === "listItem";

/** Running headers and footers, which are no clauses, are left out. */
export function toClauses(files: ExtractedPage[][]): Clause[] {
  const clauses: Clause[] = [];
  files.forEach((pages, file) => {
    let open: Clause | undefined;
    for (const { number: page, text: pageText, paragraphs } of pages) {
      const shown = paragraphs.filter((paragraph) => !isRepeated(paragraph));
      for (const [at, paragraph] of shown.entries()) {
        const { start, end, kind, headingPath } = paragraph;
        const text = pageText.slice(start, end).replaceAll(/\s+/g, " ").trim();
        if (text === "") continue;
        const part = { file, page, start, end };
        if (at === 0 && open !== undefined && canContinue(paragraph) && continuation.test(text)) {
          open.text += ` ${text}`;
          open.parts.push(part);
        } else clauses.push({ text, headingPath, isHeading: kind === "heading", parts: [part] });
        const isLast = at === shown.length - 1;
        const latest = clauses.at(-1);
        open =
          isLast && canContinue(paragraph) && latest !== undefined && !sentenceEnd.test(latest.text.slice(-8))
            ? latest
            : undefined;
      }
    }
  });
  return clauses;
}

/** "7.2", "(a)", "iv.", "Article 7", "§ 4": a clause that was only renumbered is the same. */
const numbering =
  /^(?:(?:article|section|clause|artikel|abschnitt|ziffer|artículo|cláusula|clausule)\s+\d{1,3}[.:]?|§{1,2}\s?\d{1,3}|\(?(?:\d{1,3}(?:\.\d{1,3}){0,5}|[a-z]|[ivx]{1,5})[.)]|\d{1,3}(?:\.\d{1,3}){1,5})\s+/i;

/** Equal for clauses whose words are the same, however they are numbered, quoted and hyphenated. */
export function keyOf(text: string): string {
  return text
    .replace(numbering, "")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’‚]/g, "'")
    .replaceAll(/[‐‑–—]/g, "-")
    .replaceAll("\u00ad", "");
}
