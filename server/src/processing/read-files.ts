import type { FileContent, FileReading, StoredFile, StoredPages } from "../documents/document-file.ts";
import { type DocumentToExtract, type ExtractionProgress, extractDocument } from "../extraction/extract-document.ts";
import type { ExtractedPage } from "../extraction/extracted-file.ts";
import type { ExtractionChildren } from "../extraction/extraction-children.ts";
import type { ExtractionLimits } from "../extraction/extraction-limits.ts";
import { type ExtractedFile, findExtractedFiles, flattenMembers, writeOutcome } from "../extraction/file-outcome.ts";
import { readPageRanges } from "../extraction/page-ranges.ts";
import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { IdSource } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
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
    };
  blobs: BlobStore;
  clock: Clock;
  ids: IdSource;
  children: ExtractionChildren;
  limits: ExtractionLimits;
  /** For the log: what went wrong, in words that hold nothing of the document. */
  onFault(documentId: string, message: string): void;
}

/** Longer than storing pages takes; then what a crash has left of it is removed. A new run shortens that. */
const unclaimedSeconds = 24 * 3600;

export const pagesKeyPrefix = (documentId: string) => `pages-${documentId}-`;

/**
 * Turns a document's files into stored pages, and leaves alone those that already are: within a file by what lies in the
 * work folder, across machines file by file. Yields all files, each with what came of it.
 */
export async function readFiles(
  deps: ReadFilesDeps,
  run: Run,
  folder: WorkFolder,
  signal: AbortSignal,
): Promise<StoredFile[]> {
  const known = await deps.db.documents.listStoredFiles(run.documentId);
  const sent = known.filter(({ parentId }) => parentId === undefined);
  const unread = new Map(sent.filter(({ reading }) => reading.state === "unread").map((file) => [file.place, file]));
  let files = known;
  if (unread.size > 0) {
    for (const file of known) if (file.reading.state !== "unread") await tellExtraction(folder, file);
    await extract(deps, run, folder, sent, unread, signal);
    files = await deps.db.documents.listStoredFiles(run.documentId);
  }
  await deps.db.processing.savePageCount(run, pageCountOf(files));
  return files;
}

export function pageCountOf(files: StoredFile[]): number {
  return files.reduce((sum, { reading }) => sum + (reading.state === "read" ? reading.pageCount : 0), 0);
}

/** What is stored counts as read, although its pages may not be on this machine. */
async function tellExtraction(folder: WorkFolder, { place, fileName, displayName, reading }: StoredFile) {
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
  sent: StoredFile[],
  unread: Map<string, StoredFile>,
  signal: AbortSignal,
): Promise<void> {
  const files: DocumentToExtract["files"] = [];
  for (const file of sent) {
    const path = unread.has(file.place) ? await fetchFile(deps, run, folder, file, signal) : "";
    files.push({ path, fileName: file.fileName });
  }
  // Whatever fails beside the reading, such as a run that is over, ends the reading as well.
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
  // Files are read in their order: as soon as one is begun, those before it are whole and can be stored meanwhile.
  let begun = "1";
  let storing: Promise<void> = Promise.resolve();
  try {
    await extractDocument(deps, {
      files,
      outFolder: folder.pages,
      signal: AbortSignal.any([signal, failed.signal]),
      onFault: (message) => deps.onFault(run.documentId, message),
      onProgress(news) {
        progress.tell(news);
        const [top = ""] = news.file.split(".");
        if (top === begun) return;
        begun = top;
        storing = storing.then(() => storeRead(deps, run, folder, unread)).catch(fail);
      },
    });
  } finally {
    await Promise.all([progress.end(), storing]);
  }
  failed.signal.throwIfAborted();
  await storeRead(deps, run, folder, unread);
}

/** Stores what has been read and is not stored yet, each file with all that was in it. */
async function storeRead(
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
  sent: StoredFile,
  extracted: ExtractedFile,
): Promise<void> {
  const { db, blobs, clock, ids } = deps;
  const all = flattenMembers(extracted);
  const surveys = await surveyAll(folder, all);
  const withPages = all.filter(({ facts, pages }) => facts !== undefined && pages.length > 0);
  const blobKey = `${pagesKeyPrefix(run.documentId)}${ids.next()}`;
  if (withPages.length > 0)
    await db.unclaimedBlobs.add({ key: blobKey, upload: "" }, secondsAfter(clock.now(), unclaimedSeconds));
  const stored = withPages.length > 0 ? await storePages(blobs, blobKey, withPages) : new Map<string, StoredPages>();
  const idsByPlace = new Map(all.map(({ place }) => [place, place === sent.place ? sent.id : ids.next()]));
  const files: StoredFile[] = [];
  for (const { place, fileName, displayName, facts, failureReason } of all) {
    const isSent = place === sent.place;
    let reading: FileReading;
    if (facts === undefined) reading = { state: "failed", failureReason };
    else {
      const { recognised, labels } = surveys.get(place) ?? nothingSurveyed;
      const { pageCount, title, language, isRendered = false } = facts;
      const kept = stored.get(place);
      const content = { pageCount, title, language, isRendered, recognised, pages: kept && withLabels(kept, labels) };
      reading = { state: "read", ...content };
    }
    files.push({
      id: idsByPlace.get(place) ?? ids.next(),
      parentId: isSent ? undefined : idsByPlace.get(place.slice(0, place.lastIndexOf("."))),
      ...{ place, fileName, displayName, reading },
      sizeBytes: isSent ? sent.sizeBytes : undefined,
      blobKey: isSent ? sent.blobKey : undefined,
      sha256: isSent ? sent.sha256 : undefined,
    });
  }
  await db.transaction(async ({ processing, unclaimedBlobs }) => {
    await processing.saveFiles(run, files);
    if (withPages.length > 0) await unclaimedBlobs.claim([blobKey]);
    await processing.forgetAttempts(run);
  });
}

interface Survey {
  recognised: FileContent["recognised"];
  labels: string[];
}

const nothingSurveyed: Survey = { recognised: undefined, labels: [] };

/** Throws where a run of pages cannot be read, and takes care that the next try reads the whole file anew. */
async function surveyAll(folder: WorkFolder, files: ExtractedFile[]): Promise<Map<string, Survey>> {
  const surveys = new Map<string, Survey>();
  try {
    for (const { place, facts, pages } of files) {
      if (facts === undefined) continue;
      const found = await survey(readPageRanges(pages));
      if (found.labels.length !== facts.pageCount)
        throw new Error(`of ${facts.pageCount} pages only ${found.labels.length} lie there`);
      surveys.set(place, found);
    }
    return surveys;
  } catch (error) {
    // A power cut, a failing disk, or another run in the same folder that was thought dead: the next try would end here too.
    for (const { place } of files) await removePages(folder, place);
    throw error;
  }
}

/** What is told of all pages of a file, so that nobody has to read them for it. */
async function survey(pages: AsyncIterable<ExtractedPage>): Promise<Survey> {
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

function withLabels(pages: StoredPages, labels: string[]): StoredPages {
  if (labels.every((label, index) => label === String(index + 1))) return pages;
  const ranges = pages.ranges.map((range) => ({ ...range, labels: labels.slice(range.firstPage - 1, range.lastPage) }));
  return { ...pages, ranges };
}
