import { inspect } from "node:util";
import type { Analyser } from "../analysis/analyser.ts";
import { onlyProven } from "../analysis/verify-quotes.ts";
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

/** Judges what is still pending, in its order, and saves each outcome before the next: nothing is judged twice. */
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
  const subject = { files: subjectFiles, control, language };
  const analysis = await analyser.open(subject, signal);
  try {
    await db.processing.saveJudgedBy(run, { ...analysis.engine, catalogue, settings: { ...settings, language } });
    for (const [index, { id, item }] of pending.entries()) {
      signal.throwIfAborted();
      const outcome = await judged(
        async () => onlyProven(subject, await analysis.judge(item)),
        signal,
        (message) => deps.onFault(document.id, `item ${id}: ${message}`),
      );
      await db.processing.saveItem(run, id, outcome, clock.now());
      if (index === 0) await db.processing.forgetAttempts(run);
    }
  } finally {
    await analysis.close();
  }
}

async function judged(
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
