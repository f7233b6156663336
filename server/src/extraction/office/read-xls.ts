import { type CellObject, read, utils, type WorkBook } from "@e965/xlsx";
import { type Reader, UnreadableFile } from "../extracted-file.ts";
import { readParts, tooManyPages, toPage } from "../text/paged-text.ts";
import { readWhole } from "../text/text-encoding.ts";
import { SheetRows, sheetLabel } from "./sheet-rows.ts";

/** Workbooks of Excel 97 and before. A sheet has 65,536 rows of 256 columns at most, so all of them are held. */
export const readXls: Reader = async (file, limits) => {
  const bytes = await readWhole(file.path, limits);
  // The names alone come first: they are cheap, and a hundred thousand sheets are not.
  if (parse(bytes, { bookSheets: true }).SheetNames.length > limits.maxPages) throw tooManyPages("sheets", limits);
  const workbook = parse(bytes, { dense: true, cellFormula: false, cellHTML: false, cellText: true, cellNF: false });
  return readParts(
    {
      count: workbook.SheetNames.length,
      title: workbook.Props?.Title,
      async page(number) {
        const name = workbook.SheetNames[number - 1] ?? "";
        const isHidden = (workbook.Workbook?.Sheets?.[number - 1]?.Hidden ?? 0) !== 0;
        return toPage({ number, label: sheetLabel(name, isHidden), blocks: rowsOf(workbook, name).blocks() });
      },
      async close() {},
    },
    "sheets",
    limits,
  );
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

function rowsOf(workbook: WorkBook, name: string): SheetRows {
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
