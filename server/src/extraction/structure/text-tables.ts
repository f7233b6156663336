import { type TextBlock, tableRow } from "../text/text-block.ts";

/** A line of plain text without white space at its end. */
export interface TextLine {
  text: string;
  indent: number;
  /** Whether an empty line or a page break is above it. */
  isApart: boolean;
}

export interface FoundRow {
  row: TextBlock;
  lineCount: number;
}

/** Lines that only draw a table: "|---|---|", "+-----+". */
const rule = /^\s*[|+][\s|+:=-]*[|+]\s*$|^\s*-{3,}(?:\s+-{3,})+\s*$/;
const gap = /(?<=\S)(?: {3,}| {0,8}\t[ \t]{0,40})(?=\S)/g;
/** "1.<tab>Definitions" is a numbered line. */
const marker =
  /^\s*(?:[-*+•●▪–—] ?)?(?:\(?(?:[A-Za-z]|[ivxIVX]{1,5}|\d{1,3}(?:\.\d{1,3}){0,5})[.)]?|§\s?\d{1,3}|(?:article|section|clause) \d{1,3})?\.?$/iu;
const listMarker = /^\s*(?:[-*+•●▪–—]|\(?[\dA-Za-z.]{1,8}[.)])\s/;
const maxCells = 50;
const maxLinesPerRow = 30;
const maxLineLength = 20_000;

interface Cells {
  cells: string[];
  /** Where the cells behind the first begin. */
  columns: number[];
  isSure: boolean;
  lineCount: number;
}

export const isTableRule = (line: string) => rule.test(line.slice(0, maxLineLength));

/**
 * Rows of tables in plain text, by the index of their first line: cells between bars, or behind tabs or wide gaps that neighbouring
 * lines have, too.
 */
export function findTableRows(lines: TextLine[]): Map<number, FoundRow> {
  const rows = new Map<number, FoundRow>();
  const split = lines.map((_, index) => splitIntoCells(lines, index));
  for (let index = 0; index < lines.length; index++) {
    const own = split[index];
    if (own === undefined) continue;
    const isRow = own.isSure || isAligned(own, split[index - 1]) || isAligned(own, split[index + 1]);
    const row = isRow ? tableRow(own.cells) : undefined;
    if (row === undefined) continue;
    rows.set(index, { row, lineCount: own.lineCount });
    index += own.lineCount - 1;
  }
  return rows;
}

function splitIntoCells(lines: TextLine[], index: number): Cells | undefined {
  const { text = "" } = lines[index] ?? {};
  const trimmed = text.trim();
  if (text.length > maxLineLength) return undefined;
  if (trimmed.length > 2 && trimmed.startsWith("|") && trimmed.endsWith("|") && !rule.test(text)) {
    return { cells: trimmed.slice(1, -1).split("|"), columns: [], isSure: true, lineCount: 1 };
  }
  const lineCount = countLines(lines, index);
  const whole = lines
    .slice(index, index + lineCount)
    .map((line, at) => (at === 0 ? line.text : line.text.trim()))
    .join(" ");
  const gaps = [...whole.slice(0, maxLineLength).matchAll(gap)].slice(0, maxCells);
  const [first] = gaps;
  if (first === undefined || (gaps.length === 1 && marker.test(whole.slice(0, Math.min(first.index, 40)))))
    return undefined;
  const cells: string[] = [];
  let from = 0;
  for (const found of gaps) {
    cells.push(whole.slice(from, found.index));
    from = found.index + found[0].length;
  }
  cells.push(whole.slice(from));
  return {
    cells,
    columns: gaps.map((found) => found.index + found[0].length),
    isSure: gaps.some((found) => found[0].includes("\t")),
    lineCount,
  };
}

/** A row with tabs continues in lines that are indented. */
function countLines(lines: TextLine[], index: number): number {
  const indent = lines[index]?.indent ?? 0;
  let end = index + 1;
  let hasTab = hasTabInside(lines[index]?.text ?? "");
  for (; end < Math.min(lines.length, index + maxLinesPerRow); end++) {
    const line = lines[end];
    if (line === undefined || line.isApart || line.indent <= indent || listMarker.test(line.text)) break;
    hasTab ||= hasTabInside(line.text);
  }
  return hasTab ? end - index : 1;
}

const hasTabInside = (text: string) => text.trim().includes("\t");

/** Justified text has wide gaps, too, but not below one another. */
function isAligned(own: Cells, other: Cells | undefined): boolean {
  if (other === undefined) return false;
  const columns = new Set(other.columns);
  return own.columns.some((column) => columns.has(column));
}
