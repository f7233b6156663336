import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SourceFile } from "./extracted-file.ts";
import type { ExtractionChildren } from "./extraction-children.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";
import type { Place } from "./file-outcome.ts";
import { type PageView, viewFiles } from "./page-view.ts";

export interface PageToDraw {
  /** The top-level file. */
  file: SourceFile;
  /** The file with the page: the top-level file or one of its members. */
  place: Place;
  pageNumber: number;
  /** Empty. The image and the words are written here. */
  outFolder: string;
  /** For the log. */
  onFault?(message: string): void;
}

/** A user is waiting; an ordinary page takes a tenth of a second. */
const drawingSeconds = 20;

/** Draws one page in a child process. Undefined for other formats than PDF, and if the page is damaged or exceeds a limit. */
export async function drawPage(
  { children, limits }: { children: ExtractionChildren; limits: ExtractionLimits },
  { file: { path, fileName }, place, pageNumber, outFolder, onFault }: PageToDraw,
): Promise<PageView | undefined> {
  const result = await children.use(async (child) => {
    const options = {
      deadlineMs: performance.now() + Math.min(drawingSeconds, limits.wallClockSeconds) * 1000,
      memoryBytes: limits.memoryBytes,
      maxWrittenBytes: limits.maxWrittenBytes,
      onMessage: (message: { type: string; message?: string }) => {
        if (message.type === "fault") onFault?.(message.message ?? "");
      },
    };
    const result = await child.view({ file: { path, fileName }, place, pageNumber, limits, outFolder }, options);
    if (result !== "done") onFault?.(`The child process ended: ${result}. ${child.stderrTail}`);
    return result;
  });
  if (children.isClosed) throw new Error("Drawing a page was interrupted: the service is stopping");
  if (result !== "done") return undefined;
  const words = await readFile(join(outFolder, viewFiles.words), "utf8").catch(() => undefined);
  return words === undefined ? undefined : (JSON.parse(words) as PageView);
}
