import type { SheetCells } from "../extraction/sheet-cells.ts";
import type { ChecklistIssues, ChecklistPlace } from "./checklist-issue.ts";
import type { Headings } from "./headings.ts";

export interface TableRow<Column extends string> {
  number: number;
  text(column: Column): string;
  place(column: Column): ChecklistPlace;
}

/** A title and a logo may stand above the table. */
const rowsSearched = 20;

/** The rows below the headings, or undefined, with a problem, where a sheet has no such headings. */
export function readTable<Column extends string>(
  { sheet, headings, required }: { sheet: SheetCells; headings: Headings<Column>; required: NoInfer<Column>[] },
  issues: ChecklistIssues,
): TableRow<Column>[] | undefined {
  const columnOf = new Map(
    (Object.keys(headings) as Column[]).flatMap((column) =>
      headings[column].map((heading) => [normalise(heading), column] as const),
    ),
  );
  const found = (row: SheetCells["rows"][number]) =>
    row.cells.map(([position, text]) => ({ position, text, column: columnOf.get(normalise(text)) }));
  const head = sheet.rows
    .slice(0, rowsSearched)
    .find((row) => required.every((column) => found(row).some((cell) => cell.column === column)));
  if (head === undefined) {
    const names = required.map((column) => headings[column][0]).join(" and ");
    issues.problem(
      { sheet: sheet.name },
      `None of the first ${rowsSearched} rows has the ${required.length === 1 ? "heading" : "headings"} ${names}.`,
      "Name the columns as the template does.",
    );
    return undefined;
  }
  const positions = new Map<Column, { position: number; heading: string }>();
  for (const { position, text, column } of found(head)) {
    const place = { sheet: sheet.name, row: head.number, column: `${letterOf(position)} (${shorten(text, 40)})` };
    if (column === undefined) {
      issues.warn(
        "ignored",
        place,
        `The column ${shorten(text, 60)} is not read.`,
        "Its cells are left out of the control.",
      );
    } else if (positions.has(column)) {
      issues.problem(place, `Two columns are headed ${headings[column][0]}.`, "Remove or rename one of them.");
    } else positions.set(column, { position, heading: shorten(text.trim(), 40) });
  }
  const rows = sheet.rows.filter(({ number }) => number > head.number);
  return rows.map((row) => toTableRow(sheet.name, row, { headings, positions }, issues));
}

function toTableRow<Column extends string>(
  sheet: string,
  { number, cells }: SheetCells["rows"][number],
  table: { headings: Headings<Column>; positions: Map<Column, { position: number; heading: string }> },
  issues: ChecklistIssues,
): TableRow<Column> {
  const texts = new Map(cells);
  const place = (column: Column) => {
    const at = table.positions.get(column);
    const heading = table.headings[column][0];
    return { sheet, row: number, column: at === undefined ? heading : `${letterOf(at.position)} (${at.heading})` };
  };
  const read = new Map<Column, string>();
  for (const [column, { position }] of table.positions) {
    const text = texts.get(position)?.replaceAll(/\r\n?/g, "\n").trim() ?? "";
    const fault = findFault(text);
    if (fault !== undefined) issues.problem(place(column), ...fault);
    read.set(column, text);
  }
  return { number, place, text: (column) => read.get(column) ?? "" };
}

const errorValue = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/;
/** PostgreSQL or XML cannot hold some of them, others reorder text, and nobody can see any of them. */
export const unwritable = /\p{Cs}|(?![\n\t])\p{Cc}|[\uFFFE\uFFFF\u202a-\u202e\u2066-\u2069]/gu;

function findFault(text: string): [message: string, advice: string] | undefined {
  if (errorValue.test(text)) return [`The cell shows the error ${text}.`, "Correct the formula or type the text."];
  if (text.search(unwritable) >= 0)
    return ["The cell has an invisible control character.", "Type the text again instead of pasting it."];
  return undefined;
}

/** Without case, accents of typing, punctuation and spaces at the end. */
const normalise = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s._:*#-]+/g, " ")
    .replaceAll("’", "'")
    .trim();

/** 0 is "A", 54 is "BC". */
function letterOf(position: number): string {
  const letter = String.fromCharCode(65 + (position % 26));
  return position < 26 ? letter : letterOf(Math.floor(position / 26) - 1) + letter;
}

export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;

/** The lines of a cell, without list marks. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
