import type { ExtractedPage, Paragraph } from "../extracted-file.ts";
import { type Numbering, parseNumbering } from "../structure/numbering.ts";
import { type RepeatedLines, separateRepeatedLines } from "./headers-and-footers.ts";
import { type BodyStyle, type HeadingPlace, type HeadingTrail, isHeading, unmarkLists } from "./headings.ts";
import { joinLines, type Vocabulary } from "./join-lines.ts";
import { type LaidOutParagraph, layOutParagraphs } from "./lay-out-paragraphs.ts";
import { maxSegments } from "./reading-order.ts";
import {
  type Box,
  type PageSize,
  type QuarterTurns,
  type TextSegment,
  turnBox,
  turnSize,
  unionOf,
} from "./text-segment.ts";

/** The text of one writing direction, in coordinates in which it is upright. */
export interface DirectedText {
  segments: TextSegment[];
  /** The page's size in these coordinates. */
  size: PageSize;
  /** Quarter turns clockwise from these coordinates to the page as a person sees it. */
  turnsToPage: QuarterTurns;
}

/** Properties of the document as a whole. */
export interface DocumentStyle {
  body: BodyStyle;
  repeatedLines: RepeatedLines;
  vocabulary: Vocabulary;
}

const footnoteMarker = /^(?:\[?\(?\d{1,3}\)?\]?|[*†‡§]{1,3})\s?\S/;

/** The direction with the most text comes first. */
export function groupByDirection(
  segments: Map<QuarterTurns, TextSegment[]>,
  { size, rotation }: { size: PageSize; rotation: QuarterTurns },
): DirectedText[] {
  const unrotated = turnSize(size, rotation);
  const length = (some: TextSegment[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  return [...segments]
    .sort(([, a], [, b]) => length(b) - length(a))
    .map(([turns, some]) => ({
      segments: some,
      size: turnSize(unrotated, turns),
      turnsToPage: ((rotation - turns + 4) % 4) as QuarterTurns,
    }));
}

export function composePage(
  number: number,
  directions: DirectedText[],
  style: DocumentStyle,
  trail: HeadingTrail,
): ExtractedPage {
  const header: LaidOutParagraph[] = [];
  const body: LaidOutParagraph[] = [];
  const footer: LaidOutParagraph[] = [];
  for (const { segments, size, turnsToPage } of directions) {
    const separated = separateRepeatedLines(segments, size, style.repeatedLines);
    const paragraphs = layOutParagraphs(separated.body, style.vocabulary);
    markFootnotes(paragraphs, size, style.body);
    for (const paragraph of paragraphs) if (isHeading(paragraph, style.body)) paragraph.kind = "heading";
    unmarkLists(paragraphs, style.body);
    const onPage = (box: Box) => turnBox(box, size, turnsToPage);
    header.push(...separated.header.map((row) => buildRepeatedParagraph(row, "header", onPage)));
    for (const paragraph of paragraphs) body.push({ ...paragraph, box: onPage(paragraph.box) });
    footer.push(...separated.footer.map((row) => buildRepeatedParagraph(row, "footer", onPage)));
  }

  const texts: string[] = [];
  const paragraphs: Paragraph[] = [];
  let length = 0;
  const places = findHeadingPlaces(body);
  for (const paragraph of [...header, ...body, ...footer]) {
    if (paragraph.text === "") continue;
    const place = places.get(paragraph);
    if (place !== undefined) {
      // Where the title is not larger than the text, only its place distinguishes it from other headings.
      const isAtTop = number === 1 && paragraphs.length - header.length < 3;
      trail.enter(paragraph, { ...place, canBeTitle: isAtTop && paragraph.size <= style.body.size * 1.05 });
    }
    const start = length === 0 ? 0 : length + 1;
    length = start + paragraph.text.length;
    texts.push(paragraph.text);
    const isRepeated = paragraph.kind === "header" || paragraph.kind === "footer";
    const headingPath = isRepeated ? [] : trail.path;
    paragraphs.push({ start, end: length, kind: paragraph.kind, headingPath, box: roundBox(paragraph.box) });
  }
  return { number, label: String(number), text: texts.join("\n"), paragraphs };
}

/** From the last to the first, so that each knows what comes after it. */
function findHeadingPlaces(body: LaidOutParagraph[]): Map<LaidOutParagraph, Omit<HeadingPlace, "canBeTitle">> {
  const places = new Map<LaidOutParagraph, Omit<HeadingPlace, "canBeTitle">>();
  let next: Numbering | undefined;
  let hasText = true;
  for (const paragraph of body.toReversed()) {
    const isHeading = paragraph.kind === "heading";
    if (isHeading) {
      places.set(paragraph, { hasText, next });
      next = parseNumbering(paragraph.text) ?? next;
    }
    hasText = !isHeading;
  }
  return places;
}

function buildRepeatedParagraph(
  row: TextSegment[],
  kind: "header" | "footer",
  onPage: (box: Box) => Box,
): LaidOutParagraph {
  const box = onPage(unionOf(row.map(({ box }) => box)));
  const text = joinLines(row, new Set());
  return { text, kind, box, size: row[0]?.size ?? 0, isBold: false, lineCount: 1, isShort: true };
}

/** A footnote is small print at the foot of a column that begins with a number or symbol; its further lines belong to it. */
function markFootnotes(paragraphs: LaidOutParagraph[], { height }: PageSize, body: BodyStyle): void {
  // Each is compared with all that follow.
  if (paragraphs.length > maxSegments) return;
  const isBeside = (a: LaidOutParagraph, b: LaidOutParagraph) => a.box[2] <= b.box[0] || b.box[2] <= a.box[0];
  let previous: LaidOutParagraph | undefined;
  for (const [index, paragraph] of paragraphs.entries()) {
    const isSmall = paragraph.size < body.size * 0.93 && paragraph.box[1] > height * 0.4;
    const hasMarker = footnoteMarker.test(paragraph.text) || previous?.kind === "footnote";
    const isLast = () =>
      paragraphs
        .slice(index + 1)
        .every(
          (later) => later.size < body.size * 0.93 || later.box[1] < paragraph.box[1] || isBeside(later, paragraph),
        );
    if (paragraph.kind !== "tableRow" && isSmall && hasMarker && isLast()) paragraph.kind = "footnote";
    previous = paragraph;
  }
}

/** A tenth of a point is finer than any printer. */
function roundBox([left, top, right, bottom]: Box): Box {
  const round = (value: number) => Math.round(value * 10) / 10;
  return [round(left), round(top), round(right), round(bottom)];
}
