import { inspect } from "node:util";
import type { DecisionStore } from "../documents/decision.ts";
import type { Document, DocumentStore } from "../documents/document.ts";
import { readableFiles, type StoredFile } from "../documents/document-file.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { finishBlobs } from "../submissions/finish-blobs.ts";
import { BlobMissing } from "../uploads/blob-store.ts";
import type { UnclaimedBlobStore, UploadStore } from "../uploads/upload-session.ts";
import { type EndDeps, endDocument } from "./end-document.ts";
import { findMarkedAgain } from "./find-marked-again.ts";
import { type JudgeDeps, judgeItems } from "./judge-items.ts";
import { type ProcessingStore, type Run, RunSuperseded } from "./processing-store.ts";
import { countPages, pagesKeyPrefix, type ReadFilesDeps, readFiles } from "./read-files.ts";
import { openWorkFolder, removeWorkFolder } from "./work-folder.ts";

interface AnalysisStores {
  documents: DocumentStore;
  decisions: DecisionStore;
  processing: ProcessingStore;
  unclaimedBlobs: UnclaimedBlobStore;
}

export interface AnalyseDocumentDeps extends ReadFilesDeps, JudgeDeps, Omit<EndDeps, "db"> {
  db: EndDeps["db"] &
    Transactional<AnalysisStores> &
    AnalysisStores &
    Pick<ReadFilesDeps["db"], "companies" | "quotas"> & { uploads: Pick<UploadStore, "listParts"> };
  /** The documents this process works on: after a lost heartbeat it must not process one twice. */
  inProgress: Set<Id>;
  onStage?(stage: "reading" | "judging", seconds: number, requestId: string | undefined): void;
}

export interface DocumentToAnalyse {
  companyId: Id;
  documentId: Id;
  /** The request that submitted the document. */
  requestId?: string | undefined;
}

/**
 * After this many runs in a row that were cut off without progress, a document fails. Each may have been cut off because of
 * another document in the same process, so the limit is generous.
 */
const maxAttempts = 8;
const watchMilliseconds = 1000;

/**
 * Takes a queued document to its result. May be repeated at any time and on any machine: stored steps are not repeated, and
 * of two concurrent runs only the later one writes.
 */
export async function analyseDocument(
  deps: AnalyseDocumentDeps,
  { companyId, documentId, requestId }: DocumentToAnalyse,
  signal: AbortSignal,
): Promise<void> {
  if (deps.inProgress.has(documentId)) throw new Error(`document ${documentId} is already being processed here`);
  deps.inProgress.add(documentId);
  const run: Run = { id: deps.ids.next(), documentId, requestId };
  let hasBegun = false;
  try {
    const begun = await deps.db.processing.begin(companyId, run);
    if (begun === undefined) return;
    hasBegun = true;
    await deps.db.unclaimedBlobs.removeEachAt(pagesKeyPrefix(documentId), deps.clock.now());
    if (begun.attempts > maxAttempts) {
      const failureReason = `Processing ended unexpectedly ${maxAttempts} times in a row and was given up. The document may be damaged, or too large for this service.`;
      await endDocument(deps, run, begun.document, { status: "failed", failureReason });
      return;
    }
    const watched = watchRun(deps, run);
    await readAndJudge(deps, run, begun.document, AbortSignal.any([signal, watched.signal]))
      .catch((error: unknown) => endIfBlobMissing(deps, run, begun.document, error))
      .finally(watched.stop);
  } catch (error) {
    // A run that did not begin is not the document's run and must not change it.
    if (!hasBegun) throw error;
    // An orderly end does not count as an attempt. If this cannot be saved, the original error is still the one to report.
    const reset = await deps.db.processing.resetAttempts(run).catch((reason: unknown) => reason);
    if (error instanceof RunSuperseded || reset instanceof RunSuperseded) {
      await removeIfErased(deps, documentId);
      return;
    }
    if (!signal.aborted) deps.onFault(documentId, inspect(error));
    throw error;
  } finally {
    deps.inProgress.delete(documentId);
  }
}

/** A run that works without storing anything would not notice for minutes that its document was cancelled or erased. */
function watchRun({ db }: AnalyseDocumentDeps, run: Run): { signal: AbortSignal; stop(): void } {
  const superseded = new AbortController();
  const timer = setInterval(async () => {
    // While the database is down, nothing can be cancelled either.
    if (await db.processing.isCurrent(run).catch(() => true)) return;
    superseded.abort(new RunSuperseded());
    clearInterval(timer);
  }, watchMilliseconds);
  timer.unref();
  return { signal: superseded.signal, stop: () => clearInterval(timer) };
}

/** A retry would not bring back a missing blob, so the document fails at once. */
async function endIfBlobMissing(
  deps: AnalyseDocumentDeps,
  run: Run,
  document: Document,
  error: unknown,
): Promise<void> {
  if (!(error instanceof BlobMissing)) throw error;
  deps.onFault(document.id, inspect(error));
  const files = await deps.db.documents.listStoredFiles(document.id);
  const lost = files.find(({ blobKey }) => blobKey === error.key);
  const what = lost === undefined ? "What was read from the document" : `The file ${lost.displayName}`;
  const failureReason = `${what} is no longer in the service's storage. Submit the document again.`;
  await endDocument(deps, run, document, { status: "failed", failureReason });
}

/** A document that was erased meanwhile leaves neither files on this machine nor unclaimed pages. */
async function removeIfErased({ db, clock, workRoot }: AnalyseDocumentDeps, documentId: Id): Promise<void> {
  if (await db.processing.exists(documentId)) return;
  await db.unclaimedBlobs.removeEachAt(pagesKeyPrefix(documentId), clock.now());
  await removeWorkFolder(workRoot, documentId);
}

async function readAndJudge(
  deps: AnalyseDocumentDeps,
  run: Run,
  document: Document,
  signal: AbortSignal,
): Promise<void> {
  await finishBlobs({ documents: deps.db.documents, uploads: deps.db.uploads, blobs: deps.blobs }, document.id);
  const folder = await openWorkFolder(deps.workRoot, document.id);
  const files = await timeStage(deps, run, "reading", () => readFiles(deps, run, document.companyId, folder, signal));
  const readable = readableFiles(files);
  if (readable.length === 0) {
    await endDocument(deps, run, document, { status: "failed", failureReason: describeReadFailures(files) });
    return;
  }
  const { maxPages, maxTextBytes, maxUnpackedBytes, maxDepth, maxMembers } = deps.limits;
  // Recorded, because these limits decide how much of a document is read.
  const settings = { maxPages, maxTextBytes, maxUnpackedBytes, maxDepth, maxMembers };
  const timedOut = await timeStage(deps, run, "judging", () =>
    judgeItems(deps, run, document, readable, settings, signal),
  );
  const { completed, failed } = await deps.db.processing.countItems(document.id);
  if (completed === 0 && failed > 0) {
    const failureReason =
      timedOut?.message ?? `None of the ${failed} control items could be judged because of an error in the analysis.`;
    await endDocument(deps, run, document, { status: "failed", failureReason });
    return;
  }
  const superseded = await deps.db.processing.findSuperseded(document.id);
  const foundAgain = superseded === undefined ? undefined : await findMarkedAgain(deps, superseded, readable);
  await endDocument(deps, run, document, { status: "completed", pageCount: countPages(files) }, foundAgain);
}

async function timeStage<T>(
  { clock, onStage }: AnalyseDocumentDeps,
  { requestId }: Run,
  stage: "reading" | "judging",
  runStage: () => Promise<T>,
): Promise<T> {
  const startedAt = clock.now();
  const result = await runStage();
  onStage?.(stage, (clock.now().getTime() - startedAt.getTime()) / 1000, requestId);
  return result;
}

const maxReasons = 5;

export function describeReadFailures(files: Pick<StoredFile, "displayName" | "reading">[]): string {
  const failures = files.flatMap(({ displayName, reading }) =>
    reading.state === "failed" ? [{ displayName, reason: reading.failureReason }] : [],
  );
  const [first] = failures;
  if (first === undefined) return "There is nothing to read in the document: it holds no pages.";
  if (files.length === 1) return first.reason;
  const listed = failures.slice(0, maxReasons).map(({ displayName, reason }) => `${displayName}: ${reason}`);
  const rest = failures.length - listed.length;
  return [`None of the files could be read.`, ...listed, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(" ");
}

/** Called when the queue has used up its retries. */
export async function giveUpDocument(
  deps: EndDeps & { db: { processing: Pick<ProcessingStore, "begin"> } },
  { companyId, documentId, requestId }: DocumentToAnalyse,
): Promise<void> {
  const run: Run = { id: deps.ids.next(), documentId, requestId };
  const begun = await deps.db.processing.begin(companyId, run);
  if (begun === undefined) return;
  const failureReason = "The document could not be processed: every attempt ended with an error.";
  await endDocument(deps, run, begun.document, { status: "failed", failureReason });
}
