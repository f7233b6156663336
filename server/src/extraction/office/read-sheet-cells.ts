import { open } from "node:fs/promises";
import { type ReadLimits, type SourceFile, UnreadableFile } from "../extracted-file.ts";
import { compoundFileMagic } from "../format/compound-file.ts";
import { type SheetCells, type SheetRow, UnreadableTable, workbookLimits } from "../sheet-cells.ts";
import { decodeText, readWholeFile } from "../text/text-encoding.ts";
import { readCsvRows } from "./csv-rows.ts";
import { isOpenDocument, type OfficePackage, withPackage } from "./office-package.ts";
import { openXlsxSheets } from "./xlsx-sheets.ts";

const otherFormat = "The file is neither an XLSX nor a CSV file; save it as one of them.";

/** XLSX and CSV, distinguished by their bytes. The only sheet of a CSV file has no name. */
export async function readSheetCells(file: SourceFile, limits: ReadLimits): Promise<SheetCells[]> {
  const start = await readStart(file.path);
  if (start.toString("latin1", 0, 2) === "PK") {
    return withPackage(file.path, limits, async (opened) => {
      const sheets = await readXlsx(opened);
      await opened.close();
      return sheets;
    });
  }
  if (start.equals(compoundFileMagic)) throw new UnreadableTable(otherFormat);
  const budget = new CellBudget();
  let number = 0;
  const rows: SheetRow[] = [];
  for (const cells of readCsvRows(decodeText(await readWholeFile(file.path, limits)))) {
    number += 1;
    budget.add(rows, number, cells.entries());
  }
  return [{ name: "", isHidden: false, rows }];
}

async function readXlsx(opened: OfficePackage): Promise<SheetCells[]> {
  if (isOpenDocument(opened) || !opened.has("xl/workbook.xml")) throw new UnreadableTable(otherFormat);
  const sheets = await openXlsxSheets(opened);
  if (sheets.length > workbookLimits.sheets)
    throw new UnreadableTable(`The workbook has ${sheets.length} sheets; ${workbookLimits.sheets} can be read.`);
  const budget = new CellBudget();
  const read: SheetCells[] = [];
  for (const { name, isHidden, rows } of sheets) {
    const found: SheetRow[] = [];
    for await (const { number, cells } of rows()) budget.add(found, number, cells);
    read.push({ name, isHidden, rows: found });
  }
  return read;
}

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
  if (bytesRead === 0) throw new UnreadableFile("The file is empty.");
  return buffer;
}

/** For all sheets of a workbook together. */
class CellBudget {
  #cells = workbookLimits.cells;
  #characters = workbookLimits.characters;

  add(rows: SheetRow[], number: number, cells: Iterable<[column: number, text: string]>): void {
    const kept: SheetRow["cells"] = [];
    for (const [column, text] of cells) {
      if (text.trim() === "") continue;
      this.#cells -= 1;
      this.#characters -= text.length;
      if (this.#cells < 0 || this.#characters < 0) {
        const { cells, characters } = workbookLimits;
        throw new UnreadableTable(
          `The file is too large for a checklist: ${cells.toLocaleString("en")} cells with ${characters.toLocaleString("en")} characters can be read.`,
        );
      }
      kept.push([column, text]);
    }
    if (kept.length > 0) rows.push({ number, cells: kept });
  }
}
