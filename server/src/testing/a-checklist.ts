import type { SheetLayout } from "../reports/spreadsheet/sheet.ts";
import { Workbook } from "../reports/spreadsheet/workbook.ts";

/** A workbook with these cells, from the first row of each sheet. */
export function aWorkbook(sheets: Record<string, string[][]>): Buffer {
  const workbook = new Workbook();
  for (const [name, rows] of Object.entries(sheets)) {
    const layout: SheetLayout = { name, widths: [] };
    const table = workbook.table(layout);
    for (const row of rows) table.add(row);
  }
  return Buffer.concat([...workbook.bytes()]);
}

/** The body of a request with a small checklist. */
export function aChecklistFile(
  rows: string[][] = [
    ["Reference", "Requirement"],
    ["1", "The policy names a contact for incidents."],
  ],
): { fileName: string; data: string } {
  const csv = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\r\n");
  return { fileName: "Supplier checklist.csv", data: Buffer.from(csv).toString("base64") };
}
