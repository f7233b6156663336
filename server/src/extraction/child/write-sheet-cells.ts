import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { type SourceFile, UnreadableFile } from "../extracted-file.ts";
import type { ExtractionLimits } from "../extraction-limits.ts";
import type { Place } from "../file-outcome.ts";
import { readSheetCells } from "../office/read-sheet-cells.ts";
import { type SheetCellsAnswer, sheetCellsFile, UnreadableTable } from "../sheet-cells.ts";
import { isSystemError } from "../system-error.ts";

export interface SheetsToRead {
  file: SourceFile;
  limits: ExtractionLimits;
  outFolder: string;
}

/** Writes the cells of a workbook, or why they cannot be read, into `outFolder`. */
export async function writeSheetCells(
  { file, limits, outFolder }: SheetsToRead,
  onFault: (fault: { place: Place; message: string }) => void,
): Promise<void> {
  let answer: SheetCellsAnswer;
  try {
    answer = { sheets: await readSheetCells(file, limits) };
  } catch (error) {
    if (isSystemError(error)) throw error;
    const isKnown = error instanceof UnreadableFile || error instanceof UnreadableTable;
    if (!isKnown) onFault({ place: "0", message: inspect(error) });
    answer = { problem: isKnown ? error.message : "The file cannot be read." };
  }
  await writeFile(join(outFolder, sheetCellsFile), JSON.stringify(answer));
}
