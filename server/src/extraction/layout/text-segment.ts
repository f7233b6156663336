/** Left, top, right, bottom in points from the top left corner, as a person sees the page. */
export type Box = [left: number, top: number, right: number, bottom: number];

/**
 * Adjacent words on one line: a line of a column, a cell of a table. PDF text and recognised text both become segments, so
 * the layout code is the same for both.
 */
export interface TextSegment {
  text: string;
  box: Box;
  baseline: number;
  /** Height of the font in points. */
  size: number;
  isBold: boolean;
  /** Position in the file. It distinguishes a table (row by row) from columns (one after the other). */
  order: number;
  /** The last word continues on the next line; its hyphen is part of `text`. */
  isHyphenated?: boolean;
  /** The right edge of each word; needed to insert superscripts between words. */
  wordEdges?: number[];
}

/** Clockwise. Rotated text is turned upright by them before it is laid out. */
export type QuarterTurns = 0 | 1 | 2 | 3;

export interface PageSize {
  width: number;
  height: number;
}

export function unionOf(boxes: Iterable<Box>): Box {
  const union: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [left, top, right, bottom] of boxes) {
    if (left < union[0]) union[0] = left;
    if (top < union[1]) union[1] = top;
    if (right > union[2]) union[2] = right;
    if (bottom > union[3]) union[3] = bottom;
  }
  return union;
}

/** The box after the page is turned clockwise; `size` is the page's size before that. */
export function turnBox([left, top, right, bottom]: Box, { width, height }: PageSize, turns: QuarterTurns): Box {
  if (turns === 1) return [height - bottom, left, height - top, right];
  if (turns === 2) return [width - right, height - bottom, width - left, height - top];
  if (turns === 3) return [top, width - right, bottom, width - left];
  return [left, top, right, bottom];
}

export function turnSize({ width, height }: PageSize, turns: QuarterTurns): PageSize {
  return turns % 2 === 1 ? { width: height, height: width } : { width, height };
}
