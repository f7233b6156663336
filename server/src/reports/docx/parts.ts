import {
  AlignmentType,
  BorderStyle,
  convertMillimetersToTwip,
  HeadingLevel,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import type { LabelledText } from "../content/board-text.ts";

/** Parts of a Word report, all by named styles, so that a consultant changes a style and not a thousand paragraphs. */

/** Characters that XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const invalid = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
/** A surrogate without its other half. */
const clean = (text: string) => text.toWellFormed().replaceAll(invalid, "");

interface RunStyle {
  bold?: boolean;
  colour?: string;
}

const run = (text: string, { bold, colour }: RunStyle = {}): TextRun[] =>
  clean(text)
    .split(/\r?\n/)
    .map(
      (line, at) =>
        new TextRun({
          text: line,
          ...(at > 0 && { break: 1 }),
          ...(bold && { bold }),
          ...(colour !== undefined && { color: colour.slice(1) }),
        }),
    );

/** Named styles of the document; the others are Word's own. */
export type StyleId = "Quiet" | "Insertion" | "Reference" | "TableText" | "Score" | "Title" | "Subtitle";

export const paragraph = (text: string, style?: StyleId, look: RunStyle = {}): Paragraph =>
  new Paragraph({ children: run(text, look), ...(style !== undefined && { style }) });

const headings = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 };

export const heading = (text: string, depth: 1 | 2 | 3, isOnNewPage = false): Paragraph =>
  new Paragraph({ children: run(text), heading: headings[depth], pageBreakBefore: isOnNewPage });

export const bulletReference = "report-bullets";
export const bullet = (text: string): Paragraph =>
  new Paragraph({ children: run(text), numbering: { reference: bulletReference, level: 0 } });

export const lead = (label: string, text: string, style?: StyleId): Paragraph =>
  new Paragraph({
    children: [...run(label, { bold: true }), ...(text === "" ? [] : run(`  ${text}`))],
    ...(style !== undefined && { style }),
  });

export interface TableColumn {
  title: string;
  /** Of the page's width, in per cent. */
  share: number;
  align?: "right";
}

export interface TableLine {
  cells: (string | (Paragraph | Table)[])[];
  /** Over the table's whole width, below the cells. */
  remarks?: LabelledText[];
}

/** A4 less the margins. */
const tableWidth = convertMillimetersToTwip(170);
const line = { style: BorderStyle.SINGLE, size: 4, color: "D5DCE2" } as const;
const none = { style: BorderStyle.NONE, size: 0, color: "auto" } as const;

/** With a header row that repeats on each page, if the columns have titles. */
export function table(columns: TableColumn[], lines: TableLine[], isOnOnePage = false): Table {
  const widths = columns.map(({ share }) => Math.round((tableWidth * share) / 100));
  const cell = (content: string | (Paragraph | Table)[], at: number, look: RunStyle = {}, keepNext = false) =>
    new TableCell({
      width: { size: widths[at] ?? 0, type: WidthType.DXA },
      margins: { top: 40, bottom: 40, left: 60, right: 60 },
      children:
        typeof content === "string"
          ? [
              new Paragraph({
                children: run(content, look),
                style: "TableText",
                keepNext,
                ...(columns[at]?.align === "right" && { alignment: AlignmentType.RIGHT }),
              }),
            ]
          : content,
    });
  const hasHead = columns.some(({ title }) => title !== "");
  const head = new TableRow({
    tableHeader: true,
    cantSplit: true,
    children: columns.map(({ title }, at) => cell(title, at, { bold: true })),
  });
  const rows = lines.flatMap(({ cells, remarks = [] }, line) => [
    new TableRow({
      cantSplit: true,
      children: cells.map((content, at) => cell(content, at, {}, isOnOnePage && line < lines.length - 1)),
    }),
    ...(remarks.length === 0
      ? []
      : [
          new TableRow({
            children: [
              new TableCell({
                columnSpan: columns.length,
                margins: { top: 20, bottom: 60, left: 300, right: 60 },
                children: remarks.map(({ label, text }) => lead(label, text, "TableText")),
              }),
            ],
          }),
        ]),
  ]);
  return new Table({
    rows: hasHead ? [head, ...rows] : rows,
    columnWidths: widths,
    width: { size: tableWidth, type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    borders: { top: line, bottom: line, insideHorizontal: line, left: none, right: none, insideVertical: none },
  });
}

export const space = (): Paragraph => new Paragraph({ children: [], style: "Quiet" });
