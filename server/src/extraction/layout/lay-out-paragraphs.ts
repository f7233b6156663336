import type { ParagraphKind } from "../extracted-file.ts";
import { isOrInside } from "../structure/wrapped-lines.ts";
import { isWithinReference, joinLines, type Vocabulary } from "./join-lines.ts";
import { findReadingOrder, type ReadingBlock } from "./reading-order.ts";
import { type Box, type TextSegment, unionOf } from "./text-segment.ts";

/** A paragraph before headings are detected. */
export interface LaidOutParagraph {
  text: string;
  kind: ParagraphKind;
  box: Box;
  size: number;
  isBold: boolean;
  lineCount: number;
  /** Leaves room at the end of its line, as headings do. */
  isShort: boolean;
}

const listMarker =
  /^(?:[•●◦▪■□–—*·]\s|[-o]\s(?=\S)|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]\s|\(\w{1,4}\)\s|\d{1,3}(?:\.\d{1,3})+\.?\s)/;
const maxLinesOfUnknownColumn = 2;
/** Each is compared with all others. */
const maxBlocksCompared = 200;
const sentenceEnd = /[.:;!?]["”’)]?$/;

export function layOutParagraphs(segments: TextSegment[], vocabulary: Vocabulary): LaidOutParagraph[] {
  const paragraphs: LaidOutParagraph[] = [];
  const blocks = findReadingOrder(segments);
  for (const block of blocks) {
    if (block.kind === "row") paragraphs.push(buildTableRow(block.cells, vocabulary));
    else {
      const column = { left: block.left, right: findColumnEdge(block, blocks) };
      for (const lines of splitIntoParagraphs(block)) paragraphs.push(buildParagraph(lines, column, vocabulary));
    }
  }
  return paragraphs;
}

/** A few lines do not fill their column; others with the same left edge show how wide it is. */
function findColumnEdge(block: ReadingBlock & { kind: "lines" }, blocks: ReadingBlock[]): number {
  if (block.lines.length > maxLinesOfUnknownColumn || blocks.length > maxBlocksCompared) return block.right;
  const size = block.lines[0]?.size ?? 0;
  const rights = blocks.map((other) =>
    other.kind === "lines" && Math.abs(other.left - block.left) < size ? other.right : block.right,
  );
  return Math.max(block.right, ...rights);
}

function buildTableRow(cells: TextSegment[][], vocabulary: Vocabulary): LaidOutParagraph {
  const segments = cells.flat();
  return {
    text: cells.map((cell) => joinLines(cell, vocabulary)).join(" | "),
    kind: "tableRow",
    box: unionOf(segments.map(({ box }) => box)),
    size: segments[0]?.size ?? 0,
    isBold: segments.every(({ isBold }) => isBold),
    lineCount: 1,
    isShort: false,
  };
}

function buildParagraph(
  lines: TextSegment[],
  { left, right }: { left: number; right: number },
  vocabulary: Vocabulary,
): LaidOutParagraph {
  const text = joinLines(lines, vocabulary);
  const box = unionOf(lines.map(({ box }) => box));
  return {
    text,
    kind: listMarker.test(text) ? "listItem" : "body",
    box,
    size: Math.max(...lines.map(({ size }) => size)),
    isBold: lines.every(({ isBold }) => isBold),
    lineCount: lines.length,
    isShort: box[2] - box[0] < (right - left) * 0.9 || text.length < 60,
  };
}

function splitIntoParagraphs(block: ReadingBlock & { kind: "lines" }): TextSegment[][] {
  const paragraphs: TextSegment[][] = [];
  const distance = findLineDistance(block.lines);
  const edges = { left: block.left, right: findRightEdge(block.lines) };
  for (const [index, line] of block.lines.entries()) {
    const previous = block.lines[index - 1];
    const paragraph = paragraphs.at(-1);
    if (previous && paragraph && isSameParagraph(previous, line, { paragraph, distance, block: edges }))
      paragraph.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
}

/** The usual distance between neighbouring lines, in font heights. */
function findLineDistance(lines: TextSegment[]): number {
  const distances: number[] = [];
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1];
    if (previous && Math.abs(previous.size - line.size) < 0.6)
      distances.push((line.baseline - previous.baseline) / line.size);
  }
  distances.sort((a, b) => a - b);
  const usual = distances[Math.floor(distances.length * 0.35)] ?? 1.2;
  return Math.min(Math.max(usual, 1), 2.6);
}

/** Where full lines end. A percentile, so that one longer line does not make all others short. */
function findRightEdge(lines: TextSegment[]): number {
  const rights = lines.map(({ box }) => box[2]).sort((a, b) => a - b);
  return rights[Math.floor((rights.length - 1) * 0.85)] ?? 0;
}

function isSameParagraph(
  previous: TextSegment,
  line: TextSegment,
  {
    paragraph,
    distance,
    block,
  }: { paragraph: TextSegment[]; distance: number; block: { left: number; right: number } },
): boolean {
  const first = paragraph[0] ?? previous;
  if (Math.abs(previous.size - line.size) > Math.max(previous.size, line.size) * 0.12) return false;
  if ((line.baseline - previous.baseline) / line.size > distance * 1.18 + 0.08) return false;
  if (line.isBold !== previous.isBold && line.isBold !== first.isBold) return false;
  if (previous.isHyphenated || isWithinReference(previous.text, line.text)) return true;
  const width = block.right - block.left;
  const isDashInside =
    /^[–—]\s/.test(line.text) &&
    (!listMarker.test(first.text) || /^\d/.test(first.text)) &&
    !sentenceEnd.test(previous.text) &&
    previous.box[2] > block.right - width * 0.12;
  if (isDashInside) return true;
  const isMarked = listMarker.test(line.text) && !isOrInside(line.text, previous.text, first.text);
  if (isMarked && (!/^\d+\.\d/.test(line.text) || sentenceEnd.test(previous.text))) return false;
  const isIndented = line.box[0] - previous.box[0] > line.size * 0.9;
  // An indented line begins a paragraph, unless it continues a list item or follows a full first line.
  if (
    isIndented &&
    !(paragraph.length === 1 && (listMarker.test(first.text) || previous.box[2] > block.right - width * 0.12))
  ) {
    return false;
  }
  const leftShift = Math.abs(line.box[0] - previous.box[0]);
  const middleShift = Math.abs(line.box[0] + line.box[2] - previous.box[0] - previous.box[2]) / 2;
  // On a title page a centred line and one that is not centred are two paragraphs.
  if (Math.min(leftShift, middleShift) > line.size * 2.5 && previous.box[0] - block.left > line.size * 2) return false;
  const hasRoomForMore = block.right - previous.box[2] > Math.max(width * 0.2, line.size * 4);
  if (!hasRoomForMore || !/^["“„«(]?[\p{Lu}\d]/u.test(line.text)) return true;
  return !sentenceEnd.test(previous.text) && paragraph.length > 1;
}
