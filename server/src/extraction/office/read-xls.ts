import { type CellObject, read, utils, type WorkBook } from "@e965/xlsx";
import { type Reader, UnreadableFile } from "../extracted-file.ts";
import { tooManyPagesError } from "../text/paged-text.ts";
import { readWholeFile } from "../text/text-encoding.ts";
import { readSheets } from "./read-sheets.ts";
import { SheetRows } from "./sheet-rows.ts";

/** Workbooks of Excel 97 and earlier. A sheet has at most 65,536 rows of 256 columns, so the file is held in memory. */
export const readXls: Reader = async (file, limits) => {
  const bytes = await readWholeFile(file.path, limits);
  // Only the names at first: parsing a hundred thousand sheets would take too long.
  if (parse(bytes, { bookSheets: true }).SheetNames.length > limits.maxPages) throw tooManyPagesError("sheets", limits);
  const workbook = parse(bytes, { dense: true, cellFormula: false, cellHTML: false, cellText: true, cellNF: false });
  const sheets = workbook.SheetNames.map((name, index) => ({
    name,
    isHidden: (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
    readRows: async () => readRows(workbook, name),
  }));
  return readSheets({ sheets, title: workbook.Props?.Title }, limits);
};

function parse(bytes: Buffer, options: Parameters<typeof read>[1]): WorkBook {
  try {
    return read(bytes, { ...options, type: "buffer" });
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    if (/password|encrypt/i.test(message)) throw new UnreadableFile("The file is protected by a password.");
    throw new UnreadableFile("The file is damaged: the workbook cannot be read.", { cause: error });
  }
}

function readRows(workbook: WorkBook, name: string): SheetRows {
  const rows = new SheetRows();
  const data: (CellObject[] | undefined)[] = workbook.Sheets[name]?.["!data"] ?? [];
  for (const row of data) {
    const cells = Object.entries(row ?? []).flatMap(([column, cell]): [number, string][] =>
      cell ? [[Number(column), cellText(cell)]] : [],
    );
    if (!rows.add(cells)) break;
  }
  return rows;
}

function cellText(cell: CellObject): string {
  if (cell.t === "z" || cell.v === undefined) return "";
  return cell.w ?? utils.format_cell(cell);
}
