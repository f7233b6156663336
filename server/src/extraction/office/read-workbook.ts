import { open } from "node:fs/promises";
import { type Reader, type ReadFile, type ReadLimits, UnreadableFile } from "../extracted-file.ts";
import { compoundFileMagic } from "../format/compound-file.ts";
import { isOpenDocument, type OfficePackage, readTitle, withPackage } from "./office-package.ts";
import { readCsv } from "./read-csv.ts";
import { readOdsSheets } from "./read-ods-sheets.ts";
import { readSheets } from "./read-sheets.ts";
import { readXls } from "./read-xls.ts";
import { SheetRows } from "./sheet-rows.ts";
import { openXlsxSheets } from "./xlsx-sheets.ts";

/** XLSX, XLS, ODS and CSV, distinguished by their bytes. */
export const readWorkbook: Reader = async (file, limits) => {
  const start = await readStart(file.path);
  if (start.equals(compoundFileMagic)) return readXls(file, limits);
  if (start.toString("latin1", 0, 2) !== "PK") return isBareXls(start) ? readXls(file, limits) : readCsv(file, limits);
  return withPackage(file.path, limits, (opened) => {
    if (isOpenDocument(opened)) return readOds(opened, limits);
    if (opened.has("xl/workbook.bin")) {
      throw new UnreadableFile("The file is a binary workbook (XLSB), which cannot be read; save it as XLSX.");
    }
    return readXlsx(opened, limits);
  });
};

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
  if (bytesRead === 0) throw new UnreadableFile("The file is empty.");
  return buffer;
}

/** Before Excel 5 a workbook was a bare stream that begins with a BOF record of BIFF2, 3 or 4. */
const isBareXls = (start: Buffer): boolean =>
  start[0] === 0x09 && [0x00, 0x02, 0x04].includes(start[1] ?? -1) && start[3] === 0;

async function readXlsx(opened: OfficePackage, limits: ReadLimits): Promise<ReadFile> {
  const sheets = (await openXlsxSheets(opened)).map(({ name, isHidden, rows }) => ({
    ...{ name, isHidden },
    async readRows() {
      const read = new SheetRows();
      for await (const { cells } of rows()) {
        if (!read.add(cells)) break;
      }
      return read;
    },
  }));
  return readSheets({ sheets, title: await readTitle(opened), close: () => opened.close() }, limits);
}

/** All sheets of an ODS file are in one part, which is read once. */
async function readOds(opened: OfficePackage, limits: ReadLimits): Promise<ReadFile> {
  const found = await readOdsSheets(opened, limits);
  const sheets = found.map(({ rows, ...sheet }) => ({ ...sheet, readRows: async () => rows }));
  return readSheets({ sheets, title: await readTitle(opened), close: () => opened.close() }, limits);
}
