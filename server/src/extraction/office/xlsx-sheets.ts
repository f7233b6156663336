import { type OfficePackage, openMainPart } from "./office-package.ts";
import { readXlsxCells, readXlsxContext, type XlsxContext } from "./read-xlsx-cells.ts";
import { childElements, findElement } from "./stream-xml.ts";

export interface XlsxSheet {
  name: string;
  isHidden: boolean;
  /** Rows from 1 and columns from 0, as the sheet numbers them. */
  rows(): AsyncIterable<{ number: number; cells: Iterable<[column: number, text: string]> }>;
}

export async function openXlsxSheets(opened: OfficePackage): Promise<XlsxSheet[]> {
  const { root: workbook, relations } = await openMainPart(opened, "xl/workbook.xml");
  const relationsById = new Map(relations.map((relation) => [relation.id, relation]));
  const isDate1904 = /^(1|true|on)$/.test(findElement(workbook, "s:workbookPr")?.attributes["date1904"] ?? "");
  // Read with the first sheet, when the number of sheets is known to be allowed.
  let context: Promise<XlsxContext> | undefined;
  return childElements(findElement(workbook, "s:sheets"), "s:sheet").map(({ attributes }) => ({
    name: attributes["name"] ?? "",
    isHidden: /hidden/i.test(attributes["state"] ?? ""),
    async *rows() {
      const relation = relationsById.get(attributes["r:id"] ?? "");
      context ??= readXlsxContext(opened, relations, isDate1904);
      const known = await context;
      // A chart or dialogue sheet has no cells.
      if (relation?.kind !== "worksheet" || relation.part === undefined) return;
      let previous = 0;
      for await (const row of opened.units(relation.part, { isUnit: (name) => name === "s:row" })) {
        const stated = Number(row.attributes["r"]);
        const number = Number.isSafeInteger(stated) && stated > previous ? stated : previous + 1;
        previous = number;
        yield { number, cells: readXlsxCells(row, known) };
      }
    },
  }));
}
