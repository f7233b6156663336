import { collectVocabulary, joinText, type Vocabulary } from "../layout/join-lines.ts";
import { block, type TextBlock } from "../text/text-block.ts";
import { type Numbering, parseNumbering } from "./numbering.ts";
import { findTableRows, isTableRule, type TextLine } from "./text-tables.ts";
import { isAllCapitals } from "./title-like.ts";

const minWrapWidth = 30;
const maxWrapWidth = 200;
/** Wider text is taken for wrapped only if it has some lines that show it. */
const usualWrapWidth = 110;
const minWideLines = 8;
/** A line is full if the next word would not have fitted into this share of the width. */
const fullShare = 0.94;
/** Lists and addresses have short lines even in wrapped text; paragraphs of one line each rarely end near one width. */
const minFullLines = 0.3;
/** A shorter line that does not end a sentence is a title or a member of a list. */
const minBrokenLine = 60;

const bullet = /^\s*(?:[-*+•●▪◦‣·–—o])\s+\S/;
/** The mark of a list item, or a dash within a sentence. */
const dash = /^\s*[–—]\s/;
const anyMarker = /^\s*(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\d{1,3}(?:\.\d{1,3})+\.?|§{1,2}\s?\d{1,3})\s+\S/;
const sentenceEnd = /[.!?:;]["”’»)\]]*$/;
/** "pursuant to clause" and "of" continue with the number in the next line. */
const continuesWithNumber =
  /(?:^|\s)(?:clauses?|sections?|articles?|art\.?|paragraphs?|annex(?:es)?|schedules?|parts?|§|no\.|nr\.|abs\.|and|or|of|to|in|under|with|by|artikel|ziffer|absatz|und|oder|gemäß|l'article|et|ou|de|artículos?|apartado|y|o|cláusulas?)$/i;
const pageNumberLine =
  /^\s*(?:[-–—]\s*)?(?:(?:page|seite|página)\s+)?\d{1,4}(?:\s*(?:of|von|de|sur|\/)\s*\d{1,4})?(?:\s*[-–—])?\s*$/i;

/** Paragraphs, list items and table rows of plain text, with wrapped lines joined. */
export function readTextBlocks(text: string): TextBlock[] {
  const lines = splitIntoLines(text);
  const texts = lines.map((line) => line.text);
  const rows = findTableRows(lines);
  const joiner = new LineJoiner(findWrapping(lines), collectVocabulary(texts));
  for (let index = 0; index < lines.length; index++) {
    const [line, found] = [lines[index], rows.get(index)];
    if (found !== undefined) {
      joiner.addRow(found.row);
      index += found.lineCount - 1;
    } else if (line !== undefined && !isTableRule(line.text)) joiner.addLine(line);
  }
  return joiner.finish();
}

function splitIntoLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let isApart = true;
  for (const raw of text.split(/\r\n|[\n\r\u2028\u2029\u0085]|(?=\f)/)) {
    const line = raw.replace("\f", "").trimEnd();
    if (line === "" || raw.startsWith("\f")) isApart = true;
    if (line === "") continue;
    lines.push({ text: line, indent: line.length - line.trimStart().length, isApart });
    isApart = false;
  }
  return lines;
}

interface Wrapping {
  width: number;
  /** An empty line is between all lines, also those of one paragraph. */
  isDoubleSpaced: boolean;
}

const startsInside = (line: string) => /^\s*\p{Ll}/u.test(line) && !anyMarker.test(line);

/**
 * How the text is hard-wrapped; undefined if it is not. In wrapped text many lines that are followed by another one end where the
 * first word of that would not have fitted.
 */
function findWrapping(lines: TextLine[]): Wrapping | undefined {
  const isInside = lines.map(({ text }) => startsInside(text));
  const apart = lines.filter(({ isApart }, index) => isApart && isInside[index] === true).length;
  const isDoubleSpaced = apart > isInside.filter(Boolean).length * 0.6 && apart > lines.length * 0.2;
  const pairs = lines.flatMap(({ text }, index) => {
    const next = lines[index + 1];
    if (next === undefined || (next.isApart && !isDoubleSpaced)) return [];
    return [{ length: text.length, next: next.text }];
  });
  const lengths = pairs.map(({ length }) => length).sort((a, b) => a - b);
  const width = lengths[Math.floor(lengths.length * 0.97)] ?? 0;
  if (width < minWrapWidth || width > maxWrapWidth) return undefined;
  if (width > usualWrapWidth && pairs.length < minWideLines) return undefined;
  const full = pairs.filter(({ length, next }) => isFull(length, next, width));
  return full.length >= pairs.length * minFullLines ? { width, isDoubleSpaced } : undefined;
}

function isFull(length: number, next: string, width: number): boolean {
  const firstWord = /^\s*(\S{0,200})/.exec(next)?.[1]?.length ?? 0;
  return length + 1 + firstWord > width * fullShare;
}

/** Of a long paragraph only the end is joined with the next line: joining all of it would copy it for every line. */
const maxOpenText = 4000;
const maxJoinedText = 400;

interface OpenParagraph {
  /** What is before `text`. */
  done: string[];
  text: string;
  kind: TextBlock["kind"];
  indent: number;
  isCapitals: boolean;
  last: TextLine;
  lineCount: number;
}

class LineJoiner {
  #blocks: TextBlock[] = [];
  #wrapping: Wrapping | undefined;
  #vocabulary: Vocabulary;
  #open: OpenParagraph | undefined;
  #isAfterPageNumber = false;

  constructor(wrapping: Wrapping | undefined, vocabulary: Vocabulary) {
    this.#wrapping = wrapping;
    this.#vocabulary = vocabulary;
  }

  finish(): TextBlock[] {
    this.#close();
    return this.#blocks;
  }

  addRow(row: TextBlock): void {
    this.#close();
    this.#blocks.push(row);
  }

  addLine(line: TextLine): void {
    if (line.isApart && pageNumberLine.test(line.text)) {
      // A sentence may continue behind the number of the page.
      this.#blocks.push(block(line.text, "footer"));
      this.#isAfterPageNumber = true;
      return;
    }
    const isApart = line.isApart || this.#isAfterPageNumber;
    this.#isAfterPageNumber = false;
    const numbering = parseNumbering(line.text);
    const isOr = this.#open !== undefined && isOrInside(line.text, this.#open.last.text, this.#open.text);
    const isItem = !isOr && (bullet.test(line.text) || anyMarker.test(line.text));
    if (this.#open !== undefined && this.#isContinued(this.#open, { ...line, isApart }, isItem, numbering)) {
      const text = joinText(this.#open.text, line.text.trim(), this.#vocabulary);
      const cut = text.length > maxOpenText ? text.length - maxJoinedText : 0;
      if (cut > 0) this.#open.done.push(text.slice(0, cut));
      this.#open.text = text.slice(cut);
      this.#open.last = line;
      this.#open.lineCount += 1;
      return;
    }
    this.#close();
    this.#open = {
      done: [],
      text: line.text.trim(),
      kind: isItem ? "listItem" : "body",
      indent: line.indent,
      isCapitals: isAllCapitals(line.text),
      last: line,
      lineCount: 1,
    };
  }

  #close(): void {
    if (this.#open !== undefined) {
      const { done, text, kind } = this.#open;
      this.#blocks.push(block([...done, text].join(""), kind));
    }
    this.#open = undefined;
  }

  #isContinued(open: OpenParagraph, line: TextLine, isItem: boolean, numbering: Numbering | undefined): boolean {
    const { last } = open;
    const endsSentence = sentenceEnd.test(last.text);
    const isLower = startsInside(line.text);
    const width = this.#wrapping?.width;
    const isFullLine = width !== undefined && isFull(last.text.length, line.text, width);
    const isDashInside = open.kind === "body" && isFullLine && !line.isApart && !endsSentence && dash.test(line.text);
    if ((isItem && bullet.test(line.text) && !isDashInside) || (open.isCapitals && !isAllCapitals(line.text)))
      return false;
    // In double-spaced text an empty line says nothing.
    const isApart = line.isApart && this.#wrapping?.isDoubleSpaced !== true;
    if (isItem || numbering !== undefined)
      return isFullLine && !isApart && isReference(last.text, line.text, numbering);
    if (line.isApart && !(this.#wrapping?.isDoubleSpaced === true && isFullLine)) {
      return (
        isLower &&
        !/[.!?:;,]["”’»)\]]*$/.test(last.text) &&
        last.text.length >= Math.min(minBrokenLine, (width ?? 999) * 0.7)
      );
    }
    if (width === undefined)
      return isLower && !endsSentence && !last.text.endsWith(",") && last.text.length >= minBrokenLine;
    if (isFullLine) return !(line.isApart && endsSentence) && !(endsSentence && isIndented(open, line));
    return isLower && !endsSentence && last.text.length > width * 0.5;
  }
}

/** A line that begins with "o" continues a Spanish or Italian sentence; elsewhere "o" is a bullet. */
export function isOrInside(line: string, above: string, paragraph: string): boolean {
  return /^\s*o\s+\p{Ll}/u.test(line) && !sentenceEnd.test(above.trimEnd()) && !/^\s*o\s/.test(paragraph);
}

/** The first line of a paragraph is indented, the lines of the paragraph above it are not. */
const isIndented = ({ indent, last, lineCount }: OpenParagraph, line: TextLine) =>
  line.indent > last.indent && (lineCount > 1 || indent === line.indent);

/** "… under clause" and "5. The …" in the next line. */
function isReference(last: string, line: string, numbering: Numbering | undefined): boolean {
  if (sentenceEnd.test(last)) return false;
  if (continuesWithNumber.test(last.slice(-40))) return !/,$/.test(last);
  if (/[,;]$/.test(last)) return false;
  return numbering?.word !== "" || !/^\s*\(?[a-z\d]{1,4}[.)]\s+\p{Lu}/u.test(line);
}
