import type { ControlToJudge, ItemToJudge, StatedFacts } from "../analysis/analyser.ts";
import type { ItemFindings } from "../analysis/findings/findings.ts";
import type { Document, JudgedBy, ReadingProgress } from "../documents/document.ts";
import type { StoredFile } from "../documents/document-file.ts";
import type { Id } from "../platform/ids.ts";

/**
 * One attempt at a document. Only the latest run may write: the late writes of a worker that was thought dead are refused.
 */
export interface Run {
  id: Id;
  documentId: Id;
  /** The request that submitted the document. */
  requestId?: string | undefined;
}

/** Another run has taken over the document, or the document has ended. The run stops. */
export class RunSuperseded extends Error {}

export type ItemOutcome = { status: "completed"; findings: ItemFindings } | { status: "failed"; failureReason: string };

export type DocumentEnding = { status: "completed"; pageCount: number } | { status: "failed"; failureReason: string };

export interface PendingItem {
  id: Id;
  item: ItemToJudge;
}

/** Methods with a run throw RunSuperseded when another run has begun. */
export interface ProcessingStore {
  /** Makes this the document's current run. Undefined when the document has ended. */
  begin(companyId: Id, run: Run): Promise<{ document: Document; attempts: number } | undefined>;
  /** False when another run has begun, or the document has ended or was erased. */
  isCurrent(run: Run): Promise<boolean>;
  /** Called after progress and after an orderly end: only runs that were cut off count. */
  resetAttempts(run: Run): Promise<void>;
  saveProgress(run: Run, progress: ReadingProgress, file: { place: string } & ReadingProgress): Promise<void>;
  saveSha256(run: Run, fileId: Id, sha256: Buffer): Promise<void>;
  saveFiles(run: Run, files: StoredFile[]): Promise<void>;
  savePageCount(run: Run, pageCount: number): Promise<void>;
  findControl(
    of: Pick<Document, "companyId" | "reviewId">,
  ): Promise<{ control: ControlToJudge; catalogue: JudgedBy["catalogue"] }>;
  listPending(documentId: Id): Promise<PendingItem[]>;
  /** All items in their order, judged or not. */
  listItems(documentId: Id): Promise<PendingItem[]>;
  /** What was stated about the entity when the document was submitted. */
  findFacts(documentId: Id): Promise<StatedFacts>;
  /** With the sketch of the document's text, by which a later version finds it. */
  saveJudgedBy(run: Run, judgedBy: JudgedBy, textSketch: Buffer | undefined): Promise<void>;
  /** Never overwrites an outcome. */
  saveItem(run: Run, itemId: Id, outcome: ItemOutcome, at: Date): Promise<void>;
  countItems(documentId: Id): Promise<{ completed: number; failed: number }>;
  /** Items that are still pending fail with the document. */
  end(run: Run, ending: DocumentEnding, at: Date): Promise<void>;
  /** Whether a document of the review is judged, and none that counts is left to be. Call it after `end`, which locks the review. */
  isReviewJudged(reviewId: Id): Promise<boolean>;
  /** Undefined until something was judged. */
  findReviewScore(reviewId: Id): Promise<number | undefined>;
  /** The version that counts in its review until this one is completed. */
  findSuperseded(documentId: Id): Promise<Id | undefined>;
  /** False after erasure. */
  exists(documentId: Id): Promise<boolean>;
  /** Those of the documents that have not ended. */
  listUnfinished(documentIds: Id[]): Promise<Id[]>;
}
