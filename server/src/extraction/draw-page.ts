import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SourceFile } from "./extracted-file.ts";
import type { ExtractionChildren } from "./extraction-children.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";
import type { Place } from "./file-outcome.ts";
import { type PageView, viewFiles } from "./page-view.ts";

export interface PageToDraw {
  /** The file that was sent. */
  file: SourceFile;
  /** Of the file whose page it is: the one that was sent, or one within it. */
  place: Place;
  pageNumber: number;
  /** Empty; the picture and the words lie there afterwards. */
  outFolder: string;
  /** For the log: how the child failed. */
  onFault?(message: string): void;
}

/** Somebody is waiting for it; an ordinary page takes a tenth of a second. */
const drawingSeconds = 20;

/**
 * Draws one page in a child process. Undefined where there is nothing to draw: another format, a damaged page, one that
 * takes too long or too much memory.
 */
export async function drawPage(
  { children, limits }: { children: ExtractionChildren; limits: ExtractionLimits },
  { file: { path, fileName }, place, pageNumber, outFolder, onFault }: PageToDraw,
): Promise<PageView | undefined> {
  const ending = await children.use(async (child) => {
    const options = {
      deadlineMs: performance.now() + Math.min(drawingSeconds, limits.wallClockSeconds) * 1000,
      memoryBytes: limits.memoryBytes,
      onMessage: (message: { type: string; message?: string }) => {
        if (message.type === "fault") onFault?.(message.message ?? "");
      },
    };
    const ending = await child.view({ file: { path, fileName }, place, pageNumber, limits, outFolder }, options);
    if (ending !== "done") onFault?.(`The child ended: ${ending}. ${child.lastWords}`);
    return ending;
  });
  if (children.isClosed) throw new Error("Drawing a page was cut short: the service is stopping");
  if (ending !== "done") return undefined;
  const words = await readFile(join(outFolder, viewFiles.words), "utf8").catch(() => undefined);
  return words === undefined ? undefined : (JSON.parse(words) as PageView);
}
