/** Left, top, right, bottom in points from the top left corner, as a person sees the page. */
export type Box = [left: number, top: number, right: number, bottom: number];

/**
 * Words that stand beside each other on one line with nothing between them: a line of a column, a cell of a table. PDF
 * text and recognised text both come as these, so that everything after them is the same for both.
 */
export interface TextSegment {
  text: string;
  box: Box;
  /** Where the letters stand. */
  baseline: number;
  /** Height of the font in points. */
  size: number;
  isBold: boolean;
  /** Its place in the file, which tells a table (row by row) from columns (one after the other). */
  order: number;
  /** The word at the end goes on in the next line; the hyphen itself is still part of `text`. */
  isHyphenated?: boolean;
  /** The right edge of each of its words, where raised marks may have to be put between them. */
  wordEdges?: number[];
}

/** A turned text is laid out as if it were upright: quarter turns clockwise that it needs for that. */
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

/** The box after the page was turned clockwise by quarter turns; `size` is the page's before that. */
export function turnBox([left, top, right, bottom]: Box, { width, height }: PageSize, turns: QuarterTurns): Box {
  if (turns === 1) return [height - bottom, left, height - top, right];
  if (turns === 2) return [width - right, height - bottom, width - left, height - top];
  if (turns === 3) return [top, width - right, bottom, width - left];
  return [left, top, right, bottom];
}

export function turnSize({ width, height }: PageSize, turns: QuarterTurns): PageSize {
  return turns % 2 === 1 ? { width: height, height: width } : { width, height };
}
