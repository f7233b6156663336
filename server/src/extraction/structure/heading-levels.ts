import { followsInSequence, isLetterAfter, type Numbering, rankOf } from "./numbering.ts";

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
  /** Text is directly below it, no other heading. */
  hasText: boolean;
}

/** A heading that the current text is below. */
export interface OpenHeading<Heading extends FoundHeading = FoundHeading> {
  heading: Heading;
  key: string;
  level: number;
}

export interface AroundHeading {
  /** The number of the next heading that has one. */
  next: Numbering | undefined;
  /** Numbers that begin with 1 more than once. */
  restarting: Set<string>;
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
  const restarting = new Set<string>();
  const begun = new Set<string>();
  for (const heading of headings) noteBeginning(heading, begun, restarting);
  return headings.map((heading, index) => openHeading(open, heading, { next: nextNumbered[index], restarting }).level);
}

/** Closes the headings that the next one is not below, and adds it to those that are open. */
export function openHeading<Heading extends FoundHeading>(
  open: OpenHeading<Heading>[],
  found: Heading,
  around: AroundHeading,
): OpenHeading<Heading> {
  const heading = resolveLetter(found, open);
  const key = keyOf(heading);
  const same = open.findLastIndex((one) => one.key === key);
  if (same >= 0) open.length = same;
  else while (open.length > 0 && !isAbove(open.at(-1), heading, around)) open.pop();
  if (open.length > deepestLevel) open.pop();
  const level = Math.min(deepestLevel, heading.isTitle ? 0 : (open.at(-1)?.level ?? 0) + 1);
  const opened = { heading, key, level };
  open.push(opened);
  return opened;
}

/** Keeps in mind which numbers have begun with 1, and which more than once. */
export function noteBeginning(heading: FoundHeading, begun: Set<string>, restarting: Set<string>): void {
  const { numbering } = heading;
  if (numbering === undefined || numbering.parts.length > 1 || numbering.parts[0] !== 1) return;
  const key = keyOf(heading);
  if (begun.has(key)) restarting.add(key);
  begun.add(key);
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

/** "I." is a letter after "H.", and a Roman number elsewhere. */
function resolveLetter<Heading extends FoundHeading>(heading: Heading, open: OpenHeading<Heading>[]): Heading {
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

function isAbove(above: OpenHeading | undefined, heading: FoundHeading, { next, restarting }: AroundHeading): boolean {
  if (above === undefined || heading.isTitle) return false;
  const outer = above.heading;
  // Unless it is the smaller one: "Confidential" above the title.
  if (outer.isTitle) return outer.size >= heading.size * 0.96;
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
  if (isWithin(outer, heading, next)) return true;
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

/**
 * A heading without a number between 4.1 and 4.2 belongs to 4.1, and one between 4. and 5. to 4., unless it stands out more or
 * has 5. directly below it, as a chapter has.
 */
function isWithin(outer: FoundHeading, heading: FoundHeading, next: Numbering | undefined): boolean {
  const upper = outer.numbering;
  if (heading.numbering !== undefined || upper === undefined || next === undefined) return false;
  if (
    next.parts.length > 1 &&
    next.style === upper.style &&
    next.word === upper.word &&
    next.parts[0] === upper.parts[0]
  )
    return true;
  const isPlainer = heading.isCapitals <= outer.isCapitals && heading.isBold <= outer.isBold;
  return isPlainer && heading.hasText && followsInSequence(next, upper);
}
