import type { TextSegment } from "./text-segment.ts";

/** What stands on a page, in the order in which a person reads it. */
export type ReadingBlock =
  /** Lines of one column, from top to bottom. */
  | { kind: "lines"; lines: TextSegment[]; left: number; right: number }
  /** A row of a table: the lines of each cell, from left to right. */
  | { kind: "row"; cells: TextSegment[][] };

interface VisualRow {
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
  rows: VisualRow[];
  gaps: Gap[];
}

/** A narrower strip between columns, in points, is chance. */
const minGutter = 5;
/** Columns within columns within columns: deeper than that it is no longer reading. */
const maxDepth = 3;

const marker = /^(?:[•●◦▪■□–—*·o-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\d{1,3}(?:\.\d{1,3})+\.?|§+|\d{1,2})$/;

export function inReadingOrder(segments: TextSegment[], depth = 0): ReadingBlock[] {
  const rows = visualRows(segments);
  const blocks: ReadingBlock[] = [];
  for (const region of regionsOf(rows)) {
    if (region.gaps.length === 0 || depth >= maxDepth) addLines(blocks, region.rows);
    else blocks.push(...readRegion(region, depth));
  }
  return blocks;
}

/** What stands beside each other, from left to right, from top to bottom. */
export function visualRows(segments: TextSegment[]): VisualRow[] {
  const rows: VisualRow[] = [];
  const sorted = segments.toSorted((a, b) => a.baseline - b.baseline);
  for (const segment of sorted) {
    const row = rows.at(-1);
    // A raised or lowered mark belongs to its line.
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
    if (row.segments.length > 1) row.segments = besideEachOther(row.segments);
  }
  return rows;
}

/** Sorted along the line; a mark before a paragraph ("1.", "•") is part of it, and so is what touches. */
function besideEachOther(segments: TextSegment[]): TextSegment[] {
  const joined: TextSegment[] = [];
  for (const segment of withMarksInPlace(segments).sort((a, b) => a.box[0] - b.box[0])) {
    const previous = joined.at(-1);
    const gap = previous ? segment.box[0] - previous.box[2] : 0;
    const isMarked = previous && joined.length === 1 && marker.test(previous.text) && gap < previous.size * 6;
    const isTouching = previous && gap < Math.min(previous.size, segment.size) * 0.6 && gap > -previous.size;
    if (previous && (isMarked || isTouching)) joined[joined.length - 1] = join(previous, segment, gap);
    else joined.push(segment);
  }
  return joined;
}

/** A raised "rd" or "®" is written after its line and stands within it: it goes behind the word it touches. */
function withMarksInPlace(segments: TextSegment[]): TextSegment[] {
  const tallest = Math.max(...segments.map(({ size }) => size));
  const isMark = ({ size, text }: TextSegment) => size < tallest * 0.85 && text.length <= 6;
  const marks = segments.filter(isMark);
  if (marks.length === 0) return segments;
  const lines = segments.filter((segment) => !isMark(segment));
  for (const mark of marks.sort((a, b) => b.box[0] - a.box[0])) {
    const at = lines.findIndex(({ box, wordEdges }) => wordEdges && box[0] < mark.box[0] && mark.box[2] < box[2]);
    const line = lines[at];
    if (!line?.wordEdges) {
      lines.push(mark);
      continue;
    }
    const words = line.text.split(" ");
    const edges = line.wordEdges;
    const behind = edges.findLastIndex((edge) => edge <= mark.box[0] + mark.size * 0.3);
    // Before the first edge it stands within a word, which cannot be told apart here.
    if (behind < 0 || words.length !== edges.length) words.push(mark.text);
    else words[behind] += mark.text;
    lines[at] = { ...line, text: words.join(" "), ...(behind < 0 ? {} : { wordEdges: edges }) };
  }
  return lines;
}

function join(left: TextSegment, right: TextSegment, gap: number): TextSegment {
  const isMarker = marker.test(left.text);
  // Right-to-left words stand the other way round on the page than they are read.
  const [first, second] = isRightToLeft(left.text) && isRightToLeft(right.text) ? [right, left] : [left, right];
  const isOneWord = !isMarker && gap < Math.max(left.size, right.size) * 0.15 && left.size !== right.size;
  const main = isMarker || right.text.length > left.text.length ? right : left;
  return {
    text: `${first.text}${isOneWord ? "" : " "}${second.text}`,
    box: [
      Math.min(left.box[0], right.box[0]),
      Math.min(left.box[1], right.box[1]),
      Math.max(left.box[2], right.box[2]),
      Math.max(left.box[3], right.box[3]),
    ],
    baseline: main.baseline,
    size: main.size,
    isBold: main.isBold,
    order: Math.min(left.order, right.order),
    ...(second.isHyphenated ? { isHyphenated: true } : {}),
  };
}

const isRightToLeft = (text: string) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);

function regionsOf(rows: VisualRow[]): Region[] {
  const regions: Region[] = [];
  let open: Region | undefined;
  // One-sided rows belong to the region only if a two-sided one follows: the last lines of a longer column.
  let pending: VisualRow[] = [];
  let pendingGaps: Gap[] = [];
  const close = () => {
    // The rest of a longer column, or of a cell: directly below, and still on one side of the gap.
    while (open && pending[0] && pendingGaps.length > 0 && isDirectlyBelow(pending[0], open.rows.at(-1))) {
      open.rows.push(...pending.splice(0, 1));
      open.gaps = pendingGaps;
    }
    if (open) regions.push(open);
    if (pending.length > 0) regions.push({ rows: pending, gaps: [] });
    open = undefined;
    pending = [];
  };
  for (const row of rows) {
    const previous = pending.at(-1) ?? open?.rows.at(-1);
    // Far below it is another matter.
    if (previous && row.baseline - previous.baseline > Math.max(row.size, previous.size) * 5) close();
    if (row.segments.length === 1) {
      const left: Gap[] = open ? without(pending.length > 0 ? pendingGaps : open.gaps, row) : [];
      if (open && left.length === 0) close();
      pending.push(row);
      pendingGaps = left;
      continue;
    }
    const gaps = gapsOf(row);
    const shared: Gap[] = open ? intersect(pending.length > 0 ? pendingGaps : open.gaps, gaps) : [];
    if (open && shared.length > 0) {
      open.rows.push(...pending, row);
      open.gaps = shared;
      pending = [];
    } else {
      close();
      open = { rows: [row], gaps };
    }
  }
  close();
  return regions;
}

function isDirectlyBelow(row: VisualRow, above: VisualRow | undefined): boolean {
  return above !== undefined && row.baseline - above.baseline < Math.max(row.size, above.size) * 1.5;
}

function gapsOf(row: VisualRow): Gap[] {
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

/** The gaps that are left when this row's words are taken out of them. */
function without(gaps: Gap[], row: VisualRow): Gap[] {
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

function addLines(blocks: ReadingBlock[], rows: VisualRow[]): void {
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
    // One wide gap in one line: a tab or a stretched line.
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
  // Where both sides begin anew at the same height, and again and again, these are rows.
  const alignedStarts = wrappedRows(rows).filter(([first]) => (first?.segments.length ?? 0) > 1).length;
  const isAligned = alignedStarts > 2 && alignedStarts < twoSided;
  if (isColumns(parts, { twoSided, switches, isAligned })) {
    return parts.flatMap((part) => inReadingOrder(part, depth + 1));
  }
  return tableRows(rows, byOrder, columnOf, { columnCount: parts.length, isRowByRow: switches >= twoSided });
}

/** Running text on both sides, and written one column after the other or too wordy for cells. */
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

function tableRows(
  rows: VisualRow[],
  byOrder: TextSegment[],
  columnOf: (segment: TextSegment) => number,
  { columnCount, isRowByRow }: { columnCount: number; isRowByRow: boolean },
): ReadingBlock[] {
  const emptyCells = () => Array.from({ length: columnCount }, (): TextSegment[] => []);
  const visual = () =>
    wrappedRows(rows).map((lines) => {
      const cells = emptyCells();
      for (const segment of lines.flatMap(({ segments }) => segments)) cells[columnOf(segment)]?.push(segment);
      return cells;
    });
  return (isRowByRow ? (rowsAsWritten(byOrder, columnOf, emptyCells) ?? visual()) : visual()).map((cells) => ({
    kind: "row",
    cells: cells.filter((cell) => cell.length > 0),
  }));
}

/** Where rows stand visibly apart, lines that do not are lines of the same row. */
function wrappedRows(rows: VisualRow[]): VisualRow[][] {
  const distances = rows.slice(1).map((row, index) => (row.baseline - (rows[index]?.baseline ?? 0)) / row.size);
  const tight = Math.min(...distances, 1.35);
  const isApart = (distance: number | undefined) => distance === undefined || distance > tight * 1.3;
  if (!distances.some(isApart)) return rows.map((row) => [row]);
  const wrapped: VisualRow[][] = [];
  for (const [index, row] of rows.entries()) {
    if (index === 0 || isApart(distances[index - 1])) wrapped.push([row]);
    else wrapped.at(-1)?.push(row);
  }
  return wrapped;
}

/** Where a table is written cell by cell, stepping back to the left starts a row, and a cell may have several lines. */
function rowsAsWritten(
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
  // Written line by line it does not tell which lines make a row.
  return isDownwards && hasWrappedCell ? rows : undefined;
}
