import type { ExtractedPage, Paragraph } from "../extracted-file.ts";
import type { PageView, PageWord } from "../page-view.ts";
import { type Box, unionOf } from "./text-segment.ts";

/** A range of the page's text. */
export interface TextSpan {
  start: number;
  end: number;
}

export interface QuoteBoxes {
  /** In points from the top left corner, one for each line or cell of the quote. */
  boxes: Box[];
  /** False where the letters' positions are unknown, as on a scanned page; the boxes are then those of whole paragraphs. */
  areExact: boolean;
}

/** Characters that may be on the page but not in its text, or the reverse: spaces, hyphens, cell separators. */
const ignored = /[\s|\-\u00ad\u2010\u2011\u200b-\u200f\u2060\ufeff]/;
/** Points by which a letter may be outside its paragraph's box. */
const slack = 2;
/** Share of the quoted letters that must be found. */
const foundShare = 0.9;

/** Finds a span of the page's text on the drawn page. */
export function findQuoteBoxes(
  page: Pick<ExtractedPage, "text" | "paragraphs">,
  view: PageView,
  span: TextSpan,
): QuoteBoxes {
  const boxes: Box[] = [];
  let areExact = true;
  for (const paragraph of page.paragraphs) {
    const start = Math.max(span.start, paragraph.start);
    const end = Math.min(span.end, paragraph.end);
    if (start >= end || removeIgnored(page.text.slice(start, end)) === "") continue;
    const letters = lettersWithin(view, paragraph.box);
    const found = findLetters(page.text, paragraph, { start, end }, letters);
    if (found !== undefined) boxes.push(...mergeIntoLines(found));
    else {
      areExact = false;
      if (paragraph.box !== undefined) boxes.push(paragraph.box);
    }
  }
  return { boxes, areExact: areExact && boxes.length > 0 };
}

/** Finds a quote in a text; line breaks and hyphens may differ. */
export function findSpan(text: string, quote: string): TextSpan | undefined {
  const exact = text.indexOf(quote);
  if (exact >= 0 && quote !== "") return { start: exact, end: exact + quote.length };
  const wanted = removeIgnored(quote);
  if (wanted === "") return undefined;
  const places: number[] = [];
  let letters = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (ignored.test(letter)) continue;
    places.push(at);
    letters += letter;
  }
  const first = letters.indexOf(wanted);
  if (first < 0) return undefined;
  return { start: places[first] ?? 0, end: (places[first + wanted.length - 1] ?? 0) + 1 };
}

const removeIgnored = (text: string) => [...text].filter((letter) => !ignored.test(letter)).join("");

interface Letter {
  text: string;
  box: Box;
  word: PageWord;
}

function lettersWithin({ words }: PageView, box: Box | undefined): Letter[] {
  const letters: Letter[] = [];
  for (const word of words) {
    for (let at = 0; at < word.text.length; at++) {
      const place = word.boxes[at];
      const text = word.text.charAt(at);
      if (place !== undefined && !ignored.test(text) && (box === undefined || isWithin(place, box)))
        letters.push({ text, box: place, word });
    }
  }
  return letters;
}

function isWithin([left, top, right, bottom]: Box, outer: Box): boolean {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  return x >= outer[0] - slack && x <= outer[2] + slack && y >= outer[1] - slack && y <= outer[3] + slack;
}

/** Searches in the order of the file, then line by line, then word by word. */
function findLetters(text: string, paragraph: Paragraph, span: TextSpan, letters: Letter[]): Letter[] | undefined {
  const wanted = removeIgnored(text.slice(span.start, span.end));
  // If the paragraph contains the sentence twice, the one nearest to the span is meant.
  const before = removeIgnored(text.slice(paragraph.start, span.start)).length;
  return (
    findInOrder(letters, wanted, before) ??
    findInOrder(sortByLine(letters), wanted, before) ??
    findWords(letters, text.slice(span.start, span.end))
  );
}

function findInOrder(letters: Letter[], wanted: string, expectedAt: number): Letter[] | undefined {
  const all = letters.map(({ text }) => text).join("");
  let best = -1;
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) {
    if (best < 0 || Math.abs(at - expectedAt) < Math.abs(best - expectedAt)) best = at;
  }
  return best < 0 ? undefined : letters.slice(best, best + wanted.length);
}

function sortByLine(letters: Letter[]): Letter[] {
  const lines: Letter[][] = [];
  const byTop = letters.toSorted((a, b) => verticalMiddle(a.box) - verticalMiddle(b.box));
  for (const letter of byTop) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (line && last && verticalMiddle(letter.box) - verticalMiddle(last.box) < (letter.box[3] - letter.box[1]) / 3)
      line.push(letter);
    else lines.push([letter]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.box[0] - b.box[0]));
}

const verticalMiddle = ([, top, , bottom]: Box) => (top + bottom) / 2;

/** For table cells and superscripts: finds each word on its own, near the previous one. */
function findWords(letters: Letter[], quote: string): Letter[] | undefined {
  const onPage = new Map<string, Letter[][]>();
  for (const word of groupByWord(letters)) {
    const text = word.map((letter) => letter.text).join("");
    onPage.set(text, [...(onPage.get(text) ?? []), word]);
  }
  const found: Letter[] = [];
  let total = 0;
  for (const word of quote.split(/\s+/).map(removeIgnored)) {
    total += word.length;
    const places = onPage.get(word);
    const previous = found.at(-1);
    if (word === "" || places === undefined || places.length === 0) continue;
    const distances = places.map(([first]) => (first && previous ? distance(previous.box, first.box) : 0));
    const [chosen] = places.splice(distances.indexOf(Math.min(...distances)), 1);
    found.push(...(chosen ?? []));
  }
  return total > 0 && found.length >= total * foundShare ? found : undefined;
}

function groupByWord(letters: Letter[]): Letter[][] {
  const groups: Letter[][] = [];
  for (const letter of letters) {
    const group = groups.at(-1);
    if (group && group[0]?.word === letter.word) group.push(letter);
    else groups.push([letter]);
  }
  return groups;
}

/** A step along the line costs less than one to another line. */
function distance(from: Box, to: Box): number {
  return Math.abs(to[0] - from[2]) + 4 * Math.abs(verticalMiddle(to) - verticalMiddle(from));
}

/** The widest gap between words of one box, in line heights. Gaps between cells are wider. */
const widestGap = 2.5;

function mergeIntoLines(letters: Letter[]): Box[] {
  const lines: { box: Box; isSideways: boolean }[] = [];
  for (const { box, word } of letters) {
    const line = lines.at(-1);
    if (line && line.isSideways === word.isSideways && isSameLine(line.box, box, word.isSideways))
      line.box = unionOf([line.box, box]);
    else lines.push({ box, isSideways: word.isSideways });
  }
  return lines.map(({ box }) => box);
}

function isSameLine(line: Box, box: Box, isSideways: boolean): boolean {
  // Indices of the edges along the line and across it.
  const [from, to] = isSideways ? [1, 3] : [0, 2];
  const [near, far] = isSideways ? [0, 2] : [1, 3];
  const height = Math.min((line[far] ?? 0) - (line[near] ?? 0), (box[far] ?? 0) - (box[near] ?? 0));
  const shared = Math.min(line[far] ?? 0, box[far] ?? 0) - Math.max(line[near] ?? 0, box[near] ?? 0);
  const gap = Math.max((box[from] ?? 0) - (line[to] ?? 0), (line[from] ?? 0) - (box[to] ?? 0));
  return shared > height / 2 && gap < height * widestGap;
}
