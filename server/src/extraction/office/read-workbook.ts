import { open } from "node:fs/promises";
import { type ExtractedPage, type Reader, type ReadFile, type ReadLimits, UnreadableFile } from "../extracted-file.ts";
import { compoundFileMagic } from "../format/compound-file.ts";
import { readParts, toPage } from "../text/paged-text.ts";
import { odsSheets } from "./ods-sheets.ts";
import { isOpenDocument, type OfficePackage, openMainPart, titleOf, withPackage } from "./office-package.ts";
import { readCsv } from "./read-csv.ts";
import { readXls } from "./read-xls.ts";
import { SheetRows, sheetLabel } from "./sheet-rows.ts";
import { readXlsxContext, type XlsxContext, xlsxCells } from "./xlsx-cells.ts";
import { elementsOf, findElement } from "./xml-elements.ts";

/** XLSX, XLS, ODS and CSV, told apart by their bytes: one page for each sheet, hidden ones included and named so. */
export const readWorkbook: Reader = async (file, limits) => {
  const start = await readStart(file.path);
  if (start.equals(compoundFileMagic)) return readXls(file, limits);
  if (start.toString("latin1", 0, 2) !== "PK")
    return isOldestXls(start) ? readXls(file, limits) : readCsv(file, limits);
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

/** Before Excel 5 a workbook was a bare stream: BOF records of BIFF2, 3 and 4. */
const isOldestXls = (start: Buffer): boolean =>
  start[0] === 0x09 && [0x00, 0x02, 0x04].includes(start[1] ?? -1) && start[3] === 0;

interface XlsxSheet {
  name: string;
  isHidden: boolean;
  part: string | undefined;
}

async function readXlsx(opened: OfficePackage, limits: ReadLimits): Promise<ReadFile> {
  const { root: workbook, relations } = await openMainPart(opened, "xl/workbook.xml");
  const partOf = new Map(relations.map((relation) => [relation.id, relation]));
  const sheets = elementsOf(findElement(workbook, "s:sheets"), "s:sheet").map(({ attributes }): XlsxSheet => {
    const relation = partOf.get(attributes["r:id"] ?? "");
    return {
      name: attributes["name"] ?? "",
      isHidden: /hidden/i.test(attributes["state"] ?? ""),
      // A sheet that is a chart or a dialogue has no cells.
      part: relation?.kind === "worksheet" ? relation.part : undefined,
    };
  });
  const isDate1904 = /^(1|true|on)$/.test(findElement(workbook, "s:workbookPr")?.attributes["date1904"] ?? "");
  // Asked for when the number of sheets is known to be allowed.
  let context: Promise<XlsxContext> | undefined;
  return readParts(
    {
      count: sheets.length,
      title: await titleOf(opened),
      async page(number) {
        context ??= readXlsxContext(opened, relations, isDate1904);
        return xlsxPage(opened, number, sheets[number - 1], await context);
      },
      close: () => opened.close(),
    },
    "sheets",
    limits,
  );
}

async function xlsxPage(
  opened: OfficePackage,
  number: number,
  sheet: XlsxSheet | undefined,
  context: XlsxContext,
): Promise<ExtractedPage> {
  const rows = new SheetRows();
  if (sheet?.part !== undefined) {
    for await (const row of opened.units(sheet.part, { isUnit: (name) => name === "s:row" })) {
      if (!rows.add(xlsxCells(row, context))) break;
    }
  }
  return toPage({
    number,
    label: sheetLabel(sheet?.name ?? String(number), sheet?.isHidden ?? false),
    blocks: rows.blocks(),
  });
}

/** All sheets of an ODS lie in one part; it is read once, and their rows are held. */
async function readOds(opened: OfficePackage, limits: ReadLimits): Promise<ReadFile> {
  const sheets = await odsSheets(opened, limits);
  return readParts(
    {
      count: sheets.length,
      title: await titleOf(opened),
      async page(number) {
        const sheet = sheets[number - 1];
        const label = sheetLabel(sheet?.name ?? String(number), sheet?.isHidden ?? false);
        return toPage({ number, label, blocks: sheet?.rows.blocks() ?? [] });
      },
      close: () => opened.close(),
    },
    "sheets",
    limits,
  );
}
