import type { LaidOutParagraph } from "./lay-out-paragraphs.ts";

/** The style of the document's running text. Headings differ from it. */
export interface BodyStyle {
  size: number;
  isBold: boolean;
}

interface Heading {
  text: string;
  size: number;
  isBold: boolean;
  isUpperCase: boolean;
  numbering: Numbering | undefined;
  /** The title of the document, above all other headings. */
  isTitle: boolean;
}

interface Numbering {
  /** "Article", "§" …; empty for a plain number. */
  word: string;
  /** 2 for "1.2". */
  depth: number;
}

/** Outermost first: an annex contains chapters, an article contains sections. */
const wordRanks: [RegExp, number][] = [
  [/^(?:annex|annexe|appendix|schedule|exhibit|anhang|anlage|anexo|apéndice)$/i, 0],
  [/^(?:part|teil|partie|parte|title|titel|titre|título)$/i, 1],
  [/^(?:chapter|kapitel|chapitre|capítulo)$/i, 2],
  [/^(?:article|artikel|artículo|clause|cláusula|klausel)$/i, 3],
  [/^(?:section|abschnitt|sección|§)$/i, 4],
];
const wordNumbering =
  /^(annex(?:e)?|appendix|schedule|exhibit|anhang|anlage|anexo|apéndice|part|teil|partie|parte|title|titel|titre|título|chapter|kapitel|chapitre|capítulo|article|artikel|artículo|clause|cláusula|klausel|section|abschnitt|sección|§)\s*(\d+(?:\.\d+)*|[IVXLC]+|[A-Z])\b\.?/i;
const plainNumbering = /^(\d{1,3}(?:\.\d{1,3}){0,4})(\.|\))?\s+(?=\S)|^([A-Z]|[IVX]{1,5})\.\s+(?=\S)/;

const maxHeadingCharacters = 160;

/** The font size of most characters, and whether most characters are bold. */
export function findBodyStyle(segments: Iterable<{ text: string; size: number; isBold: boolean }>): BodyStyle {
  const charactersBySize = new Map<number, number>();
  let bold = 0;
  let all = 0;
  for (const { text, size, isBold } of segments) {
    const rounded = Math.round(size * 2) / 2;
    charactersBySize.set(rounded, (charactersBySize.get(rounded) ?? 0) + text.length);
    all += text.length;
    if (isBold) bold += text.length;
  }
  let size = 0;
  let most = 0;
  for (const [candidate, characters] of charactersBySize) {
    if (characters > most) [size, most] = [candidate, characters];
  }
  return { size, isBold: bold > all / 2 };
}

export function isHeading(paragraph: LaidOutParagraph, body: BodyStyle): boolean {
  const { text, kind, size, isBold, lineCount, isShort } = paragraph;
  if (kind !== "body" && kind !== "listItem") return false;
  if (text.length > maxHeadingCharacters || lineCount > 3 || !/\p{L}{2}/u.test(text)) return false;
  // A heading neither begins nor ends within a sentence.
  if (/[,;]$/.test(text) || /^(?:\p{Ll}|[•●▪◦‣·])/u.test(text)) return false;
  const numbering = parseNumbering(text);
  const isUpperCase = isAllUpperCase(text);
  if (size > body.size * 1.12) return !/[.]$/.test(text) || text.length < 60;
  if (size < body.size * 0.92) return false;
  if (isBold && !body.isBold) return isShort && (!/[.:]$/.test(text) || numbering !== undefined);
  if (!isShort || /[.:]$/.test(text)) return false;
  const words = text.split(" ").length;
  if (isUpperCase) return words <= 14 && text.length >= 4 && lineCount <= 2;
  if (numbering?.word) return words <= 12;
  // A short numbered line with a capital letter, such as "4.2 Access control"; a list item is longer.
  return (
    numbering !== undefined &&
    lineCount === 1 &&
    words <= 8 &&
    /^[\d.)\sA-Z]*\p{Lu}/u.test(text) &&
    /^\d/.test(text) &&
    !/^\d+\)/.test(text)
  );
}

/** "Article 3", "Annex B", "4.2 Access": the heading of a part, not of the whole document. */
export function isNumberedPart(text: string): boolean {
  return parseNumbering(text) !== undefined;
}

/** Of nested headings the innermost are left out: every paragraph repeats the headings above it. */
const maxHeadings = 12;

/** The headings above the current paragraph, carried from page to page. */
export class HeadingTrail {
  #headings: Heading[] = [];
  #isEmpty = true;

  /** The first heading is the title if its place says so. */
  enter({ text, size, isBold }: Pick<LaidOutParagraph, "text" | "size" | "isBold">, canBeTitle = false): void {
    const numbering = parseNumbering(text);
    const isTitle = this.#isEmpty && canBeTitle && numbering === undefined;
    this.#isEmpty = false;
    const heading = { text, size, isBold, isUpperCase: isAllUpperCase(text), numbering, isTitle };
    while (this.#headings.length > 0 && !isAbove(this.#headings.at(-1), heading)) this.#headings.pop();
    if (this.#headings.length >= maxHeadings) this.#headings.pop();
    this.#headings.push(heading);
  }

  get path(): string[] {
    return this.#headings.map(({ text }) => text);
  }
}

function isAbove(above: Heading | undefined, heading: Heading): boolean {
  if (!above) return false;
  // Unless it is the smaller one: "Confidential" above the title.
  if (above.isTitle && above.size > heading.size * 0.96) return true;
  if (above.numbering && heading.numbering) {
    const difference = rankOf(above.numbering) - rankOf(heading.numbering);
    if (difference !== 0) return difference < 0;
    if (above.numbering.word === heading.numbering.word) return false;
  }
  if (Math.abs(above.size - heading.size) > heading.size * 0.04) return above.size > heading.size;
  // An annex is never below another heading, however it is printed.
  if (heading.numbering && rankOf(heading.numbering) === 0) return false;
  if (above.isBold !== heading.isBold) return above.isBold;
  if (above.isUpperCase !== heading.isUpperCase) return above.isUpperCase;
  // Printed alike: a number of two levels is below a heading without one ("1.1" is below "DEFINITIONS").
  return above.numbering === undefined && heading.numbering !== undefined && heading.numbering.depth > 1;
}

function rankOf({ word, depth }: Numbering): number {
  const rank = wordRanks.find(([pattern]) => pattern.test(word))?.[1];
  return rank ?? 4 + depth;
}

function parseNumbering(text: string): Numbering | undefined {
  const word = wordNumbering.exec(text);
  if (word) return { word: (word[1] ?? "").toLowerCase(), depth: (word[2] ?? "").split(".").length };
  const plain = plainNumbering.exec(text);
  return plain ? { word: "", depth: (plain[1] ?? "").split(".").length } : undefined;
}

function isAllUpperCase(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && text === text.toUpperCase();
}
