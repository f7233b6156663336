import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SourceFile } from "./extracted-file.ts";
import type { ExtractionChildren } from "./extraction-children.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";
import type { Place } from "./file-outcome.ts";
import { type Redline, type RedlineAnswer, redlineFiles } from "./redline-edit.ts";

export interface FileToRedline {
  /** The top-level file. */
  file: SourceFile;
  /** The file to change: the top-level file or one of its members. */
  place: Place;
  redline: Redline;
  /** Empty. The changed file is written here. */
  outFolder: string;
  /** For the log. */
  onFault(message: string): void;
}

/** A user is waiting; sixty pages take a second. */
const redlineSeconds = 60;

/** Writes a copy of a Word file with tracked changes, in a child process. */
export async function writeRedline(
  { children, limits }: { children: ExtractionChildren; limits: ExtractionLimits },
  { file: { path, fileName }, place, redline, outFolder, onFault }: FileToRedline,
): Promise<RedlineAnswer> {
  const result = await children.use(async (child) => {
    const options = {
      deadlineMs: performance.now() + Math.min(redlineSeconds, limits.wallClockSeconds) * 1000,
      memoryBytes: limits.memoryBytes,
      maxWrittenBytes: limits.maxWrittenBytes,
      onMessage: (message: { type: string; message?: string }) => {
        if (message.type === "fault") onFault(message.message ?? "");
      },
    };
    const result = await child.redline({ file: { path, fileName }, place, limits, outFolder, ...redline }, options);
    if (result !== "done") onFault(`The child process ended: ${result}. ${child.stderrTail}`);
    return result;
  });
  if (children.isClosed) throw new Error("A redline was interrupted: the service is stopping");
  if (result === "done")
    return JSON.parse(await readFile(join(outFolder, redlineFiles.answer), "utf8")) as RedlineAnswer;
  const problem = result === "crashed" ? "The file cannot be changed." : "The file is too large for a redline.";
  return { isWordFile: true, problem };
}
