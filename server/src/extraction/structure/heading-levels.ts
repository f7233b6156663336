import { isLetterAfter, type Numbering, rankOf } from "./numbering.ts";

/** A heading whose level is to be found. */
export interface FoundHeading {
  numbering: Numbering | undefined;
  /** As the file states it; 0 is the title. */
  statedLevel: number | undefined;
  /** The title of the document, above everything else. */
  isTitle: boolean;
  size: number;
  isBold: boolean;
  isCapitals: boolean;
}

interface OpenHeading {
  heading: FoundHeading;
  key: string;
  level: number;
}

/** Deeper headings are on this level. A file may write any number of sizes, and each heading is compared with those above it. */
const deepestLevel = 9;

/**
 * The level of each heading: 0 for the title, 1 for the outermost. A heading is below the previous one if its number, its size or
 * its style is lower; one that looks like an earlier open heading is on the level of that.
 */
export function findLevels(headings: FoundHeading[]): number[] {
  const open: OpenHeading[] = [];
  const nextNumbered = findNextNumbered(headings);
  const restarting = findRestarting(headings);
  return headings.map((found, index) => {
    const heading = resolveLetter(found, open);
    const key = keyOf(heading);
    const same = open.findLastIndex((one) => one.key === key);
    if (same >= 0) open.length = same;
    else
      while (open.length > 0 && !isAbove(open.at(-1), heading, { next: nextNumbered[index], restarting })) open.pop();
    if (open.length > deepestLevel) open.pop();
    const level = Math.min(deepestLevel, heading.isTitle ? 0 : (open.at(-1)?.level ?? 0) + 1);
    open.push({ heading, key, level });
    return level;
  });
}

function findNextNumbered(headings: FoundHeading[]): (Numbering | undefined)[] {
  let next: Numbering | undefined;
  return headings
    .toReversed()
    .map(({ numbering }) => {
      const found = next;
      if (numbering !== undefined) next = numbering;
      return found;
    })
    .reverse();
}

/** Numbers that begin with 1 more than once. */
function findRestarting(headings: FoundHeading[]): Set<string> {
  const begun = new Set<string>();
  const restarting = new Set<string>();
  for (const heading of headings) {
    const { numbering } = heading;
    if (numbering === undefined || numbering.parts.length > 1 || numbering.parts[0] !== 1) continue;
    const key = keyOf(heading);
    if (begun.has(key)) restarting.add(key);
    begun.add(key);
  }
  return restarting;
}

/** "I." is a letter after "H.", and a Roman number elsewhere. */
function resolveLetter(heading: FoundHeading, open: OpenHeading[]): FoundHeading {
  const { numbering } = heading;
  if (numbering === undefined) return heading;
  const letters = open.findLast((one) => one.heading.numbering?.style === "letter")?.heading.numbering;
  if (letters === undefined || !isLetterAfter(numbering, letters)) return heading;
  return { ...heading, numbering: { ...numbering, style: "letter", parts: [(letters.parts[0] ?? 0) + 1] } };
}

function keyOf({ numbering, statedLevel, isTitle, size, isBold, isCapitals }: FoundHeading): string {
  if (isTitle) return "title";
  if (statedLevel !== undefined) return `stated ${statedLevel}`;
  const print = `${Math.round(size * 2)} ${isBold} ${isCapitals}`;
  if (numbering === undefined) return `plain ${print}`;
  const { word, style, parts, mark } = numbering;
  return word === "" ? `${style} ${parts.length} ${mark === "" ? "." : mark}` : `${word} ${parts.length}`;
}

interface Around {
  /** The number of the next heading that has one. */
  next: Numbering | undefined;
  restarting: Set<string>;
}

function isAbove(above: OpenHeading | undefined, heading: FoundHeading, { next, restarting }: Around): boolean {
  if (above === undefined || heading.isTitle) return false;
  const outer = above.heading;
  if (outer.isTitle) return true;
  if (outer.statedLevel !== undefined && heading.statedLevel !== undefined)
    return outer.statedLevel < heading.statedLevel;
  // What the file does not call a heading is below what it does, and the reverse.
  if (outer.statedLevel !== undefined || heading.statedLevel !== undefined) return outer.statedLevel !== undefined;
  const [upper, lower] = [outer.numbering, heading.numbering];
  if (upper !== undefined && lower !== undefined) return isNumberAbove(upper, lower);
  // An annex is never below another heading, however it is printed.
  if (lower !== undefined && rankOf(lower) === 0) return false;
  if (upper !== undefined && rankOf(upper) === 0) return true;
  if (Math.abs(outer.size - heading.size) > heading.size * 0.04) return outer.size > heading.size;
  if (lower === undefined && upper !== undefined && isWithin(next, upper)) return true;
  // "PREAMBLE" is beside "Article 1", unless the articles are counted anew below each such heading.
  if (upper === undefined && lower !== undefined && lower.parts.length === 1 && !restarting.has(keyOf(heading)))
    return false;
  if (outer.isCapitals !== heading.isCapitals) return outer.isCapitals;
  if (outer.isBold !== heading.isBold) return outer.isBold;
  // Printed alike: "1.1" is below "DEFINITIONS", "2." beside it.
  return upper === undefined && lower !== undefined && lower.parts.length > 1;
}

function isNumberAbove(upper: Numbering, lower: Numbering): boolean {
  const [outer, inner] = [rankOf(upper), rankOf(lower)];
  if (outer !== undefined && inner !== undefined) return outer < inner;
  // Roman numbers and letters have no rank of their own: the one that comes first is above. Annexes and parts are above them.
  return outer === undefined ? inner === undefined || inner > 2 : outer <= 6;
}

/** A heading without a number between 4.1 and 4.2 belongs to 4.1. */
function isWithin(next: Numbering | undefined, upper: Numbering): boolean {
  if (next === undefined || next.parts.length < 2 || next.style !== upper.style) return false;
  return next.word === upper.word && next.parts[0] === upper.parts[0];
}
