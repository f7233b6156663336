import { type ReadLimits, UnreadableFile } from "../extracted-file.ts";
import { tooManyPagesError } from "../text/paged-text.ts";
import { OdfBody } from "./odf-body.ts";
import type { OfficePackage } from "./office-package.ts";
import { SheetRows } from "./sheet-rows.ts";
import { childElements, findElement, type XmlElement } from "./stream-xml.ts";

export interface OdsSheet {
  name: string;
  isHidden: boolean;
  rows: SheetRows;
}

/** A single attribute may repeat a row a million times; all sheets are held in memory together. */
const maxWorkbookCells = 2_000_000;
/** The most columns of any spreadsheet program. */
const maxColumns = 16_384;

export async function readOdsSheets(opened: OfficePackage, limits: ReadLimits): Promise<OdsSheet[]> {
  const hidden = new Set<string>();
  const sheets: OdsSheet[] = [];
  let cellsBefore = 0;
  const units = opened.units("content.xml", {
    isUnit: (name) => name === "table:table-row" || name === "office:automatic-styles",
    isStartOnly: (name) => name === "table:table",
  });
  for await (const unit of units) {
    const sheet = sheets.at(-1);
    if (unit.name === "office:automatic-styles") {
      for (const name of listHiddenStyles(unit)) hidden.add(name);
    } else if (unit.name === "table:table") {
      cellsBefore += sheet?.rows.cellCount ?? 0;
      sheets.push({
        name: unit.attributes["table:name"] ?? "",
        isHidden: hidden.has(unit.attributes["table:style-name"] ?? ""),
        rows: new SheetRows(),
      });
      if (sheets.length > limits.maxPages) throw tooManyPagesError("sheets", limits);
    } else if (sheet !== undefined) {
      addRow(unit, sheet.rows);
      if (cellsBefore + sheet.rows.cellCount > maxWorkbookCells) {
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

function addRow(row: XmlElement, rows: SheetRows): void {
  const cells = [...readCells(row)];
  if (cells.length === 0) return;
  const repeats = Number(row.attributes["table:number-rows-repeated"] ?? 1) || 1;
  for (let count = 0; count < repeats; count++) if (!rows.add(cells)) return;
}

function* readCells(row: XmlElement): Generator<[column: number, text: string]> {
  let column = 0;
  for (const cell of childElements(row)) {
    if (cell.name !== "table:table-cell" && cell.name !== "table:covered-table-cell") continue;
    const repeats = Number(cell.attributes["table:number-columns-repeated"] ?? 1) || 1;
    // The paragraphs have the formatted value.
    const text = childElements(cell)
      .flatMap((child) => new OdfBody().readBlocks(child))
      .map((found) => found.text)
      .join(" ");
    if (text !== "") {
      for (let index = column; index < Math.min(column + repeats, maxColumns); index++) yield [index, text];
    }
    column += repeats;
    if (column >= maxColumns) return;
  }
}
