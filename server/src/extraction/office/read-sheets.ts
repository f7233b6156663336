import type { ReadFile, ReadLimits } from "../extracted-file.ts";
import { readParts, toPage } from "../text/paged-text.ts";
import type { SheetRows } from "./sheet-rows.ts";

export interface Sheet {
  name: string;
  isHidden: boolean;
  readRows(): Promise<SheetRows>;
}

/** A workbook has one page for each sheet, also for hidden ones. */
export function readSheets(
  {
    sheets,
    title,
    close = async () => undefined,
  }: { sheets: Sheet[]; title?: string | undefined; close?(): Promise<void> },
  limits: ReadLimits,
): Promise<ReadFile> {
  const readPage = async ({ name, isHidden, readRows }: Sheet, number: number) => {
    const label = `sheet ${name}${isHidden ? " (hidden)" : ""}`;
    return toPage({ number, label, blocks: (await readRows()).blocks() });
  };
  const pages = sheets.map((sheet, index) => () => readPage(sheet, index + 1));
  return readParts({ pages, title, close }, "sheets", limits);
}
