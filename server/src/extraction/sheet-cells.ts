/** The cells of a workbook by their places, for tables that are read as data. */
export interface SheetCells {
  name: string;
  isHidden: boolean;
  rows: SheetRow[];
}

export interface SheetRow {
  /** From 1, as the sheet numbers it. */
  number: number;
  /** Columns from 0; cells without text are left out. */
  cells: [column: number, text: string][];
}

/** The message is for the person who filled in the table; it never becomes the failureReason of a document. */
export class UnreadableTable extends Error {}

/** Tables that people fill in have far less; a workbook beyond is refused, because a part of it would mean something else. */
export const workbookLimits = { sheets: 20, cells: 100_000, characters: 8_000_000 };

/** What the child process writes. The problem is a sentence for the user. */
export type SheetCellsAnswer = { sheets: SheetCells[] } | { problem: string };
export const sheetCellsFile = "sheets.json";
