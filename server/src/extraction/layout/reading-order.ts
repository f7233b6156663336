import { parseNumbering } from "../structure/numbering.ts";
import { type TextSegment, unionOf } from "./text-segment.ts";

/** A part of a page; blocks come in the order in which a person reads them. */
export type ReadingBlock =
  /** Lines of one column, from top to bottom. */
  | { kind: "lines"; lines: TextSegment[]; left: number; right: number }
  /** A row of a table: the lines of each cell, from left to right. */
  | { kind: "row"; cells: TextSegment[][] };

interface Row {
  segments: TextSegment[];
  baseline: number;
  size: number;
}

interface Gap {
  left: number;
  right: number;
}

/** Neighbouring rows that share a gap: columns of text, or a table. */
interface Region {
  rows: Row[];
  gaps: Gap[];
}

/** In points. Narrower gaps do not separate columns. */
const minGutter = 5;
/** Columns within columns within columns. */
const maxDepth = 3;

const listMarker = /^(?:[•●◦▪■□–—*·o-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\d{1,3}(?:\.\d{1,3})+\.?|§+|\d{1,2})$/;

/**
 * A page with more is read in the order of the file: finding columns and tables compares segments with one another. A dense page
 * of a newspaper has about a thousand.
 */
export const maxSegments = 5000;
const linesPerBlock = 500;

export function findReadingOrder(segments: TextSegment[], depth = 0): ReadingBlock[] {
  if (segments.length > maxSegments) return readInFileOrder(segments);
  const rows = groupIntoRows(segments);
  const blocks: ReadingBlock[] = [];
  for (const region of findRegions(rows)) {
    if (region.gaps.length === 0 || depth >= maxDepth) addLines(blocks, region.rows);
    else blocks.push(...readRegion(region, depth));
  }
  return blocks;
}

function readInFileOrder(segments: TextSegment[]): ReadingBlock[] {
  const sorted = segments.toSorted((a, b) => a.order - b.order);
  const blocks: ReadingBlock[] = [];
  for (let from = 0; from < sorted.length; from += linesPerBlock) {
    const lines = sorted.slice(from, from + linesPerBlock);
    const [left, , right] = unionOf(lines.map(({ box }) => box));
    blocks.push({ kind: "lines", lines, left, right });
  }
  return blocks;
}

/** Segments side by side form a row. Rows come from top to bottom, their segments from left to right. */
export function groupIntoRows(segments: TextSegment[]): Row[] {
  const rows: Row[] = [];
  const sorted = segments.toSorted((a, b) => a.baseline - b.baseline);
  for (const segment of sorted) {
    const row = rows.at(-1);
    // A superscript or subscript belongs to its line.
    if (row && segment.baseline - row.baseline < Math.max(row.size, segment.size) * 0.45) {
      row.segments.push(segment);
      if (segment.size > row.size) {
        row.size = segment.size;
        row.baseline = segment.baseline;
      }
    } else {
      rows.push({ segments: [segment], baseline: segment.baseline, size: segment.size });
    }
  }
  for (const row of rows) {
    if (row.segments.length > 1) row.segments = joinAdjacent(row.segments);
  }
  return rows;
}

/** Sorts segments along the line and joins those that touch. A list marker ("1.", "•") is joined with its paragraph. */
function joinAdjacent(segments: TextSegment[]): TextSegment[] {
  const joined: TextSegment[] = [];
  for (const segment of insertSuperscripts(segments).sort((a, b) => a.box[0] - b.box[0])) {
    const previous = joined.at(-1);
    const gap = previous ? segment.box[0] - previous.box[2] : 0;
    const hasMarker = previous && joined.length === 1 && listMarker.test(previous.text) && gap < previous.size * 6;
    const isTouching = previous && gap < Math.min(previous.size, segment.size) * 0.6 && gap > -previous.size;
    if (previous && (hasMarker || isTouching)) joined[joined.length - 1] = join(previous, segment, gap);
    else joined.push(segment);
  }
  return joined;
}

/** A superscript ("rd", "®") comes after its line in the file; it is appended to the word that it touches. */
function insertSuperscripts(segments: TextSegment[]): TextSegment[] {
  const tallest = Math.max(...segments.map(({ size }) => size));
  const isSuperscript = ({ size, text }: TextSegment) => size < tallest * 0.85 && text.length <= 6;
  const superscripts = segments.filter(isSuperscript);
  if (superscripts.length === 0) return segments;
  const lines = segments.filter((segment) => !isSuperscript(segment));
  for (const superscript of superscripts.sort((a, b) => b.box[0] - a.box[0])) {
    const at = lines.findIndex(
      ({ box, wordEdges }) => wordEdges && box[0] < superscript.box[0] && superscript.box[2] < box[2],
    );
    const line = lines[at];
    if (!line?.wordEdges) {
      lines.push(superscript);
      continue;
    }
    const words = line.text.split(" ");
    const edges = line.wordEdges;
    const behind = edges.findLastIndex((edge) => edge <= superscript.box[0] + superscript.size * 0.3);
    // Before the first edge it is within a word, and where in the word is unknown.
    if (behind < 0 || words.length !== edges.length) words.push(superscript.text);
    else words[behind] += superscript.text;
    lines[at] = { ...line, text: words.join(" ") };
  }
  return lines;
}

function join(left: TextSegment, right: TextSegment, gap: number): TextSegment {
  const isMarker = listMarker.test(left.text);
  // Right-to-left words are read from right to left.
  const [first, second] = isRightToLeft(left.text) && isRightToLeft(right.text) ? [right, left] : [left, right];
  const isOneWord = !isMarker && gap < Math.max(left.size, right.size) * 0.15 && left.size !== right.size;
  const main = isMarker || right.text.length > left.text.length ? right : left;
  return {
    text: `${first.text}${isOneWord ? "" : " "}${second.text}`,
    box: unionOf([left.box, right.box]),
    baseline: main.baseline,
    size: main.size,
    isBold: main.isBold,
    order: Math.min(left.order, right.order),
    ...(second.isHyphenated ? { isHyphenated: true } : {}),
  };
}

const isRightToLeft = (text: string) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);

function findRegions(rows: Row[]): Region[] {
  const regions: Region[] = [];
  let open: Region | undefined;
  // Rows on one side of the gap belong to the region only if a row on both sides follows.
  let pending: Row[] = [];
  let pendingGaps: Gap[] = [];
  const close = () => {
    while (open && pending[0] && endsCell(pending[0], open)) {
      open.gaps = subtractRow(open.gaps, pending[0]);
      open.rows.push(...pending.splice(0, 1));
    }
    if (open) regions.push(open);
    if (pending.length > 0) regions.push({ rows: pending, gaps: [] });
    open = undefined;
    pending = [];
  };
  for (const row of rows) {
    const previous = pending.at(-1) ?? open?.rows.at(-1);
    // Rows far below start a new region.
    if (previous && row.baseline - previous.baseline > Math.max(row.size, previous.size) * 5) close();
    if (row.segments.length === 1) {
      const left: Gap[] = open ? subtractRow(pending.length > 0 ? pendingGaps : open.gaps, row) : [];
      if (open && (left.length === 0 || isHeadingBelow(row, pending.at(-1) ?? open.rows.at(-1)))) close();
      pending.push(row);
      pendingGaps = left;
      continue;
    }
    const gaps = findGaps(row);
    const known: Gap[] = open && pending.length > 0 ? pendingGaps : (open?.gaps ?? []);
    if (open && intersect(known, gaps).length > 0) {
      open.rows.push(...pending, row);
      // A row whose last cells are empty has no words on both sides of the gaps before them.
      open.gaps = subtractRow(known, row);
      pending = [];
    } else {
      close();
      open = { rows: [row], gaps };
    }
  }
  close();
  return regions;
}

/** "Annex 2" in bold letters between two tables. */
function isHeadingBelow({ segments: [segment] }: Row, above: Row | undefined): boolean {
  return (
    segment?.isBold === true &&
    above?.segments.some(({ isBold }) => isBold) === false &&
    parseNumbering(segment.text) !== undefined
  );
}

/** The end of a longer column or cell: directly below it, of its size, and across none of the gaps. A heading is none. */
function endsCell(row: Row, { rows, gaps }: Region): boolean {
  const above = rows.at(-1);
  if (above === undefined || Math.abs(row.size - above.size) > 0.1 * above.size) return false;
  return row.baseline - above.baseline < row.size * 1.5 && subtractRow(gaps, row).length === gaps.length;
}

function findGaps(row: Row): Gap[] {
  const gaps: Gap[] = [];
  for (const [index, segment] of row.segments.entries()) {
    const previous = row.segments[index - 1];
    if (previous) gaps.push({ left: previous.box[2], right: segment.box[0] });
  }
  return gaps.filter(({ left, right }) => right - left >= minGutter);
}

function intersect(some: Gap[], others: Gap[]): Gap[] {
  return some.flatMap((gap) =>
    others
      .map((other) => ({ left: Math.max(gap.left, other.left), right: Math.min(gap.right, other.right) }))
      .filter(({ left, right }) => right - left >= minGutter),
  );
}

/** What the row's words leave of the gaps. */
function subtractRow(gaps: Gap[], row: Row): Gap[] {
  return gaps
    .map(({ left, right }) => {
      let gap = { left, right };
      for (const { box } of row.segments) {
        if (box[2] <= gap.left || box[0] >= gap.right) continue;
        gap = box[0] < gap.left ? { left: box[2], right: gap.right } : { left: gap.left, right: box[0] };
      }
      return gap;
    })
    .filter(({ left, right }) => right - left >= minGutter);
}

function addLines(blocks: ReadingBlock[], rows: Row[]): void {
  const lines = rows.map(({ segments }) => segments.reduce((line, segment) => join(line, segment, segment.size)));
  if (lines.length === 0) return;
  const last = blocks.at(-1);
  const left = Math.min(...lines.map(({ box }) => box[0]));
  const right = Math.max(...lines.map(({ box }) => box[2]));
  if (last?.kind === "lines") {
    last.lines.push(...lines);
    last.left = Math.min(last.left, left);
    last.right = Math.max(last.right, right);
  } else {
    blocks.push({ kind: "lines", lines, left, right });
  }
}

function readRegion(region: Region, depth: number): ReadingBlock[] {
  const { rows, gaps } = region;
  const twoSided = rows.filter(({ segments }) => segments.length > 1).length;
  const widestGap = Math.max(...gaps.map(({ left, right }) => right - left));
  const blocks: ReadingBlock[] = [];
  if (twoSided === 1 && widestGap < (rows[0]?.size ?? 0) * 3) {
    // A single gap in a single line is a tab or a stretched line.
    addLines(blocks, rows);
    return blocks;
  }

  const columns = gaps.map(({ left, right }) => (left + right) / 2);
  const columnOf = (segment: TextSegment) => columns.filter((edge) => segment.box[0] >= edge).length;
  const byOrder = rows.flatMap(({ segments }) => segments).sort((a, b) => a.order - b.order);
  let switches = 0;
  for (const [index, segment] of byOrder.entries()) {
    const previous = byOrder[index - 1];
    if (previous && columnOf(previous) !== columnOf(segment)) switches++;
  }

  const parts = Array.from({ length: columns.length + 1 }, (_, column) =>
    byOrder.filter((segment) => columnOf(segment) === column),
  );
  // Cells that repeatedly begin at the same height on both sides are rows of a table.
  const alignedStarts = groupWrappedRows(rows).filter(([first]) => (first?.segments.length ?? 0) > 1).length;
  const isAligned = alignedStarts > 2 && alignedStarts < twoSided;
  if (isColumns(parts, { twoSided, switches, isAligned })) {
    return parts.flatMap((part) => findReadingOrder(part, depth + 1));
  }
  return buildTableRows(rows, byOrder, columnOf, { columnCount: parts.length, isRowByRow: switches >= twoSided });
}

/** Columns are running text on all sides that comes one column after the other in the file, or is too long for cells. */
function isColumns(
  parts: TextSegment[][],
  { twoSided, switches, isAligned }: { twoSided: number; switches: number; isAligned: boolean },
): boolean {
  if (twoSided < 4 || parts.length > 4) return false;
  let isProse = true;
  let isDense = true;
  for (const part of parts) {
    const left = Math.min(...part.map(({ box }) => box[0]));
    const right = Math.max(...part.map(({ box }) => box[2]));
    const fill = part.reduce((sum, { box }) => sum + (box[2] - box[0]), 0) / (part.length * Math.max(1, right - left));
    const words = part.reduce((sum, { text }) => sum + text.split(" ").length, 0) / part.length;
    if (words < 3 || fill < 0.45) isProse = false;
    if (words < 4 || fill < 0.6) isDense = false;
  }
  const isColumnByColumn = switches <= Math.max(parts.length - 1, twoSided * 0.3);
  return (isColumnByColumn && isProse) || (isDense && !isAligned && twoSided >= 6 && switches >= twoSided * 1.5);
}

function buildTableRows(
  rows: Row[],
  byOrder: TextSegment[],
  columnOf: (segment: TextSegment) => number,
  { columnCount, isRowByRow }: { columnCount: number; isRowByRow: boolean },
): ReadingBlock[] {
  const emptyCells = () => Array.from({ length: columnCount }, (): TextSegment[] => []);
  const groupByPosition = () =>
    groupWrappedRows(rows).map((lines) => {
      const cells = emptyCells();
      for (const segment of lines.flatMap(({ segments }) => segments)) cells[columnOf(segment)]?.push(segment);
      return cells;
    });
  return (
    isRowByRow ? (readRowsInFileOrder(byOrder, columnOf, emptyCells) ?? groupByPosition()) : groupByPosition()
  ).map((cells) => ({
    kind: "row",
    cells: cells.filter((cell) => cell.length > 0),
  }));
}

/** Where some lines are visibly apart, those that are not belong to the same row. */
function groupWrappedRows(rows: Row[]): Row[][] {
  const distances = rows.slice(1).map((row, index) => (row.baseline - (rows[index]?.baseline ?? 0)) / row.size);
  const tight = Math.min(...distances, 1.35);
  const isApart = (distance: number | undefined) => distance === undefined || distance > tight * 1.3;
  if (!distances.some(isApart)) return rows.map((row) => [row]);
  const wrapped: Row[][] = [];
  for (const [index, row] of rows.entries()) {
    if (index === 0 || isApart(distances[index - 1])) wrapped.push([row]);
    else wrapped.at(-1)?.push(row);
  }
  return wrapped;
}

/** For a table written cell by cell: a step back to the left starts a row, and a cell may have several lines. */
function readRowsInFileOrder(
  byOrder: TextSegment[],
  columnOf: (segment: TextSegment) => number,
  emptyCells: () => TextSegment[][],
): TextSegment[][][] | undefined {
  const rows: TextSegment[][][] = [];
  let previous: TextSegment | undefined;
  let hasWrappedCell = false;
  for (const segment of byOrder) {
    const column = columnOf(segment);
    const isNextCell = previous && column > columnOf(previous);
    const isNextLine =
      previous && column === columnOf(previous) && segment.baseline - previous.baseline < segment.size * 1.6;
    hasWrappedCell ||= isNextLine === true;
    if (!isNextCell && !isNextLine) rows.push(emptyCells());
    rows.at(-1)?.[column]?.push(segment);
    previous = segment;
  }
  const topOf = (row: TextSegment[][]) => Math.min(...row.flat().map(({ baseline }) => baseline));
  const isDownwards = rows.every((row, index) => index === 0 || topOf(row) > topOf(rows[index - 1] ?? row));
  // A table written line by line does not show which lines form a row.
  return isDownwards && hasWrappedCell ? rows : undefined;
}
