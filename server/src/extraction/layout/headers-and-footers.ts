import { groupIntoRows, maxSegments } from "./reading-order.ts";
import type { PageSize, TextSegment } from "./text-segment.ts";

export interface SampledPage {
  number: number;
  segments: TextSegment[];
  size: PageSize;
}

/** Lines at the top or bottom of most pages (letterheads, running titles, page numbers) and their usual distance from the edge. */
export type RepeatedLines = ReadonlyMap<string, number>;

type Edge = "header" | "footer";

/** Share of the page's height, at the top and at the bottom, in which headers and footers are looked for. */
const edgeShare = 0.14;
const maxEdgeRows = 4;
/** Share of the pages that must have the line: a title page and a few others may lack it. */
const repeatedOn = 0.6;
/** Repeated lines are at the same height, plus or minus one line. */
const driftPoints = 14;

export function findRepeatedLines(pages: SampledPage[]): RepeatedLines {
  if (pages.length < 2) return new Map();
  const seen = new Map<string, { positions: number[]; pages: number[] }>();
  for (const { number, segments, size } of pages) {
    for (const [key, position] of findUniqueEdgeLines(segments, size)) {
      const entry = seen.get(key) ?? { positions: [], pages: [] };
      entry.positions.push(position);
      entry.pages.push(number);
      seen.set(key, entry);
    }
  }
  const repeated = new Map<string, number>();
  const countParity = (numbers: number[], parity: number) => numbers.filter((number) => number % 2 === parity).length;
  const numbers = pages.map(({ number }) => number);
  for (const [key, entry] of seen) {
    const sorted = entry.positions.toSorted((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const steady = entry.pages.filter((_, index) => Math.abs((entry.positions[index] ?? 0) - middle) < driftPoints);
    const isOnMost = steady.length >= Math.max(2, pages.length * repeatedOn);
    // Books have one line on left pages and another on right ones.
    const isOnEverySecond = [0, 1].some((parity) => {
      const count = countParity(steady, parity);
      return count >= 3 && count >= countParity(numbers, parity) * 0.8;
    });
    if (isOnMost || isOnEverySecond) repeated.set(key, middle);
  }
  return repeated;
}

export interface SeparatedPage {
  header: TextSegment[][];
  body: TextSegment[];
  footer: TextSegment[][];
}

export function separateRepeatedLines(
  segments: TextSegment[],
  size: PageSize,
  repeatedLines: RepeatedLines,
): SeparatedPage {
  const separated: SeparatedPage = { header: [], body: segments, footer: [] };
  if (repeatedLines.size === 0) return separated;
  const taken = new Set<TextSegment>();
  for (const { edge, row, key, position } of findEdgeRows(segments, size)) {
    const usual = repeatedLines.get(key);
    if (usual === undefined || Math.abs(position - usual) > driftPoints) continue;
    const originals = findOriginals(row, segments);
    separated[edge].push(originals);
    for (const segment of originals) taken.add(segment);
  }
  if (taken.size > 0) separated.body = segments.filter((segment) => !taken.has(segment));
  return separated;
}

/** Lines that differ only in their numbers and appear twice at one edge belong to a list or a table; they are left out. */
function findUniqueEdgeLines(segments: TextSegment[], size: PageSize): Map<string, number> {
  const lines = new Map<string, number>();
  const duplicates = new Set<string>();
  for (const { key, position } of findEdgeRows(segments, size)) {
    if (lines.has(key)) duplicates.add(key);
    lines.set(key, position);
  }
  for (const key of duplicates) lines.delete(key);
  return lines;
}

interface EdgeRow {
  edge: Edge;
  row: TextSegment[];
  /** The same for the same line on another page. */
  key: string;
  /** Points from the edge of the page. */
  position: number;
}

function findEdgeRows(segments: TextSegment[], { height }: PageSize): EdgeRow[] {
  const found: EdgeRow[] = [];
  if (segments.length > maxSegments) return found;
  const near: Record<Edge, TextSegment[]> = { header: [], footer: [] };
  for (const segment of segments) {
    if (segment.baseline < height * edgeShare) near.header.push(segment);
    else if (segment.baseline > height * (1 - edgeShare)) near.footer.push(segment);
  }
  for (const edge of ["header", "footer"] as const) {
    const rows = groupIntoRows(near[edge]);
    for (const { segments: row, baseline } of edge === "header"
      ? rows.slice(0, maxEdgeRows)
      : rows.slice(-maxEdgeRows)) {
      const text = row.map((segment) => segment.text).join(" ");
      const position = edge === "header" ? baseline : height - baseline;
      found.push({ edge, row, key: `${edge}:${replaceNumbers(text)}`, position });
    }
  }
  return found;
}

/** groupIntoRows joins adjacent segments; these are the page's own segments that went into the row. */
function findOriginals(row: TextSegment[], segments: TextSegment[]): TextSegment[] {
  return row.flatMap((joined) =>
    segments.includes(joined)
      ? [joined]
      : segments.filter(
          ({ box }) =>
            box[0] >= joined.box[0] && box[2] <= joined.box[2] && box[1] >= joined.box[1] && box[3] <= joined.box[3],
        ),
  );
}

/** "Page 3 of 12" and "Page 4 of 12" are the same line. */
function replaceNumbers(text: string): string {
  return text
    .toLowerCase()
    .replace(/\d+/g, "#")
    .replace(/^[ivxlc]+$/, "#")
    .replace(/\s+/g, " ");
}
