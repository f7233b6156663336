import { getOrCreate } from "../../platform/get-or-create.ts";
import { normaliseLine, type TextBlock } from "../text/text-block.ts";
import { type FoundHeading, findLevels } from "./heading-levels.ts";
import { followsInSequence, type Numbering, parseNumbering } from "./numbering.ts";
import { isAllCapitals, isDottedTitle, isEntry, isLeadIn, isRunningText, isTitleLike } from "./title-like.ts";

/** A file with fewer headings for its paragraphs than this does not mark its headings as such. */
const paragraphsPerStatedHeading = 25;
/** Of the paragraphs that are short lines, more than this cannot be headings. */
const maxShareOfPlainHeadings = 0.6;

/** A line below a heading that is only bold is at least this long, unless it is a heading, an item or a row. */
const minTextBelow = 40;

const signatureLine = /_{3}|^(?:by|name|title|date|signature|signed|place|unterschrift|datum|ort|nom|fecha|firma)\b/i;
const companyAtEnd = /\b(?:LTD|INC|LLC|LLP|GMBH|CORP|CORPORATION|LIMITED|S\.A|S\.L|B\.V|N\.V|AG|SAS)\.?$/;

const minDottedTitles = 4;

interface Candidate {
  block: TextBlock;
  /** Of the content. */
  index: number;
  text: string;
  kind: TextBlock["kind"];
  numbering: Numbering | undefined;
  isStated: boolean;
  /** Bold, large, in capitals: it stands out from the text around it. */
  isProminent: boolean;
  isTitleLike: boolean;
  /** Such as "Date: 4 March": a line of a form. */
  isEntry: boolean;
  isCapitals: boolean;
  isLarge: boolean;
  /** Before the first paragraph. */
  isOnTitlePage: boolean;
}

/**
 * Finds headings that the file does not mark as such: by number, capitals, bold letters, size, and as short lines between
 * paragraphs. In a file that does mark its headings only those are added that stand out.
 */
export function recogniseHeadings(blocks: TextBlock[]): TextBlock[] {
  const content = blocks.filter(isContent);
  const stated = content.filter(({ kind, level }) => kind === "heading" && level !== 0).length;
  const areStated = stated > 1 && stated * paragraphsPerStatedHeading >= content.length - stated;
  const candidates = toCandidates(content);
  const found = findHeadings(candidates, areStated);
  if (found.size === 0 || (areStated && found.size === stated)) return blocks;
  const isTitle = findTitle(candidates, found);
  // The title again is a line at the top of a page.
  const isRepeated = (one: Candidate) => !one.isStated && one !== isTitle && one.text === isTitle?.text;
  const headings = candidates.filter((one, index) => found.has(index) && !isRepeated(one));
  const blocksOfHeadings = new Set(headings.map(({ block }) => block));
  const hasText = new Set(headings.filter(({ index }) => !blocksOfHeadings.has(content[index + 1] as TextBlock)));
  const levels = findLevels(headings.map((one) => toFoundHeading(one, one === isTitle, hasText.has(one))));
  const levelOf = new Map(headings.map(({ block }, index) => [block, levels[index] ?? 1]));
  return blocks.map((block) => {
    const level = levelOf.get(block);
    return level === undefined ? block : { ...block, kind: "heading", level };
  });
}

const isContent = ({ kind }: TextBlock) => kind !== "header" && kind !== "footer" && kind !== "footnote";

function toCandidates(content: TextBlock[]): Candidate[] {
  const body = findBodyStyle(content);
  const firstText = content.findIndex(({ text }) => isRunningText(text));
  return content.map((block, index) => {
    const { kind, style = {} } = block;
    const text = normaliseLine(block.text).replace(/^[\u200b-\u200f]{1,8}/, "");
    const isShort = text.length <= 300;
    const isCapitals = isShort && (style.isCapitals === true || isAllCapitals(text));
    const isLarge = (style.size ?? body.size) > body.size * 1.12;
    const isBold = style.isBold === true && !body.isBold;
    const isProminent = isCapitals || isLarge || isBold || style.isKeptWithNext === true;
    const numbering = isShort ? parseNumbering(text) : undefined;
    const canBeTitle = kind === "body" || (kind === "listItem" && (numbering !== undefined || isBold || isLarge));
    return {
      block,
      index,
      text,
      kind,
      numbering,
      isStated: kind === "heading",
      isProminent,
      isTitleLike: isShort && canBeTitle && isTitleLike(text, numbering, isProminent),
      isEntry: isShort && numbering === undefined && isEntry(text, isProminent),
      isCapitals,
      isLarge,
      isOnTitlePage: index < firstText,
    };
  });
}

/** The size of most letters, and whether most letters are bold. */
function findBodyStyle(content: TextBlock[]): { size: number; isBold: boolean } {
  const lettersBySize = new Map<number, number>();
  let bold = 0;
  let all = 0;
  for (const { text, kind, style } of content) {
    if (kind === "heading") continue;
    all += text.length;
    if (style?.isBold === true) bold += text.length;
    if (style?.size !== undefined) lettersBySize.set(style.size, (lettersBySize.get(style.size) ?? 0) + text.length);
  }
  const [size = 0] = [...lettersBySize].sort(([, a], [, b]) => b - a)[0] ?? [];
  return { size, isBold: bold > all / 2 };
}

function findHeadings(candidates: Candidate[], areStated: boolean): Set<number> {
  const found = new Set<number>();
  const plain: number[] = [];
  const isListed = findListed(candidates);
  const unmarked = new Set([0]);
  if (!areStated) for (const index of findDottedTitles(candidates, isListed)) found.add(index);
  candidates.forEach((candidate, index) => {
    if (candidate.isStated) found.add(index);
    else if (
      !candidate.isTitleLike ||
      candidate.isEntry ||
      isListed[index] === true ||
      isOutOfSequence(candidate, unmarked)
    )
      return;
    else if (candidate.isProminent ? standsOut(candidates, index) : !areStated && isNumberedTitle(candidates, index))
      found.add(index);
    else if (!areStated && !candidate.isProminent && candidate.numbering === undefined) plain.push(index);
  });
  const title = areStated ? undefined : findTitleLine(candidates);
  if (title !== undefined) found.add(title);
  const probable = new Set(found);
  const fitting = plain.filter((index) => isPlainTitle(candidates, index, probable) && probable.add(index));
  const runs = candidates.filter((one, index) => (isLong(one) || one.kind !== "body") && !found.has(index)).length;
  if (runs >= 2 && fitting.length <= Math.max(3, (fitting.length + runs) * maxShareOfPlainHeadings))
    for (const index of fitting) found.add(index);
  return found;
}

/**
 * "2. Scope.", where most clauses of that depth have such a line to themselves, and "Scope." without a number. Elsewhere it may be
 * a short clause, and begins the paragraph in any case.
 */
function findDottedTitles(candidates: Candidate[], isListed: boolean[]): number[] {
  const all = new Map<number, number>();
  const dotted = new Map<number, number[]>();
  candidates.forEach(({ numbering, text, kind }, index) => {
    const [previous, next] = [candidates[index - 1], candidates[index + 1]];
    if (numbering?.mark === "()" || numbering?.style === "letter" || next === undefined) return;
    const depth = numbering?.parts.length ?? 0;
    if (depth > 0) all.set(depth, (all.get(depth) ?? 0) + 1);
    if (isListed[index] === true || !isDottedTitle(text, numbering)) return;
    const isBetween = kind === "body" && isLong(next) && previous !== undefined && isLong(previous);
    if (depth > 0 || isBetween) getOrCreate(dotted, depth, () => []).push(index);
  });
  return [...dotted].flatMap(([depth, found]) =>
    found.length >= minDottedTitles && found.length * 2 >= (all.get(depth) ?? 0) ? found : [],
  );
}

/** The first line of a document that has paragraphs, unless something else is above it. */
function findTitleLine(candidates: Candidate[]): number | undefined {
  const index = candidates
    .slice(0, 3)
    .findIndex(({ isTitleLike: isLike, numbering }) => isLike && numbering === undefined);
  const first = candidates[index];
  if (first === undefined || first.kind !== "body" || first.text.length > 100) return undefined;
  const above = candidates.slice(0, index);
  if (above.some(({ text, kind }) => isRunningText(text) || kind !== "body")) return undefined;
  return candidates.filter(({ text }) => isRunningText(text)).length >= 2 ? index : undefined;
}

/** "3 apples", "45 CFR": a number without a mark is that of a heading only if the one before it was seen. */
function isOutOfSequence({ numbering }: Candidate, seen: Set<number>): boolean {
  if (numbering === undefined || numbering.word !== "" || numbering.mark !== "") return false;
  const [number = 0, ...further] = numbering.parts;
  if (further.length > 0) return false;
  if (!seen.has(number - 1)) return true;
  seen.add(number);
  return false;
}

/** Numbered lines that directly follow one another are a list or a table of contents. */
function findListed(candidates: Candidate[]): boolean[] {
  const isShortItem = ({ numbering, isTitleLike: isLike, text }: Candidate) =>
    numbering !== undefined && (isLike || !isRunningText(text));
  return candidates.map((candidate, index) => {
    if (candidate.numbering === undefined) return false;
    const [previous, next] = [candidates[index - 1], candidates[index + 1]];
    return (
      (previous !== undefined && isShortItem(previous) && followsInSequence(candidate.numbering, previous.numbering)) ||
      (next !== undefined && isShortItem(next) && followsInSequence(next.numbering, candidate.numbering))
    );
  });
}

/** A heading has something below it; the last paragraph, a name above a signature and a line of a title page have not. */
function standsOut(candidates: Candidate[], index: number): boolean {
  const next = candidates[index + 1];
  const own = candidates[index];
  if (next === undefined || own === undefined) return false;
  if (own.numbering !== undefined) return true;
  if (signatureLine.test(next.text)) return false;
  if (own.isCapitals && companyAtEnd.test(own.text)) return index === 0;
  if (own.isCapitals || own.isLarge) return true;
  if (!own.isOnTitlePage) return true;
  return next.kind !== "body" || (next.isTitleLike && next.isProminent) || next.text.length >= minTextBelow;
}

function isNumberedTitle(candidates: Candidate[], index: number): boolean {
  const { numbering, text, kind } = candidates[index] as Candidate;
  const next = candidates[index + 1];
  if (numbering === undefined || next === undefined) return false;
  const { word, mark, parts, rest, style } = numbering;
  const words = rest.split(/\s+/).length;
  if (word !== "") return words <= 14;
  if (mark === "()" || /^\(?\p{Ll}/u.test(text) || words > 16) return false;
  // "12 March 2024", "3 apples were eaten": a number without a mark is followed by a title in capitals.
  if (mark === "" && parts.length === 1 && (/\d{4}$/.test(rest) || words > 10)) return false;
  if (mark === ")" && style !== "decimal") return false;
  // An item of a list has the items of an inner list below it.
  if (kind === "listItem" && next.kind === "listItem" && !isLong(next) && !isDeeper(next, parts)) return false;
  // A short item of a list has the next item beside it, not below it.
  const isBeside = next.numbering?.word === "" && next.numbering.parts.length <= parts.length;
  return isRunningText(next.text) || next.kind === "tableRow" || next.isTitleLike || !isBeside;
}

const isDeeper = ({ numbering }: Candidate, parts: number[]) =>
  numbering !== undefined && numbering.parts.length > parts.length;

/** A short line without a number between longer paragraphs. */
function isPlainTitle(candidates: Candidate[], index: number, found: Set<number>): boolean {
  const { text, kind } = candidates[index] as Candidate;
  if (kind !== "body" || text.length > 100 || /\d{3}/.test(text)) return false;
  const [previous, next] = [candidates[index - 1], candidates[index + 1]];
  if (next === undefined || !isBelowTitle(candidates, index + 1, found)) return false;
  if (previous === undefined || found.has(index - 1)) return true;
  // What follows a lead-in is a member of its list.
  if (isLeadIn(previous.text) || /[,;]$/.test(previous.text)) return false;
  if (previous.kind !== "body" || isLong(previous) || (previous.isTitleLike && index <= 2)) return true;
  // One short line may be between a title and the next; more of them are an address or a list.
  const before = candidates[index - 2];
  const first = candidates[index - 3];
  const isSingle =
    before === undefined ||
    isLong(before) ||
    found.has(index - 2) ||
    before.kind !== "body" ||
    (before.isTitleLike && first !== undefined && (isLong(first) || found.has(index - 3)));
  return isSingle && (isLong(next) || isLeadIn(next.text)) && !/\d/.test(text);
}

function isBelowTitle(candidates: Candidate[], index: number, found: Set<number>): boolean {
  const next = candidates[index] as Candidate;
  if (isLong(next) || found.has(index) || next.kind !== "body" || isLeadIn(next.text)) return true;
  if (next.numbering !== undefined && !next.isTitleLike) return true;
  const [further, last] = [candidates[index + 1], candidates[index + 2]];
  if (!next.isTitleLike || further === undefined) return false;
  // Headings of two or three levels, directly below one another.
  if (isLong(further) || isLeadIn(further.text) || further.kind !== "body") return true;
  return further.isTitleLike && last !== undefined && last.kind !== "body";
}

/** A sentence, or longer than a title. */
const isLong = ({ text, numbering }: Candidate) =>
  isRunningText(text) ||
  text.length >= (numbering === undefined ? 60 : 25) ||
  (text.length >= 25 && /[.!?]["”’)]*$/.test(text));

/** The first heading, if it has no number and hardly anything is above it. */
function findTitle(candidates: Candidate[], found: Set<number>): Candidate | undefined {
  const [first] = [...found].sort((a, b) => a - b);
  const candidate = first === undefined ? undefined : candidates[first];
  if (candidate === undefined || first === undefined || first > 2 || found.size < 2) return undefined;
  return candidate.isStated || candidate.numbering !== undefined ? undefined : candidate;
}

function toFoundHeading(
  { block, numbering, isStated, isCapitals }: Candidate,
  isTitle: boolean,
  hasText: boolean,
): FoundHeading {
  return {
    numbering,
    statedLevel: isStated ? (block.level ?? 1) : undefined,
    isTitle,
    size: block.style?.size ?? 0,
    isBold: block.style?.isBold === true,
    isCapitals,
    hasText,
  };
}
