import type { ControlToJudge, ItemToJudge } from "../analysis/analyser.ts";
import type { ItemFindings } from "../analysis/findings/findings.ts";
import type { Document, JudgedBy, ReadingProgress } from "../documents/document.ts";
import type { StoredFile } from "../documents/document-file.ts";
import type { Id } from "../platform/ids.ts";

/**
 * One try at a document. Only the latest one writes: a worker that was thought dead and is not finds its writes refused,
 * however late they come.
 */
export interface Run {
  id: Id;
  documentId: Id;
  /** Of the submission. */
  requestId?: string | undefined;
}

/** Another run has taken the document over, or it has ended. Nobody's mistake: the one who hears it stops. */
export class RunIsOver extends Error {}

export type ItemOutcome = { status: "completed"; findings: ItemFindings } | { status: "failed"; failureReason: string };

export type DocumentEnding = { status: "completed"; pageCount: number } | { status: "failed"; failureReason: string };

export interface PendingItem {
  id: Id;
  item: ItemToJudge;
}

export interface Measure {
  control: ControlToJudge;
  catalogue: JudgedBy["catalogue"];
}

/** Everything with a run throws RunIsOver when another one has begun. */
export interface ProcessingStore {
  /** Makes this the document's run. Undefined when there is nothing left to do. */
  begin(companyId: Id, run: Run): Promise<{ document: Document; attempts: number } | undefined>;
  /** Something was brought forward, or the run ended in good order: it does not count as cut off. */
  forgetAttempts(run: Run): Promise<void>;
  saveProgress(run: Run, progress: ReadingProgress, file: { place: string } & ReadingProgress): Promise<void>;
  saveSha256(run: Run, fileId: Id, sha256: Buffer): Promise<void>;
  saveFiles(run: Run, files: StoredFile[]): Promise<void>;
  /** All files have been read: this many pages. */
  savePageCount(run: Run, pageCount: number): Promise<void>;
  findMeasure(document: Document): Promise<Measure>;
  listPending(documentId: Id): Promise<PendingItem[]>;
  /** All of them, judged or not, in their order. */
  listItems(documentId: Id): Promise<PendingItem[]>;
  saveJudgedBy(run: Run, judgedBy: JudgedBy): Promise<void>;
  /** An item that has its outcome keeps it. */
  saveItem(run: Run, itemId: Id, outcome: ItemOutcome, at: Date): Promise<void>;
  countItems(documentId: Id): Promise<{ completed: number; failed: number }>;
  /** Items that are still pending fail with the document. */
  end(run: Run, ending: DocumentEnding, at: Date): Promise<void>;
  /** False once it was erased. */
  exists(documentId: Id): Promise<boolean>;
  /** Of these documents, those that are still to be worked on. */
  listUnfinished(documentIds: Id[]): Promise<Id[]>;
}
