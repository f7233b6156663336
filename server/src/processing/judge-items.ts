import { inspect } from "node:util";
import type { Analyser } from "../analysis/analyser.ts";
import { keepVerifiedQuotes } from "../analysis/findings/verify-quotes.ts";
import type { Document, JudgedBy } from "../documents/document.ts";
import type { ReadableFile } from "../documents/document-file.ts";
import { AppError } from "../platform/app-error.ts";
import type { Clock } from "../platform/clock.ts";
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
 * Judges what is still pending, begun in its order, as many at a time as the analyser takes. Each outcome is saved as soon
 * as it is there, and before its place is taken by the next: nothing that was finished is judged twice.
 */
export async function judgeItems(
  deps: JudgeDeps,
  run: Run,
  document: Document,
  files: ReadableFile[],
  settings: JudgedBy["settings"],
  signal: AbortSignal,
): Promise<void> {
  const { db, blobs, clock, analyser } = deps;
  const pending = await db.processing.listPending(document.id);
  if (pending.length === 0) return;
  const { control, catalogue } = await db.processing.findMeasure(document);
  const subjectFiles = [];
  for (const { displayName, reading } of files) {
    const { title, language } = reading;
    const pages = await readAllPages(blobs, reading.pages);
    subjectFiles.push({ name: displayName, ...(title && { title }), ...(language && { language }), pages });
  }
  const language = document.auditLanguage;
  const items = (await db.processing.listItems(document.id)).map(({ item }) => item);
  const subject = { files: subjectFiles, control, items, language };
  // Whatever fails beside the judging, such as a run that is over, ends the judging of the others as well.
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const analysis = await analyser.open(subject, stop);
  const waiting = pending.values();
  let isFirst = true;

  async function judgeInTurn(): Promise<void> {
    for (const { id, item } of waiting) {
      stop.throwIfAborted();
      const outcome = await judgedOutcome(
        async () => keepVerifiedQuotes(subject, await analysis.judge(item)),
        stop,
        (message) => deps.onFault(document.id, `item ${id}: ${message}`),
      );
      await db.processing.saveItem(run, id, outcome, clock.now());
      if (isFirst) {
        isFirst = false;
        await db.processing.forgetAttempts(run);
      }
    }
  }

  try {
    const { settings: own, ...engine } = analysis.engine;
    await db.processing.saveJudgedBy(run, { ...engine, catalogue, settings: { ...settings, ...own, language } });
    const lanes = Array.from({ length: analysis.itemsAtOnce ?? 1 }, () =>
      judgeInTurn().catch((error: unknown) => {
        failed.abort(error);
        throw error;
      }),
    );
    await Promise.allSettled(lanes);
    await Promise.all(lanes);
  } finally {
    await analysis.close();
  }
}

/** What comes of judging an item, whatever comes of it. */
export async function judgedOutcome(
  judge: () => ReturnType<Awaited<ReturnType<Analyser["open"]>>["judge"]>,
  signal: AbortSignal,
  onFault: (message: string) => void,
): Promise<ItemOutcome> {
  try {
    const findings = await judge();
    return { status: "completed", findings: { ...findings, score: Math.round(findings.score * 10) / 10 } };
  } catch (error) {
    // What passes by itself is no finding: the job is tried again later.
    if (signal.aborted || (error instanceof AppError && error.code === "unavailable")) throw error;
    onFault(inspect(error));
    const failureReason =
      error instanceof AppError ? error.message : "This item could not be judged because of an error in the analysis.";
    return { status: "failed", failureReason };
  }
}
