import type { ExtractedPage, Paragraph } from "../extracted-file.ts";
import { type BodyStyle, type HeadingTrail, isHeading } from "./heading-detection.ts";
import { joinLines, type Vocabulary } from "./join-lines.ts";
import { type LaidOutParagraph, layOutParagraphs } from "./layout-paragraphs.ts";
import { type PageFurniture, partFurniture } from "./page-furniture.ts";
import {
  type Box,
  type PageSize,
  type QuarterTurns,
  type TextSegment,
  turnBox,
  turnSize,
  unionOf,
} from "./text-segment.ts";

/** Text of one direction, in coordinates in which it is upright. */
export interface DirectedText {
  segments: TextSegment[];
  /** Of the page in these coordinates. */
  size: PageSize;
  /** Quarter turns clockwise from these coordinates to the page as a person sees it. */
  turnsToPage: QuarterTurns;
}

/** What is known of the document as a whole. */
export interface DocumentStyle {
  body: BodyStyle;
  furniture: PageFurniture;
  vocabulary: Vocabulary;
}

const footnoteMark = /^(?:\[?\(?\d{1,3}\)?\]?|[*†‡§]{1,3})\s?\S/;

/** The directions of a page's text, the one with most of it first. */
export function directionsOf(
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
    const parted = partFurniture(segments, size, style.furniture);
    const paragraphs = layOutParagraphs(parted.body, style.vocabulary);
    markFootnotes(paragraphs, size, style.body);
    for (const paragraph of paragraphs) if (isHeading(paragraph, style.body)) paragraph.kind = "heading";
    const onPage = (box: Box) => turnBox(box, size, turnsToPage);
    header.push(...parted.header.map((row) => furnitureParagraph(row, "header", onPage)));
    body.push(...paragraphs.map((paragraph) => ({ ...paragraph, box: onPage(paragraph.box) })));
    footer.push(...parted.footer.map((row) => furnitureParagraph(row, "footer", onPage)));
  }

  const texts: string[] = [];
  const paragraphs: Paragraph[] = [];
  let length = 0;
  for (const paragraph of [...header, ...body, ...footer]) {
    if (paragraph.text === "") continue;
    if (paragraph.kind === "heading") trail.enter(paragraph);
    const start = length === 0 ? 0 : length + 1;
    length = start + paragraph.text.length;
    texts.push(paragraph.text);
    // What is repeated on every page stands under no heading.
    const isFurniture = paragraph.kind === "header" || paragraph.kind === "footer";
    const headingPath = isFurniture ? [] : trail.path;
    paragraphs.push({ start, end: length, kind: paragraph.kind, headingPath, box: rounded(paragraph.box) });
  }
  return { number, label: String(number), text: texts.join("\n"), paragraphs };
}

function furnitureParagraph(
  row: TextSegment[],
  kind: "header" | "footer",
  onPage: (box: Box) => Box,
): LaidOutParagraph {
  const box = onPage(unionOf(row.map(({ box }) => box)));
  const text = joinLines(row, new Set());
  return { text, kind, box, size: row[0]?.size ?? 0, isBold: false, lineCount: 1, isShort: true };
}

/** Small print at the foot of a column, led by a number or a sign; its further lines belong to it. */
function markFootnotes(paragraphs: LaidOutParagraph[], { height }: PageSize, body: BodyStyle): void {
  const isBesides = (a: LaidOutParagraph, b: LaidOutParagraph) => a.box[2] <= b.box[0] || b.box[2] <= a.box[0];
  let previous: LaidOutParagraph | undefined;
  for (const [index, paragraph] of paragraphs.entries()) {
    const isSmall = paragraph.size < body.size * 0.93 && paragraph.box[1] > height * 0.4;
    const isLed = footnoteMark.test(paragraph.text) || previous?.kind === "footnote";
    const isLast = () =>
      paragraphs
        .slice(index + 1)
        .every(
          (later) => later.size < body.size * 0.93 || later.box[1] < paragraph.box[1] || isBesides(later, paragraph),
        );
    if (paragraph.kind !== "tableRow" && isSmall && isLed && isLast()) paragraph.kind = "footnote";
    previous = paragraph;
  }
}

/** A tenth of a point is finer than any printer. */
function rounded([left, top, right, bottom]: Box): Box {
  const round = (value: number) => Math.round(value * 10) / 10;
  return [round(left), round(top), round(right), round(bottom)];
}
