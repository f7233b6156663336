import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SourceFile } from "./extracted-file.ts";
import type { ExtractionChildren } from "./extraction-children.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";
import { type SheetCellsAnswer, sheetCellsFile } from "./sheet-cells.ts";

export interface WorkbookToRead {
  file: SourceFile;
  /** Empty. The cells are written here. */
  outFolder: string;
  /** For the log. */
  onFault(message: string): void;
}

/** A user is waiting; a thousand rows take a fifth of a second. */
const readSeconds = 30;

/** Reads the cells of an XLSX or CSV file in a child process. */
export async function readWorkbookCells(
  { children, limits }: { children: ExtractionChildren; limits: ExtractionLimits },
  { file: { path, fileName }, outFolder, onFault }: WorkbookToRead,
): Promise<SheetCellsAnswer> {
  const result = await children.use(async (child) => {
    const options = {
      deadlineMs: performance.now() + Math.min(readSeconds, limits.wallClockSeconds) * 1000,
      memoryBytes: limits.memoryBytes,
      maxWrittenBytes: limits.maxWrittenBytes,
      onMessage: (message: { type: string; message?: string }) => {
        if (message.type === "fault") onFault(message.message ?? "");
      },
    };
    const result = await child.sheets({ file: { path, fileName }, limits, outFolder }, options);
    if (result !== "done") onFault(`The child process ended: ${result}. ${child.stderrTail}`);
    return result;
  });
  if (children.isClosed) throw new Error("Reading a workbook was interrupted: the service is stopping");
  if (result === "done") return JSON.parse(await readFile(join(outFolder, sheetCellsFile), "utf8")) as SheetCellsAnswer;
  return { problem: result === "crashed" ? "The file cannot be read." : "The file is too large for a checklist." };
}
