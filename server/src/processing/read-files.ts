import type { FileContent, FileReading, StoredFile, StoredPages } from "../documents/document-file.ts";
import { type DocumentToExtract, type ExtractionProgress, extractDocument } from "../extraction/extract-document.ts";
import type { ExtractedPage } from "../extraction/extracted-file.ts";
import type { ExtractionChildren } from "../extraction/extraction-children.ts";
import type { ExtractionLimits } from "../extraction/extraction-limits.ts";
import { type ExtractedFile, findExtractedFiles, flattenMembers, writeOutcome } from "../extraction/file-outcome.ts";
import { readPageRanges } from "../extraction/page-ranges.ts";
import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { CompanyStore } from "../tenancy/company.ts";
import { type QuotaSettings, type QuotaStore, readMembersQuota } from "../tenancy/quotas.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import type { UnclaimedBlobStore } from "../uploads/upload-session.ts";
import { fetchFile } from "./fetch-file.ts";
import type { ProcessingStore, Run } from "./processing-store.ts";
import { ProgressWriter } from "./reading-progress.ts";
import { storePages } from "./stored-pages.ts";
import { removePages, type WorkFolder } from "./work-folder.ts";

interface ReadingStores {
  processing: ProcessingStore;
  unclaimedBlobs: UnclaimedBlobStore;
}

export interface ReadFilesDeps {
  db: Transactional<ReadingStores> &
    ReadingStores & {
      documents: { listStoredFiles(documentId: string): Promise<StoredFile[]> };
      companies: Pick<CompanyStore, "find">;
      quotas: QuotaStore;
    };
  quotas: QuotaSettings;
  blobs: BlobStore;
  clock: Clock;
  ids: IdSource;
  children: ExtractionChildren;
  limits: ExtractionLimits;
  /** For the log: contains nothing of the document. */
  onFault(documentId: string, message: string): void;
}

/** Longer than storing pages takes. After that, pages left by a crash are removed, or earlier by a new run. */
const unclaimedSeconds = 24 * 3600;

export const pagesKeyPrefix = (documentId: string) => `pages-${documentId}-`;

/**
 * Extracts a document's files and stores their pages. Resumes an earlier run: within a file from the work folder, on another
 * machine from the first file that is not stored. Returns all files with their outcomes.
 */
export async function readFiles(
  deps: ReadFilesDeps,
  run: Run,
  companyId: Id,
  folder: WorkFolder,
  signal: AbortSignal,
): Promise<StoredFile[]> {
  const known = await deps.db.documents.listStoredFiles(run.documentId);
  const uploaded = known.filter(({ parentId }) => parentId === undefined);
  const unread = new Map(
    uploaded.filter(({ reading }) => reading.state === "unread").map((file) => [file.place, file]),
  );
  let files = known;
  if (unread.size > 0) {
    for (const file of known) if (file.reading.state !== "unread") await markExtracted(folder, file);
    const membersQuota = await readMembersQuota(deps, companyId);
    const limits = { ...deps.limits, membersQuota };
    await extract({ ...deps, limits }, run, folder, uploaded, unread, signal);
    files = await deps.db.documents.listStoredFiles(run.documentId);
  }
  await deps.db.processing.savePageCount(run, countPages(files));
  return files;
}

export function countPages(files: StoredFile[]): number {
  return files.reduce((sum, { reading }) => sum + (reading.state === "read" ? reading.pageCount : 0), 0);
}

/** Stored files are not extracted again, although their pages may not be on this machine. */
async function markExtracted(folder: WorkFolder, { place, fileName, displayName, reading }: StoredFile) {
  if (reading.state === "unread") return;
  const outcome =
    reading.state === "failed"
      ? { failureReason: reading.failureReason }
      : { facts: { pageCount: reading.pageCount, isRendered: reading.isRendered } };
  await writeOutcome(folder.pages, place, { fileName, displayName, ...outcome });
}

async function extract(
  deps: ReadFilesDeps,
  run: Run,
  folder: WorkFolder,
  uploaded: StoredFile[],
  unread: Map<string, StoredFile>,
  signal: AbortSignal,
): Promise<void> {
  const files: DocumentToExtract["files"] = [];
  for (const file of uploaded) {
    const path = unread.has(file.place) ? await fetchFile(deps, run, folder, file, signal) : "";
    files.push({ path, fileName: file.fileName });
  }
  // Any other failure, such as a superseded run, also stops the extraction.
  const failed = new AbortController();
  const fail = (error: unknown) => failed.abort(error);
  const progress = new ProgressWriter<ExtractionProgress & { pagesDone: number }>(
    ({ totalPagesDone, totalPageCount, file, pagesDone, pageCount }) =>
      deps.db.processing.saveProgress(
        run,
        { pagesDone: totalPagesDone, pageCount: totalPageCount },
        { place: file, pagesDone, pageCount },
      ),
    fail,
  );
  // Files are read in their order, so when one begins, those before it are complete and can be stored.
  let begun = "1";
  let storing: Promise<void> = Promise.resolve();
  try {
    await extractDocument(deps, {
      files,
      outFolder: folder.pages,
      signal: AbortSignal.any([signal, failed.signal]),
      onFault: (message) => deps.onFault(run.documentId, message),
      onProgress(reported) {
        progress.report(reported);
        const [top = ""] = reported.file.split(".");
        if (top === begun) return;
        begun = top;
        storing = storing.then(() => storeExtracted(deps, run, folder, unread)).catch(fail);
      },
      settle: () => storing,
    });
  } finally {
    await Promise.all([progress.end(), storing]);
  }
  failed.signal.throwIfAborted();
  await storeExtracted(deps, run, folder, unread);
  if (unread.size > 0) throw new Error(`${unread.size} files were read, but their results are incomplete`);
}

/** Stores extracted files that are not stored yet, each with the files inside it. */
async function storeExtracted(
  deps: ReadFilesDeps,
  run: Run,
  folder: WorkFolder,
  unread: Map<string, StoredFile>,
): Promise<void> {
  for (const extracted of await findExtractedFiles(folder.pages)) {
    const file = unread.get(extracted.place);
    if (file === undefined) continue;
    await storeFile(deps, run, folder, file, extracted);
    unread.delete(extracted.place);
  }
}

async function storeFile(
  deps: ReadFilesDeps,
  run: Run,
  folder: WorkFolder,
  uploaded: StoredFile,
  extracted: ExtractedFile,
): Promise<void> {
  const { db, blobs, clock, ids } = deps;
  const all = flattenMembers(extracted);
  const summaries = await summariseFiles(folder, all);
  const withPages = all.filter(({ facts, pages }) => facts !== undefined && pages.length > 0);
  const blobKey = `${pagesKeyPrefix(run.documentId)}${ids.next()}`;
  if (withPages.length > 0)
    await db.unclaimedBlobs.add({ key: blobKey, upload: "" }, secondsAfter(clock.now(), unclaimedSeconds));
  const stored = withPages.length > 0 ? await storePages(blobs, blobKey, withPages) : new Map<string, StoredPages>();
  const idsByPlace = new Map(all.map(({ place }) => [place, place === uploaded.place ? uploaded.id : ids.next()]));
  const files: StoredFile[] = [];
  for (const { place, fileName, displayName, facts, failureReason } of all) {
    const isUploaded = place === uploaded.place;
    let reading: FileReading;
    if (facts === undefined) reading = { state: "failed", failureReason };
    else {
      const { recognised, labels } = summaries.get(place) ?? emptySummary;
      const { pageCount, title, language, isRendered = false } = facts;
      const pages = stored.get(place);
      const content = { pageCount, title, language, isRendered, recognised, pages: pages && addLabels(pages, labels) };
      reading = { state: "read", ...content };
    }
    files.push({
      id: idsByPlace.get(place) ?? ids.next(),
      parentId: isUploaded ? undefined : idsByPlace.get(place.slice(0, place.lastIndexOf("."))),
      ...{ place, fileName, displayName, reading },
      sizeBytes: isUploaded ? uploaded.sizeBytes : undefined,
      blobKey: isUploaded ? uploaded.blobKey : undefined,
      sha256: isUploaded ? uploaded.sha256 : undefined,
    });
  }
  await db.transaction(async ({ processing, unclaimedBlobs }) => {
    await processing.saveFiles(run, files);
    if (withPages.length > 0) await unclaimedBlobs.claim([blobKey]);
    await processing.resetAttempts(run);
  });
}

interface PageSummary {
  recognised: FileContent["recognised"];
  labels: string[];
}

const emptySummary: PageSummary = { recognised: undefined, labels: [] };

/** Throws if pages cannot be read, and removes them, so that the next attempt extracts the file again. */
async function summariseFiles(folder: WorkFolder, files: ExtractedFile[]): Promise<Map<string, PageSummary>> {
  const summaries = new Map<string, PageSummary>();
  try {
    for (const { place, facts, pages } of files) {
      if (facts === undefined) continue;
      const found = await summarisePages(readPageRanges(pages));
      if (found.labels.length !== facts.pageCount)
        throw new Error(`only ${found.labels.length} of ${facts.pageCount} pages were found`);
      summaries.set(place, found);
    }
    return summaries;
  } catch (error) {
    // After a power cut, a disk error or a concurrent run in the same folder, the next attempt would fail here, too.
    for (const { place } of files) await removePages(folder, place);
    throw error;
  }
}

/** Stored with the file, so that its pages need not be read for it. */
async function summarisePages(pages: AsyncIterable<ExtractedPage>): Promise<PageSummary> {
  const labels: string[] = [];
  let count = 0;
  let sum = 0;
  for await (const { label, recognition } of pages) {
    labels.push(label);
    if (recognition === undefined) continue;
    count += 1;
    sum += recognition.confidence;
  }
  return { recognised: count === 0 ? undefined : { pages: count, confidence: sum / count }, labels };
}

function addLabels(pages: StoredPages, labels: string[]): StoredPages {
  if (labels.every((label, index) => label === String(index + 1))) return pages;
  const ranges = pages.ranges.map((range) => ({ ...range, labels: labels.slice(range.firstPage - 1, range.lastPage) }));
  return { ...pages, ranges };
}
