import type { ExtractedPage, Paragraph } from "../extracted-file.ts";
import type { PageView, PageWord } from "../page-view.ts";
import { type Box, unionOf } from "./text-segment.ts";

/** A range of the page's text. */
export interface TextSpan {
  start: number;
  end: number;
}

export interface QuoteBoxes {
  /** In points from the top left corner, one for each line or cell that the words stand on. */
  boxes: Box[];
  /** False where the letters' own places are not known and whole paragraphs are shown instead: words read from a picture. */
  areExact: boolean;
}

/** Letters that may stand on the page and not in its text, or the other way round: spaces, hyphens, marks between cells. */
const ignored = /[\s|\-\u00ad\u2010\u2011\u200b-\u200f\u2060\ufeff]/;
/** Points by which a letter may stick out of its paragraph. */
const slack = 2;
/** Share of the quoted letters that must be found for the boxes to count as those of the quote. */
const foundShare = 0.9;

/** Where on the drawn page the words of its text stand that the span covers. */
export function quoteBoxes(
  page: Pick<ExtractedPage, "text" | "paragraphs">,
  view: PageView,
  span: TextSpan,
): QuoteBoxes {
  const boxes: Box[] = [];
  let areExact = true;
  for (const paragraph of page.paragraphs) {
    const start = Math.max(span.start, paragraph.start);
    const end = Math.min(span.end, paragraph.end);
    if (start >= end || comparable(page.text.slice(start, end)) === "") continue;
    const letters = lettersWithin(view, paragraph.box);
    const found = findLetters(page.text, paragraph, { start, end }, letters);
    if (found !== undefined) boxes.push(...toLines(found));
    else {
      areExact = false;
      if (paragraph.box !== undefined) boxes.push(paragraph.box);
    }
  }
  return { boxes, areExact: areExact && boxes.length > 0 };
}

/** Where in a text a quote stands, whatever breaks its lines and words; undefined where it does not. */
export function spanOf(text: string, quote: string): TextSpan | undefined {
  const exact = text.indexOf(quote);
  if (exact >= 0 && quote !== "") return { start: exact, end: exact + quote.length };
  const wanted = comparable(quote);
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

const comparable = (text: string) => [...text].filter((letter) => !ignored.test(letter)).join("");

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

/** In the order of the file where that is the order of the text, else line by line, else word by word. */
function findLetters(text: string, paragraph: Paragraph, span: TextSpan, letters: Letter[]): Letter[] | undefined {
  const wanted = comparable(text.slice(span.start, span.end));
  // Of a sentence that the paragraph says twice, the one that is meant.
  const before = comparable(text.slice(paragraph.start, span.start)).length;
  return (
    findInOrder(letters, wanted, before) ??
    findInOrder(lineByLine(letters), wanted, before) ??
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

function lineByLine(letters: Letter[]): Letter[] {
  const lines: Letter[][] = [];
  const byTop = letters.toSorted((a, b) => middleOf(a.box) - middleOf(b.box));
  for (const letter of byTop) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (line && last && middleOf(letter.box) - middleOf(last.box) < (letter.box[3] - letter.box[1]) / 3)
      line.push(letter);
    else lines.push([letter]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.box[0] - b.box[0]));
}

const middleOf = ([, top, , bottom]: Box) => (top + bottom) / 2;

/** Cells of a table stand side by side, and what is raised stands apart: each word by itself, near the one before it. */
function findWords(letters: Letter[], quote: string): Letter[] | undefined {
  const onPage = new Map<string, Letter[][]>();
  for (const word of groupedByWord(letters)) {
    const text = word.map((letter) => letter.text).join("");
    onPage.set(text, [...(onPage.get(text) ?? []), word]);
  }
  const found: Letter[] = [];
  let total = 0;
  for (const word of quote.split(/\s+/).map(comparable)) {
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

function groupedByWord(letters: Letter[]): Letter[][] {
  const groups: Letter[][] = [];
  for (const letter of letters) {
    const group = groups.at(-1);
    if (group && group[0]?.word === letter.word) group.push(letter);
    else groups.push([letter]);
  }
  return groups;
}

/** Along the line costs less than to another one. */
function distance(from: Box, to: Box): number {
  return Math.abs(to[0] - from[2]) + 4 * Math.abs(middleOf(to) - middleOf(from));
}

/** Gaps between words, in heights of the line, that a box reaches over; between cells they are wider. */
const widestGap = 2.5;

function toLines(letters: Letter[]): Box[] {
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
  // The line's direction, and across it.
  const [from, to] = isSideways ? [1, 3] : [0, 2];
  const [near, far] = isSideways ? [0, 2] : [1, 3];
  const height = Math.min((line[far] ?? 0) - (line[near] ?? 0), (box[far] ?? 0) - (box[near] ?? 0));
  const shared = Math.min(line[far] ?? 0, box[far] ?? 0) - Math.max(line[near] ?? 0, box[near] ?? 0);
  const gap = Math.max((box[from] ?? 0) - (line[to] ?? 0), (line[from] ?? 0) - (box[to] ?? 0));
  return shared > height / 2 && gap < height * widestGap;
}
