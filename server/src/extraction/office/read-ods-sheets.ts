import { type ReadLimits, UnreadableFile } from "../extracted-file.ts";
import { tooManyPagesError } from "../text/paged-text.ts";
import { OdfBody } from "./odf-body.ts";
import type { OfficePackage } from "./office-package.ts";
import { RepeatBudget } from "./repeat-budget.ts";
import { maxSheetCells, SheetRows } from "./sheet-rows.ts";
import { childElements, findElement, type XmlElement } from "./stream-xml.ts";

export interface OdsSheet {
  name: string;
  isHidden: boolean;
  rows: SheetRows;
}

/** With repeated cells, of which far fewer are read; all sheets are held in memory together. */
const maxWorkbookCells = 2_000_000;
/** The most columns of any spreadsheet program. */
const maxColumns = 16_384;

export async function readOdsSheets(opened: OfficePackage, limits: ReadLimits): Promise<OdsSheet[]> {
  const hidden = new Set<string>();
  const sheets: OdsSheet[] = [];
  const budget = new RepeatBudget();
  let [cellsBefore, cells] = [0, 0];
  const units = opened.units("content.xml", {
    isUnit: (name) => name === "table:table-row" || name === "office:automatic-styles",
    isStartOnly: (name) => name === "table:table",
  });
  for await (const unit of units) {
    const sheet = sheets.at(-1);
    if (unit.name === "office:automatic-styles") {
      for (const name of listHiddenStyles(unit)) hidden.add(name);
    } else if (unit.name === "table:table") {
      cellsBefore += cells;
      cells = 0;
      sheets.push({
        name: unit.attributes["table:name"] ?? "",
        isHidden: hidden.has(unit.attributes["table:style-name"] ?? ""),
        rows: new SheetRows(),
      });
      if (sheets.length > limits.maxPages) throw tooManyPagesError("sheets", limits);
    } else if (sheet !== undefined) {
      cells = Math.min(maxSheetCells, cells + addRow(unit, sheet.rows, budget));
      if (cellsBefore + cells > maxWorkbookCells) {
        throw new UnreadableFile(`The workbook has more than ${maxWorkbookCells.toLocaleString("en")} cells.`);
      }
    }
  }
  return sheets;
}

function listHiddenStyles(styles: XmlElement): string[] {
  return childElements(styles, "style:style")
    .filter((style) => findElement(style, "style:table-properties")?.attributes["table:display"] === "false")
    .map(({ attributes }) => attributes["style:name"] ?? "");
}

/** Returns how many cells the file declares, repetitions included. */
function addRow(row: XmlElement, rows: SheetRows, budget: RepeatBudget): number {
  const shortfallsBefore = budget.shortfalls;
  const { cells, declared } = readCells(row, budget);
  if (cells.length === 0) return 0;
  const characters = cells.reduce((sum, [, text]) => sum + text.length, 0);
  const attribute = row.attributes["table:number-rows-repeated"];
  const repeats = budget.take(attribute, { cells: cells.length, characters });
  for (let count = 0; count < repeats; count++) if (!rows.add(cells)) break;
  if (budget.shortfalls > shortfallsBefore) rows.leaveOutRepeats();
  return declared * Math.max(1, Number(attribute ?? 1) || 1);
}

function readCells(
  row: XmlElement,
  budget: RepeatBudget,
): { cells: [column: number, text: string][]; declared: number } {
  const cells: [number, string][] = [];
  let column = 0;
  let declared = 0;
  for (const cell of childElements(row)) {
    if (cell.name !== "table:table-cell" && cell.name !== "table:covered-table-cell") continue;
    const attribute = cell.attributes["table:number-columns-repeated"];
    const width = Math.min(maxColumns - column, Math.max(1, Number(attribute ?? 1) || 1));
    // The paragraphs have the formatted value.
    const text = childElements(cell)
      .flatMap((child) => new OdfBody(undefined, budget).readBlocks(child))
      .map((found) => found.text)
      .join(" ");
    if (text !== "") {
      const repeats = budget.take(String(width), { cells: 1, characters: text.length });
      for (let index = column; index < column + repeats; index++) cells.push([index, text]);
      declared += width;
    }
    column += width;
    if (column >= maxColumns) break;
  }
  return { cells, declared };
}
