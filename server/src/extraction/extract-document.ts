import { reclaimFolder } from "./child/child-folder.ts";
import type { ProgressMessage, TaskResult } from "./child/extraction-child.ts";
import type { SourceFile } from "./extracted-file.ts";
import type { ExtractionChildren } from "./extraction-children.ts";
import { type ExtractionLimits, formatDuration, formatSize } from "./extraction-limits.ts";
import { type ExtractedFile, findExtractedFiles, findOutcome, type Place, writeOutcome } from "./file-outcome.ts";

export interface DocumentToExtract {
  files: SourceFile[];
  /** Where pages are written. Pages of an interrupted attempt are kept, so the folder belongs to one document. */
  outFolder: string;
  onProgress?(progress: ExtractionProgress): void;
  /** Awaited before the results are moved to `outFolder`; until then that is a link to where they are written. */
  settle?(): Promise<void>;
  /** For the log: how a child process or a reader failed. Users see only the failure reason. */
  onFault?(message: string): void;
  signal?: AbortSignal;
}

export interface ExtractionProgress {
  file: Place;
  /** In this file. */
  pagesDone: number;
  pageCount: number;
  /** In all files opened so far. */
  totalPagesDone: number;
  totalPageCount: number;
}

/** The kernel or an operator may have killed the child, so a file fails only after this many crashes. */
const maxCrashesPerFile = 3;
/** Reading stops after this many failed files. */
const maxFailedFiles = 3;
/** Reading stops after this many crashes in all. */
const maxCrashes = 9;

interface OpenedFile {
  place: Place;
  fileName: string;
  displayName: string;
}

/**
 * Reads a document in a child process and returns an outcome for each file. A file that crashes the child fails alone; a new
 * child reads the rest. Throws only errors that no document causes.
 */
export async function extractDocument(
  { children, limits }: { children: ExtractionChildren; limits: ExtractionLimits },
  { files, outFolder, onProgress, settle, onFault, signal }: DocumentToExtract,
): Promise<ExtractedFile[]> {
  await reclaimFolder(outFolder);
  const progress = new ProgressTally(onProgress);
  const opened: OpenedFile[] = [];
  const crashesByFile = new Map<Place | undefined, number>();
  let failedFiles = 0;
  const deadlineMs = performance.now() + limits.wallClockSeconds * 1000;
  for (let crashes = 1; ; crashes++) {
    signal?.throwIfAborted();
    const openedNow: OpenedFile[] = [];
    const result = await children.use(async (child) => {
      const options = {
        deadlineMs,
        memoryBytes: limits.memoryBytes,
        maxWrittenBytes: limits.maxWrittenBytes,
        signal,
        settle,
        onMessage: (message: ProgressMessage) => {
          if (message.type === "file") openedNow.push(message);
          else if (message.type === "fault") onFault?.(`${message.place}: ${message.message}`);
          else progress.report(message);
        },
      };
      const result = await child.read({ files: files.map(toPlainFile), limits, outFolder }, options);
      if (result !== "done") onFault?.(`The child process ended: ${result}. ${child.stderrTail}`);
      return result;
    });
    if (result === "done") return findExtractedFiles(outFolder);
    if (children.isClosed) throw new Error("Reading the document was interrupted: the service is stopping");
    opened.push(...openedNow);
    const reason = toFailureReason(result, limits);
    // Undefined for a child that ended before it opened a file, as an idle one may.
    const unfinished = await findUnfinished(outFolder, openedNow);
    const crashesOfFile = (crashesByFile.get(unfinished?.place) ?? 0) + 1;
    crashesByFile.set(unfinished?.place, crashesOfFile);
    // A file that exceeds a limit would exceed it again.
    const hasFailed = result !== "crashed" || crashesOfFile >= maxCrashesPerFile;
    if (hasFailed) failedFiles += 1;
    const shouldStop = unfinished === undefined ? crashesOfFile >= maxCrashesPerFile : failedFiles >= maxFailedFiles;
    if (hasFailed && unfinished !== undefined)
      await writeOutcome(outFolder, unfinished.place, failed(unfinished, reason));
    if (result === "timedOut" || shouldStop || crashes >= maxCrashes) {
      await failRemaining({ files, outFolder, opened, reason, unfinished });
      return findExtractedFiles(outFolder);
    }
  }
}

/** Callers may pass objects with more properties, which must not be sent to the child. */
function toPlainFile({ path, fileName }: SourceFile): SourceFile {
  return { path, fileName };
}

/** Keeps running sums, because an archive may have ten thousand members. */
class ProgressTally {
  readonly #onProgress: DocumentToExtract["onProgress"];
  readonly #known = new Map<Place, { pagesDone: number; pageCount: number }>();
  #totalPagesDone = 0;
  #totalPageCount = 0;

  constructor(onProgress: DocumentToExtract["onProgress"]) {
    this.#onProgress = onProgress;
  }

  report({ place, pagesDone, pageCount }: { place: Place; pagesDone: number; pageCount: number }): void {
    const before = this.#known.get(place) ?? { pagesDone: 0, pageCount: 0 };
    this.#known.set(place, { pagesDone, pageCount });
    this.#totalPagesDone += pagesDone - before.pagesDone;
    this.#totalPageCount += pageCount - before.pageCount;
    const totals = { totalPagesDone: this.#totalPagesDone, totalPageCount: this.#totalPageCount };
    this.#onProgress?.({ file: place, pagesDone, pageCount, ...totals });
  }
}

/** The innermost file that was being read: the last one opened without an outcome. */
async function findUnfinished(outFolder: string, opened: OpenedFile[]): Promise<OpenedFile | undefined> {
  for (const file of opened.toReversed()) {
    if ((await findOutcome(outFolder, file.place)) === undefined) return file;
  }
  return undefined;
}

/** Every file without an outcome gets one. */
async function failRemaining({
  files,
  outFolder,
  opened,
  reason,
  unfinished,
}: {
  files: SourceFile[];
  outFolder: string;
  opened: OpenedFile[];
  reason: string;
  unfinished: OpenedFile | undefined;
}): Promise<void> {
  const top = files.map(({ fileName }, index) => ({ place: `${index + 1}`, fileName, displayName: fileName }));
  for (const file of [...opened, ...top]) {
    if ((await findOutcome(outFolder, file.place)) !== undefined) continue;
    const wasOpened = unfinished === undefined || unfinished.place.startsWith(`${file.place}.`);
    const why = wasOpened
      ? reason
      : `The file was not read, because reading the document ended at ${unfinished.displayName}.`;
    await writeOutcome(outFolder, file.place, failed(file, why));
  }
}

function failed({ fileName, displayName }: OpenedFile, failureReason: string) {
  return { fileName, displayName, failureReason };
}

function toFailureReason(result: Exclude<TaskResult, "done">, limits: ExtractionLimits): string {
  switch (result) {
    case "timedOut":
      return `Reading the document took longer than ${formatDuration(limits.wallClockSeconds)} and was stopped.`;
    case "outOfMemory":
      return `Reading the file took more than ${formatSize(limits.memoryBytes)} of memory and was stopped.`;
    case "wroteTooMuch":
      return `Reading the file wrote more than ${formatSize(limits.maxWrittenBytes)} to disk and was stopped.`;
    case "crashed":
      return "Reading the file ended unexpectedly; it may be damaged.";
  }
}
