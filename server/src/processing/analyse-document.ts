import { inspect } from "node:util";
import type { Document, DocumentStore } from "../documents/document.ts";
import { readableFiles, type StoredFile } from "../documents/document-file.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { finishBlobs } from "../submissions/finish-blobs.ts";
import { BlobMissing } from "../uploads/blob-store.ts";
import type { UnclaimedBlobStore, UploadStore } from "../uploads/upload-session.ts";
import { type EndDeps, endDocument } from "./end-document.ts";
import { type JudgeDeps, judgeItems } from "./judge-items.ts";
import { type ProcessingStore, type Run, RunIsOver } from "./processing-store.ts";
import { pageCountOf, pagesKeyPrefix, type ReadFilesDeps, readFiles } from "./read-files.ts";
import { openWorkFolder, removeWorkFolder } from "./work-folder.ts";

interface AnalysisStores {
  documents: DocumentStore;
  processing: ProcessingStore;
  unclaimedBlobs: UnclaimedBlobStore;
}

export interface AnalyseDocumentDeps extends ReadFilesDeps, JudgeDeps, Omit<EndDeps, "db"> {
  db: EndDeps["db"] & Transactional<AnalysisStores> & AnalysisStores & { uploads: Pick<UploadStore, "listParts"> };
  /** Documents this process is working on: a lost heartbeat must not make it work on one twice. */
  underWay: Set<Id>;
  /** For whoever watches how long things take. */
  onStage?(stage: "reading" | "judging", seconds: number, requestId: string | undefined): void;
}

export interface DocumentToAnalyse {
  companyId: Id;
  documentId: Id;
  /** Of the submission; jobs of earlier versions do not know it. */
  requestId?: string | undefined;
}

/**
 * A document whose runs are cut off this often in a row, none of them getting any further, would go on so for ever. The
 * one at fault is not always the one that is counted: a neighbour may have brought the process down.
 */
const mostAttempts = 8;

/**
 * From a queued document to its result. May be called again at any time, after a crash at any point, on any machine: what
 * is stored is not done again, and of two runs at once only the later one writes.
 */
export async function analyseDocument(
  deps: AnalyseDocumentDeps,
  { companyId, documentId, requestId }: DocumentToAnalyse,
  signal: AbortSignal,
): Promise<void> {
  if (deps.underWay.has(documentId)) throw new Error(`document ${documentId} is still being worked on here`);
  deps.underWay.add(documentId);
  const run: Run = { id: deps.ids.next(), documentId, requestId };
  let hasBegun = false;
  try {
    const begun = await deps.db.processing.begin(companyId, run);
    if (begun === undefined) return;
    hasBegun = true;
    await deps.db.unclaimedBlobs.removeEachAt(pagesKeyPrefix(documentId), deps.clock.now());
    if (begun.attempts > mostAttempts) {
      const failureReason = `Processing ended unexpectedly ${mostAttempts} times in a row and was given up. The document may be damaged, or too large for this service.`;
      await endDocument(deps, run, begun.document, { status: "failed", failureReason });
      return;
    }
    await work(deps, run, begun.document, signal).catch((error: unknown) =>
      endWithout(deps, run, begun.document, error),
    );
  } catch (error) {
    // A run that could not even begin is nobody's: that it is not the document's run says nothing of the document.
    if (!hasBegun) throw error;
    // It ended in good order, if not well; only runs that are cut off count. Whether that can be written down or not,
    // the error that brought us here is the one to tell.
    const noted = await deps.db.processing.forgetAttempts(run).catch((reason: unknown) => reason);
    if (error instanceof RunIsOver || noted instanceof RunIsOver) {
      await clearUp(deps, documentId);
      return;
    }
    if (!signal.aborted) deps.onFault(documentId, inspect(error));
    throw error;
  } finally {
    deps.underWay.delete(documentId);
  }
}

/** What the store has lost does not come back by trying again; whoever sent it can be told at once. */
async function endWithout(deps: AnalyseDocumentDeps, run: Run, document: Document, error: unknown): Promise<void> {
  if (!(error instanceof BlobMissing)) throw error;
  deps.onFault(document.id, inspect(error));
  const files = await deps.db.documents.listStoredFiles(document.id);
  const lost = files.find(({ blobKey }) => blobKey === error.key);
  const what = lost === undefined ? "What was read from the document" : `The file ${lost.displayName}`;
  const failureReason = `${what} is no longer in the service's storage. Submit the document again.`;
  await endDocument(deps, run, document, { status: "failed", failureReason });
}

/** A document that was erased while it was worked on leaves nothing on this machine, nor the pages that were under way. */
async function clearUp({ db, clock, workRoot }: AnalyseDocumentDeps, documentId: Id): Promise<void> {
  if (await db.processing.exists(documentId)) return;
  await db.unclaimedBlobs.removeEachAt(pagesKeyPrefix(documentId), clock.now());
  await removeWorkFolder(workRoot, documentId);
}

async function work(deps: AnalyseDocumentDeps, run: Run, document: Document, signal: AbortSignal): Promise<void> {
  await finishBlobs({ documents: deps.db.documents, uploads: deps.db.uploads, blobs: deps.blobs }, document.id);
  const folder = await openWorkFolder(deps.workRoot, document.id);
  const files = await timed(deps, run, "reading", () => readFiles(deps, run, folder, signal));
  const readable = readableFiles(files);
  if (readable.length === 0) {
    await endDocument(deps, run, document, { status: "failed", failureReason: whyNothingWasRead(files) });
    return;
  }
  const { maxPages, maxTextBytes, maxUnpackedBytes, maxDepth, maxMembers } = deps.limits;
  // What decides how much of a document is read; the rest decides whether it is.
  const settings = { maxPages, maxTextBytes, maxUnpackedBytes, maxDepth, maxMembers };
  await timed(deps, run, "judging", () => judgeItems(deps, run, document, readable, settings, signal));
  const { completed, failed } = await deps.db.processing.countItems(document.id);
  if (completed === 0 && failed > 0) {
    const failureReason = `None of the ${failed} control items could be judged because of an error in the analysis.`;
    await endDocument(deps, run, document, { status: "failed", failureReason });
    return;
  }
  await endDocument(deps, run, document, { status: "completed", pageCount: pageCountOf(files) });
}

async function timed<T>(
  { clock, onStage }: AnalyseDocumentDeps,
  { requestId }: Run,
  stage: "reading" | "judging",
  act: () => Promise<T>,
): Promise<T> {
  const startedAt = clock.now();
  const result = await act();
  onStage?.(stage, (clock.now().getTime() - startedAt.getTime()) / 1000, requestId);
  return result;
}

/** How many reasons a person reads. */
const mostReasons = 5;

export function whyNothingWasRead(files: Pick<StoredFile, "displayName" | "reading">[]): string {
  const failures = files.flatMap(({ displayName, reading }) =>
    reading.state === "failed" ? [{ displayName, reason: reading.failureReason }] : [],
  );
  const [first] = failures;
  if (first === undefined) return "There is nothing to read in the document: it holds no pages.";
  if (files.length === 1) return first.reason;
  const told = failures.slice(0, mostReasons).map(({ displayName, reason }) => `${displayName}: ${reason}`);
  const rest = failures.length - told.length;
  return [`None of the files could be read.`, ...told, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(" ");
}

/** When the queue has given up: nothing ends in silence. */
export async function giveUpDocument(
  deps: EndDeps & { db: { processing: Pick<ProcessingStore, "begin"> } },
  { companyId, documentId, requestId }: DocumentToAnalyse,
): Promise<void> {
  const run: Run = { id: deps.ids.next(), documentId, requestId };
  const begun = await deps.db.processing.begin(companyId, run);
  if (begun === undefined) return;
  const failureReason = "The document could not be processed because of errors that came up again on every try.";
  await endDocument(deps, run, begun.document, { status: "failed", failureReason });
}
