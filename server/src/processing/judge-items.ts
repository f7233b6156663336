import { inspect } from "node:util";
import { type Analyser, JudgingTimedOut } from "../analysis/analyser.ts";
import { keepVerifiedQuotes } from "../analysis/findings/verify-quotes.ts";
import type { Document, JudgedBy } from "../documents/document.ts";
import type { ReadableFile } from "../documents/document-file.ts";
import { TextSketch } from "../documents/text-sketch.ts";
import type { ExtractedPage } from "../extraction/extracted-file.ts";
import { AppError } from "../platform/app-error.ts";
import type { Clock } from "../platform/clock.ts";
import { forEachBatch } from "../platform/for-each-batch.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import type { ItemOutcome, ProcessingStore, Run } from "./processing-store.ts";
import { readAllPages } from "./stored-pages.ts";

export interface JudgeDeps {
  db: { processing: ProcessingStore };
  blobs: BlobStore;
  clock: Clock;
  analyser: Analyser;
  onFault(documentId: string, message: string): void;
}

/**
 * Judges pending items in their order, as many concurrently as the analyser takes. Each outcome is saved before the next item
 * starts, so that no finished item is judged twice.
 */
export async function judgeItems(
  deps: JudgeDeps,
  run: Run,
  document: Document,
  files: ReadableFile[],
  settings: JudgedBy["settings"],
  signal: AbortSignal,
): Promise<JudgingTimedOut | undefined> {
  const { db, blobs, clock, analyser } = deps;
  const pending = await db.processing.listPending(document.id);
  if (pending.length === 0) return undefined;
  const { control, catalogue } = await db.processing.findControl(document);
  const subjectFiles = [];
  for (const { displayName, reading } of files) {
    const { title, language } = reading;
    const pages = await readAllPages(blobs, reading.pages);
    subjectFiles.push({ name: displayName, ...(title && { title }), ...(language && { language }), pages });
  }
  const items = (await db.processing.listItems(document.id)).map(({ item }) => item);
  const facts = await db.processing.findFacts(document.id);
  const subject = { files: subjectFiles, control, items, facts };
  // Any other failure, such as a superseded run, also stops the concurrent items.
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const opened = await analyser.open(subject, stop).catch((error: unknown) => {
    if (error instanceof JudgingTimedOut) return error;
    throw error;
  });
  if (opened instanceof JudgingTimedOut) {
    const outcome = { status: "failed", failureReason: opened.message } as const;
    for (const { id } of pending) await db.processing.saveItem(run, id, outcome, clock.now());
    return opened;
  }
  const analysis = opened;
  let timedOut: JudgingTimedOut | undefined;
  const waiting = pending.values();
  let isFirst = true;

  async function judgePending(): Promise<void> {
    for (const { id, item } of waiting) {
      stop.throwIfAborted();
      const outcome = await judgeItem(
        async () => keepVerifiedQuotes(subject.files, await analysis.judge(item)),
        stop,
        (error) => {
          if (error instanceof JudgingTimedOut) timedOut = error;
          else deps.onFault(document.id, `item ${id}: ${inspect(error)}`);
        },
      );
      await db.processing.saveItem(run, id, outcome, clock.now());
      if (isFirst) {
        isFirst = false;
        await db.processing.resetAttempts(run);
      }
    }
  }

  try {
    const { settings: own, ...engine } = analysis.engine;
    const sketch = await sketchOf(subjectFiles.flatMap(({ pages }) => pages));
    await db.processing.saveJudgedBy(run, { ...engine, catalogue, settings: { ...settings, ...own } }, sketch);
    const judging = Array.from({ length: analysis.itemsAtOnce ?? 1 }, () =>
      judgePending().catch((error: unknown) => {
        failed.abort(error);
        throw error;
      }),
    );
    await Promise.allSettled(judging);
    await Promise.all(judging);
    return timedOut;
  } finally {
    await analysis.close();
  }
}

/** Pages sketched before yielding to the event loop: a millisecond's work. */
const pagesPerBatch = 10;

async function sketchOf(pages: ExtractedPage[]): Promise<Buffer | undefined> {
  const sketch = new TextSketch();
  await forEachBatch(pages, pagesPerBatch, (batch) => {
    for (const { text } of batch) sketch.add(text);
  });
  return sketch.toBytes();
}

export async function judgeItem(
  judge: () => ReturnType<Awaited<ReturnType<Analyser["open"]>>["judge"]>,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<ItemOutcome> {
  try {
    return { status: "completed", findings: await judge() };
  } catch (error) {
    // Retryable errors fail the job, which is retried as a whole.
    if (signal.aborted || (error instanceof AppError && error.code === "unavailable")) throw error;
    onFault(error);
    const failureReason =
      error instanceof AppError ? error.message : "This item could not be judged because of an error in the analysis.";
    return { status: "failed", failureReason };
  }
}
