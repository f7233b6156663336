import { type FoundHeading, noteBeginning, type OpenHeading, openHeading } from "../structure/heading-levels.ts";
import { followsInSequence, type Numbering, parseNumbering } from "../structure/numbering.ts";
import type { LaidOutParagraph } from "./lay-out-paragraphs.ts";

/** The style of the document's running text. Headings differ from it. */
export interface BodyStyle {
  size: number;
  isBold: boolean;
}

interface Heading extends FoundHeading {
  text: string;
}

const wordNumbering =
  /^(?:annex(?:e)?|appendix|schedule|exhibit|anhang|anlage|anexo|apéndice|part|teil|partie|parte|title|titel|titre|título|chapter|kapitel|chapitre|capítulo|article|artikel|artículo|clause|cláusula|klausel|section|abschnitt|sección|§)\s*(?:\d+(?:\.\d+)*|[IVXLC]+|[A-Z])\b\.?/i;
const plainNumbering = /^(?:\d{1,3}(?:\.\d{1,3}){0,4}(?:\.|\))?\s+(?=\S)|(?:[A-Z]|[IVX]{1,5})\.\s+(?=\S))/;

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
  // A heading neither begins nor ends within a sentence; "a. Scope" has a number.
  if (/[,;]$/.test(text) || /^(?:\p{Ll}(?![.)]\s+\p{Lu})|[•●▪◦‣·])/u.test(text)) return false;
  const hasWordNumber = wordNumbering.test(text);
  const isNumbered = hasWordNumber || plainNumbering.test(text);
  const isUpperCase = isAllUpperCase(text);
  if (size > body.size * 1.12) return !/[.]$/.test(text) || text.length < 60;
  if (size < body.size * 0.92) return false;
  if (isBold && !body.isBold) return isShort && (!/[.:]$/.test(text) || isNumbered);
  if (!isShort || /[.:]$/.test(text)) return false;
  const words = text.split(" ").length;
  if (isUpperCase) return words <= 14 && text.length >= 4 && lineCount <= 2;
  if (hasWordNumber) return words <= 12;
  // A short numbered line with a capital letter, such as "4.2 Access control"; a list item is longer.
  return (
    isNumbered &&
    lineCount === 1 &&
    words <= 8 &&
    /^[\d.)\sA-Z]*\p{Lu}/u.test(text) &&
    /^\d/.test(text) &&
    !/^\d+\)/.test(text)
  );
}

/**
 * Lines that stand out by their number alone and directly follow one another are a table of contents or a list. Their kinds are changed
 * back in place.
 */
export function unmarkLists(paragraphs: LaidOutParagraph[], body: BodyStyle): void {
  const isPlain = ({ kind, size, isBold }: LaidOutParagraph) =>
    kind === "heading" && size <= body.size * 1.12 && isBold === body.isBold;
  const numberings = paragraphs.map((paragraph) => (isPlain(paragraph) ? parseNumbering(paragraph.text) : undefined));
  for (const [index, paragraph] of paragraphs.entries()) {
    const isListed =
      followsInSequence(numberings[index], numberings[index - 1]) ||
      followsInSequence(numberings[index + 1], numberings[index]);
    if (isListed) paragraph.kind = "listItem";
  }
}

/** "Article 3", "Annex B", "4.2 Access": the heading of a part, not of the whole document. */
export const isNumberedPart = (text: string) => wordNumbering.test(text) || plainNumbering.test(text);

/** What a page says about one of its headings. */
export interface HeadingPlace {
  /** It may be the title of the document. */
  canBeTitle: boolean;
  /** Text is directly below it, no other heading. */
  hasText: boolean;
  /** The number of the next heading on the page that has one. */
  next: Numbering | undefined;
}

/** The headings above the current paragraph, carried from page to page. */
export class HeadingTrail {
  #open: OpenHeading<Heading>[] = [];
  #isEmpty = true;
  #begun = new Set<string>();
  #restarting = new Set<string>();
  /** A heading without a number was seen between two that have one. */
  #hasPlainSubheadings = false;

  /** The first heading is the title if its place says so. */
  enter({ text, size, isBold }: Pick<LaidOutParagraph, "text" | "size" | "isBold">, place: HeadingPlace): void {
    const { canBeTitle, hasText, next } = place;
    const numbering = parseNumbering(text);
    const isTitle = this.#isEmpty && canBeTitle && numbering === undefined;
    this.#isEmpty = false;
    const heading = { text, size, isBold, isCapitals: isAllUpperCase(text), numbering, isTitle, hasText };
    const found = { ...heading, statedLevel: undefined };
    noteBeginning(found, this.#begun, this.#restarting);
    const expected = next ?? (this.#hasPlainSubheadings ? this.#expectedNumber() : undefined);
    openHeading(this.#open, found, { next: expected, restarting: this.#restarting });
    const isWithin = numbering === undefined && this.#open.at(-2)?.heading.numbering !== undefined;
    if (isWithin && next !== undefined) this.#hasPlainSubheadings = true;
  }

  /** Where the page ends before the next number. */
  #expectedNumber(): Numbering | undefined {
    const last = this.#open.findLast(({ heading }) => heading.numbering !== undefined)?.heading.numbering;
    if (last === undefined) return undefined;
    return { ...last, parts: last.parts.with(-1, (last.parts.at(-1) ?? 0) + 1) };
  }

  get path(): string[] {
    return this.#open.map(({ heading }) => heading.text);
  }
}

function isAllUpperCase(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && text === text.toUpperCase();
}
