import { open } from "node:fs/promises";
import { type Reader, type ReadFile, type ReadLimits, UnreadableFile } from "../extracted-file.ts";
import { compoundFileMagic } from "../format/compound-file.ts";
import {
  isOpenDocument,
  type OfficePackage,
  openMainPart,
  type Relation,
  readTitle,
  withPackage,
} from "./office-package.ts";
import { readCsv } from "./read-csv.ts";
import { readOdsSheets } from "./read-ods-sheets.ts";
import { readSheets } from "./read-sheets.ts";
import { readXls } from "./read-xls.ts";
import { readXlsxCells, readXlsxContext, type XlsxContext } from "./read-xlsx-cells.ts";
import { SheetRows } from "./sheet-rows.ts";
import { childElements, findElement } from "./stream-xml.ts";

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
  const { root: workbook, relations } = await openMainPart(opened, "xl/workbook.xml");
  const relationsById = new Map(relations.map((relation) => [relation.id, relation]));
  const isDate1904 = /^(1|true|on)$/.test(findElement(workbook, "s:workbookPr")?.attributes["date1904"] ?? "");
  // Read with the first sheet, when the number of sheets is known to be allowed.
  let context: Promise<XlsxContext> | undefined;
  const sheets = childElements(findElement(workbook, "s:sheets"), "s:sheet").map(({ attributes }) => ({
    name: attributes["name"] ?? "",
    isHidden: /hidden/i.test(attributes["state"] ?? ""),
    async readRows() {
      const relation = relationsById.get(attributes["r:id"] ?? "");
      context ??= readXlsxContext(opened, relations, isDate1904);
      return readXlsxRows(opened, relation, await context);
    },
  }));
  return readSheets({ sheets, title: await readTitle(opened), close: () => opened.close() }, limits);
}

async function readXlsxRows(
  opened: OfficePackage,
  relation: Relation | undefined,
  context: XlsxContext,
): Promise<SheetRows> {
  const rows = new SheetRows();
  // A chart or dialogue sheet has no cells.
  if (relation?.kind !== "worksheet" || relation.part === undefined) return rows;
  for await (const row of opened.units(relation.part, { isUnit: (name) => name === "s:row" })) {
    if (!rows.add(readXlsxCells(row, context))) break;
  }
  return rows;
}

/** All sheets of an ODS file are in one part, which is read once. */
async function readOds(opened: OfficePackage, limits: ReadLimits): Promise<ReadFile> {
  const found = await readOdsSheets(opened, limits);
  const sheets = found.map(({ rows, ...sheet }) => ({ ...sheet, readRows: async () => rows }));
  return readSheets({ sheets, title: await readTitle(opened), close: () => opened.close() }, limits);
}
