import { visualRows } from "./reading-order.ts";
import type { PageSize, TextSegment } from "./text-segment.ts";

/** A page's text in one direction, as far as it is looked at for what repeats. */
export interface SampledPage {
  number: number;
  segments: TextSegment[];
  size: PageSize;
}

/** What stands at the top or the bottom of nearly every page: letterheads, running titles, page numbers. */
export type PageFurniture = ReadonlyMap<string, number>;

type Edge = "header" | "footer";

/** Of the page's height, from the top and from the bottom. */
const edgeShare = 0.14;
const edgeRows = 4;
/** Share of the pages on which it has to stand: a title page and a few others may go without. */
const repeatedOn = 0.6;
/** Lines that repeat stand at the same height, give or take a line. */
const driftPoints = 14;

export function findFurniture(pages: SampledPage[]): PageFurniture {
  if (pages.length < 2) return new Map();
  const seen = new Map<string, { positions: number[]; pages: number[] }>();
  for (const { number, segments, size } of pages) {
    for (const [key, position] of edgeLines(segments, size)) {
      const entry = seen.get(key) ?? { positions: [], pages: [] };
      entry.positions.push(position);
      entry.pages.push(number);
      seen.set(key, entry);
    }
  }
  const furniture = new Map<string, number>();
  const ofParity = (numbers: number[], parity: number) => numbers.filter((number) => number % 2 === parity).length;
  const numbers = pages.map(({ number }) => number);
  for (const [key, entry] of seen) {
    const sorted = entry.positions.toSorted((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const steady = entry.pages.filter((_, index) => Math.abs((entry.positions[index] ?? 0) - middle) < driftPoints);
    const isOnMost = steady.length >= Math.max(2, pages.length * repeatedOn);
    // Books have one line on left pages and another on right ones.
    const isOnEverySecond = [0, 1].some((parity) => {
      const count = ofParity(steady, parity);
      return count >= 3 && count >= ofParity(numbers, parity) * 0.8;
    });
    if (isOnMost || isOnEverySecond) furniture.set(key, middle);
  }
  return furniture;
}

export interface PartedPage {
  header: TextSegment[][];
  body: TextSegment[];
  footer: TextSegment[][];
}

export function partFurniture(segments: TextSegment[], size: PageSize, furniture: PageFurniture): PartedPage {
  if (furniture.size === 0) return { header: [], body: segments, footer: [] };
  const parted: PartedPage = { header: [], body: [], footer: [] };
  const taken = new Set<TextSegment>();
  for (const { edge, row, key, position } of edgeRowsOf(segments, size)) {
    const usual = furniture.get(key);
    if (usual === undefined || Math.abs(position - usual) > driftPoints) continue;
    const originals = originalsOf(row, segments);
    parted[edge].push(originals);
    for (const segment of originals) taken.add(segment);
  }
  parted.body = taken.size === 0 ? segments : segments.filter((segment) => !taken.has(segment));
  return parted;
}

function edgeLines(segments: TextSegment[], size: PageSize): Map<string, number> {
  const lines = new Map<string, number>();
  const repeated = new Set<string>();
  for (const { key, position } of edgeRowsOf(segments, size)) {
    if (lines.has(key)) repeated.add(key);
    lines.set(key, position);
  }
  // Twice at the same edge of a page, but for its numbers: a list or a table, and no letterhead.
  for (const key of repeated) lines.delete(key);
  return lines;
}

interface EdgeRow {
  edge: Edge;
  row: TextSegment[];
  /** What it is known by from page to page. */
  key: string;
  /** How far from the edge it stands. */
  position: number;
}

function edgeRowsOf(segments: TextSegment[], { height }: PageSize): EdgeRow[] {
  const found: EdgeRow[] = [];
  const near: Record<Edge, TextSegment[]> = { header: [], footer: [] };
  for (const segment of segments) {
    if (segment.baseline < height * edgeShare) near.header.push(segment);
    else if (segment.baseline > height * (1 - edgeShare)) near.footer.push(segment);
  }
  for (const edge of ["header", "footer"] as const) {
    const rows = visualRows(near[edge]);
    for (const { segments: row, baseline } of edge === "header" ? rows.slice(0, edgeRows) : rows.slice(-edgeRows)) {
      const [first] = row;
      const text = row.length === 1 && first ? first.text : row.map(({ text }) => text).join(" ");
      const position = edge === "header" ? baseline : height - baseline;
      found.push({ edge, row, key: `${edge}:${withoutNumbers(text)}`, position });
    }
  }
  return found;
}

/** visualRows joins what touches; the page's own segments are what has to be taken out of it. */
function originalsOf(row: TextSegment[], segments: TextSegment[]): TextSegment[] {
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
function withoutNumbers(text: string): string {
  return text
    .toLowerCase()
    .replace(/\d+/g, "#")
    .replace(/^[ivxlc]+$/, "#")
    .replace(/\s+/g, " ");
}
