import { type Reader, UnreadableFile } from "../extracted-file.ts";
import { decodeText, readWholeFile } from "../text/text-encoding.ts";
import { readCsvRows } from "./csv-rows.ts";
import { readSheets } from "./read-sheets.ts";
import { SheetRows } from "./sheet-rows.ts";

/** Values are kept as text: "007" and "1.5.2024" are not converted to numbers or dates. */
export const readCsv: Reader = async (file, limits) => {
  const rows = new SheetRows();
  for (const row of readCsvRows(decodeText(await readWholeFile(file.path, limits)))) {
    if (!rows.add(row.entries())) break;
  }
  if (rows.cellCount === 0) throw new UnreadableFile("The file has no text.");
  return readSheets({ sheets: [{ name: "1", isHidden: false, readRows: async () => rows }] }, limits);
};
