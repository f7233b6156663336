import { mkdir } from "node:fs/promises";
import type { ChildEnding, MessageWhileReading } from "./child/child-process.ts";
import type { SourceFile } from "./extracted-file.ts";
import type { ExtractionChildren } from "./extraction-children.ts";
import { durationInWords, type ExtractionLimits, sizeInWords } from "./extraction-limits.ts";
import { type ExtractedFile, findExtractedFiles, findOutcome, type Place, writeOutcome } from "./file-outcome.ts";

export interface DocumentToExtract {
  files: SourceFile[];
  /**
   * Where the pages go. What an earlier try that was cut short has left there is not read again, so a folder belongs to
   * one document and outlives a restart.
   */
  outFolder: string;
  onProgress?(progress: ExtractionProgress): void;
  /** For the log: how a child or a reader failed, in its own words. People are told the reason only. */
  onFault?(message: string): void;
  signal?: AbortSignal;
}

export interface ExtractionProgress {
  file: Place;
  /** Of this file. */
  pagesDone: number;
  pageCount: number;
  /** Of all files opened so far. */
  totalPagesDone: number;
  totalPageCount: number;
}

/**
 * A child may have been ended from outside, by the system that was short of memory or by a person: only a file that ends
 * this many of them is to blame.
 */
const triesPerFile = 3;
/** A document with this many files that crash children is not worth another. */
const culpritsTolerated = 3;
/** However its crashes are spread over its files. */
const crashesTolerated = 9;

interface OpenedFile {
  place: Place;
  fileName: string;
  displayName: string;
}

/**
 * Reads a document in a child process. Whatever its files do there, this ends with an outcome for each of them; a file
 * that crashes the child fails alone, and the rest is read by a new one. Throws only what is no document's fault.
 */
export async function extractDocument(
  { children, limits }: { children: ExtractionChildren; limits: ExtractionLimits },
  { files, outFolder, onProgress, onFault, signal }: DocumentToExtract,
): Promise<ExtractedFile[]> {
  await mkdir(outFolder, { recursive: true });
  const progress = new ProgressTally(onProgress);
  const opened: OpenedFile[] = [];
  const crashesAt = new Map<Place | undefined, number>();
  let culprits = 0;
  const deadlineMs = performance.now() + limits.wallClockSeconds * 1000;
  for (let crashes = 1; ; crashes++) {
    signal?.throwIfAborted();
    const openedNow: OpenedFile[] = [];
    const ending = await children.use(async (child) => {
      const options = {
        deadlineMs,
        memoryBytes: limits.memoryBytes,
        signal,
        onMessage: (message: MessageWhileReading) => {
          if (message.type === "file") openedNow.push(message);
          else if (message.type === "fault") onFault?.(`${message.place}: ${message.message}`);
          else progress.tell(message);
        },
      };
      const ending = await child.read({ files: files.map(toPlainFile), limits, outFolder }, options);
      if (ending !== "done") onFault?.(`The child ended: ${ending}. ${child.lastWords}`);
      return ending;
    });
    if (ending === "done") return findExtractedFiles(outFolder);
    if (children.isClosed) throw new Error("Reading the document was cut short: the service is stopping");
    opened.push(...openedNow);
    const reason = reasonOf(ending, limits);
    // Nobody is to blame for a child that ended before it opened anything: it had died while it waited.
    const culprit = await findUnfinished(outFolder, openedNow);
    const triesMade = (crashesAt.get(culprit?.place) ?? 0) + 1;
    crashesAt.set(culprit?.place, triesMade);
    // What takes too much memory or time takes it again.
    const isToBlame = ending !== "crashed" || triesMade >= triesPerFile;
    if (isToBlame) culprits += 1;
    const isHopeless = culprit === undefined ? triesMade >= triesPerFile : culprits >= culpritsTolerated;
    if (isToBlame && culprit !== undefined) await writeOutcome(outFolder, culprit.place, failed(culprit, reason));
    if (ending === "outOfTime" || isHopeless || crashes >= crashesTolerated) {
      await giveUp({ files, outFolder, opened, reason, culprit });
      return findExtractedFiles(outFolder);
    }
  }
}

/** Only what the child needs crosses over. */
function toPlainFile({ path, fileName }: SourceFile): SourceFile {
  return { path, fileName };
}

/** The sums are kept, not made anew each time: an archive may have ten thousand members. */
class ProgressTally {
  readonly #onProgress: DocumentToExtract["onProgress"];
  readonly #known = new Map<Place, { pagesDone: number; pageCount: number }>();
  #totalPagesDone = 0;
  #totalPageCount = 0;

  constructor(onProgress: DocumentToExtract["onProgress"]) {
    this.#onProgress = onProgress;
  }

  tell({ place, pagesDone, pageCount }: { place: Place; pagesDone: number; pageCount: number }): void {
    const before = this.#known.get(place) ?? { pagesDone: 0, pageCount: 0 };
    this.#known.set(place, { pagesDone, pageCount });
    this.#totalPagesDone += pagesDone - before.pagesDone;
    this.#totalPageCount += pageCount - before.pageCount;
    const totals = { totalPagesDone: this.#totalPagesDone, totalPageCount: this.#totalPageCount };
    this.#onProgress?.({ file: place, pagesDone, pageCount, ...totals });
  }
}

/** The innermost file that was being read: of those begun and not ended, the one begun last. */
async function findUnfinished(outFolder: string, opened: OpenedFile[]): Promise<OpenedFile | undefined> {
  for (const file of opened.toReversed()) {
    if ((await findOutcome(outFolder, file.place)) === undefined) return file;
  }
  return undefined;
}

/** Nothing ends in silence: what was begun gets the reason, and what was not even begun says because of what. */
async function giveUp({
  files,
  outFolder,
  opened,
  reason,
  culprit,
}: {
  files: SourceFile[];
  outFolder: string;
  opened: OpenedFile[];
  reason: string;
  culprit: OpenedFile | undefined;
}): Promise<void> {
  const top = files.map(({ fileName }, index) => ({ place: `${index + 1}`, fileName, displayName: fileName }));
  for (const file of [...opened, ...top]) {
    if ((await findOutcome(outFolder, file.place)) !== undefined) continue;
    const isBegun = culprit === undefined || culprit.place.startsWith(`${file.place}.`);
    const why = isBegun
      ? reason
      : `The file was not read, because reading the document ended at ${culprit.displayName}.`;
    await writeOutcome(outFolder, file.place, failed(file, why));
  }
}

function failed({ fileName, displayName }: OpenedFile, failureReason: string) {
  return { fileName, displayName, failureReason };
}

function reasonOf(ending: Exclude<ChildEnding, "done">, limits: ExtractionLimits): string {
  switch (ending) {
    case "outOfTime":
      return `Reading the document took longer than ${durationInWords(limits.wallClockSeconds)} and was stopped.`;
    case "outOfMemory":
      return `Reading the file took more than ${sizeInWords(limits.memoryBytes)} of memory and was stopped.`;
    case "crashed":
      return "Reading the file ended unexpectedly; it may be damaged.";
  }
}
