import type { Range } from "./sentences.ts";

const separator = " | ";
/** A longer row is read in groups of cells, so that the models see all of it. */
const maxRowLength = 240;
const maxHeaderLength = 200;

/** Whole rows, or groups of cells of long rows, with what they complete: the names of their columns. */
export interface TablePiece extends Range {
  leadIn: string;
}

/** Reads the rows of one table, one after the other. */
export class TableReader {
  #header: string[] | undefined;

  read(row: string): TablePiece[] {
    const cells = toCells(row);
    const header = this.#header;
    this.#header ??= cells.map(({ start, end }) => row.slice(start, end).trim());
    if (row.length <= maxRowLength || cells.length < 2) {
      const leadIn = header === undefined ? "" : `${header.join(separator).slice(0, maxHeaderLength)}:`;
      return [{ start: 0, end: row.length, leadIn }];
    }
    const label = labelOf(row, cells);
    return groupCells(cells).map((group) => {
      const [first, last] = [group[0] as Range, group.at(-1) as Range];
      const names = group.map((cell) => header?.[cells.indexOf(cell)] ?? "").filter((name) => name !== "");
      const isLabelled = !row.slice(first.start, last.end).includes(label);
      const parts = [isLabelled ? label : "", names.join(separator)].filter((part) => part !== "");
      return { start: first.start, end: last.end, leadIn: parts.length === 0 ? "" : `${cut(parts.join(", "))}:` };
    });
  }
}

const cut = (text: string) => text.slice(0, maxHeaderLength);

function toCells(row: string): Range[] {
  const cells: Range[] = [];
  let start = 0;
  for (let at = row.indexOf(separator); at !== -1; at = row.indexOf(separator, start)) {
    cells.push({ start, end: at });
    start = at + separator.length;
  }
  return [...cells, { start, end: row.length }];
}

/** The first cell with letters names the row: "Payroll" of "3 | Payroll | …". */
function labelOf(row: string, cells: Range[]): string {
  const texts = cells.slice(0, 3).map(({ start, end }) => row.slice(start, end).trim());
  return (texts.find((text) => /\p{L}{2}/u.test(text)) ?? "").slice(0, maxRowLength / 4);
}

function groupCells(cells: Range[]): Range[][] {
  const groups: Range[][] = [];
  for (const cell of cells) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group !== undefined && first !== undefined && cell.end - first.start <= maxRowLength) group.push(cell);
    else groups.push([cell]);
  }
  return groups;
}
