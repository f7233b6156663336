import { formatNumber } from "../../extraction/office/list-number.ts";
import { followsInSequence, type Numbering, parseNumbering, rankOf } from "../../extraction/structure/numbering.ts";
import type { Passage } from "../passages/passages.ts";

interface Numbered extends Numbering {
  /** As it is written: "4.7", "Article 6:", "VIII –". */
  written: string;
}

const rankOfAnnexes = 0;
/** Passages. */
const maxSectionLength = 1000;
/** Passages after a section in which its numbering may go on. */
const maxLookahead = 200;

/** Undefined for members of a list, which complete a sentence, for annexes, and for figures: "3.5 percent of the fee". */
function toNumbered(text: string): Numbered | undefined {
  const own = parseNumbering(text);
  if (own === undefined || !/^["“„«]?\p{Lu}/u.test(own.rest)) return undefined;
  if (own.mark.endsWith(")") || own.style === "letter" || rankOf(own) === rankOfAnnexes) return undefined;
  const trimmed = text.trimStart();
  return { ...own, written: trimmed.slice(0, trimmed.length - own.rest.length).trimEnd() };
}

/**
 * The number that continues these texts, as they write it: after "4.6 The …" and "4.7 The …" it is "4.8". Undefined if the last
 * one does not follow another, or if the first of `following` that is numbered in the same way has that number.
 */
function continueNumbers(texts: string[], following: string[]): string | undefined {
  const numbers = texts.flatMap((text) => toNumbered(text) ?? []);
  const last = numbers.at(-1);
  if (last === undefined) return undefined;
  const isFirst = last.parts.length > 1 && last.parts.at(-1) === 1;
  if (!isFirst && !numbers.some((one) => followsInSequence(last, one))) return undefined;
  for (const text of following) {
    const next = toNumbered(text);
    if (next !== undefined && isAlike(next, last)) return followsInSequence(next, last) ? undefined : increment(last);
  }
  return increment(last);
}

const isAlike = (one: Numbered, other: Numbered) =>
  one.word === other.word &&
  one.mark === other.mark &&
  one.style === other.style &&
  one.parts.length === other.parts.length;

function increment({ style, parts, written }: Numbered): string | undefined {
  const next = (parts.at(-1) ?? 0) + 1;
  const [digits, value] =
    style === "roman" && parts.length === 1 ? [/[IVXLC]+/g, formatNumber(next, "I")] : [/\d+/g, String(next)];
  const last = [...written.matchAll(digits)].at(-1);
  if (last === undefined) return undefined;
  const behind = written.slice(last.index + last[0].length);
  // "Cláusula primera" and "5a" have no next that could be written with certainty.
  return /\p{L}/u.test(behind) ? undefined : written.slice(0, last.index) + value + behind;
}

/** Of a clause at the end of the section to which the passage belongs. */
export function nextClauseNumber(passages: Passage[], { file, index, headingPath }: Passage): string | undefined {
  const path = headingPath.join("\n");
  const isWithin = (one: Passage | undefined) => one?.file === file && one.headingPath.join("\n") === path;
  let [start, end] = [index, index + 1];
  while (end - start <= maxSectionLength && isWithin(passages[start - 1])) start--;
  while (end - start <= maxSectionLength && isWithin(passages[end])) end++;
  // A document may have one heading only, above everything.
  if (end - start > maxSectionLength) return undefined;
  const clauses = passages.slice(start, end).filter(({ isHeading, leadIn }) => !isHeading && leadIn === "");
  // Clauses may be numbered through the whole document.
  const following = passages.slice(end, end + maxLookahead).filter((one) => one.file === file);
  const textsOf = (some: Passage[]) => some.map(({ text }) => text);
  return continueNumbers(textsOf(clauses), textsOf(following));
}

/** Of a section after the last of these; after an annex or a heading without a number it has none. */
export function nextHeadingNumber(headings: string[]): string | undefined {
  return toNumbered(headings.at(-1) ?? "") && continueNumbers(headings, []);
}
