import { AssayError } from "../assay-error.ts";
import type { Answer } from "../operation-types.ts";
import { persistentRetries } from "../retry.ts";
import type { Send } from "../transport.ts";
import { type FileSource, toFileSource, type UploadFile } from "./file-source.ts";
import { changedFileError, checkSameUpload, type ResumePoint, readResumeToken, targetKey } from "./resume-token.ts";
import { type ChunkDeps, findResumeIndex, readStatus, sendChunks } from "./send-chunks.ts";
import { startProgress, sumProgress, type UploadProgress } from "./upload-progress.ts";
import { toSubmissionFields, toSubmissionQuery, type UploadTarget } from "./upload-target.ts";

/** Options of `uploadDocuments`. */
export interface UploadOptions {
  /** Called whenever the service has stored more bytes. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Ends the upload with code `aborted`. The upload can be resumed. */
  signal?: AbortSignal | undefined;
  /**
   * The `resumeToken` of an interrupted upload of the same files for the same target. If its session has ended, a new upload
   * starts. Other files or another target are refused with code `resume_mismatch`. Delete the token when the upload has succeeded.
   */
  resume?: string | undefined;
  /** Files that are sent concurrently; 3 by default. Each takes the memory of four chunks. */
  concurrentFiles?: number | undefined;
  /** Files with at most this many bytes in total are sent as a form instead of chunks; 16 MiB by default, 50 MiB at most. */
  maxFormBytes?: number | undefined;
}

/** The documents created by an upload. */
export interface UploadedDocuments {
  /** The documents' review. */
  complianceReviewId: string;
  /** One document for each file, or one for all of them. */
  documents: UploadedDocument[];
}

/** A document and its files. */
export interface UploadedDocument {
  /** The document's id, for `waitForResult`. */
  documentId: string;
  /** The names of the document's files. */
  fileNames: string[];
}

/** A running upload: `await` its result, iterate over its progress with `for await`, or both. */
export type Upload = Promise<UploadedDocuments> & AsyncIterable<UploadProgress>;

/** Above this size, repeating a lost request as a whole costs more than chunks. */
const defaultMaxFormBytes = 16 * 1024 * 1024;
const formLimitBytes = 50 * 1024 * 1024;
const maxFilesInForm = 20;
const defaultConcurrentFiles = 3;

export function uploadDocuments(
  send: Send,
  files: UploadFile[],
  target: UploadTarget,
  options: UploadOptions = {},
): Upload {
  let latest: UploadProgress | undefined;
  let wake = () => {};
  let isOver = false;
  const onProgress = (progress: UploadProgress) => {
    // A slow iteration skips to the latest progress.
    latest = progress;
    wake();
    options.onProgress?.(progress);
  };
  const ended = run({ send, signal: options.signal }, files, target, { ...options, onProgress }).finally(() => {
    isOver = true;
    wake();
  });
  // A failure reaches callers who await or iterate. Without either it must not be an unhandled rejection.
  ended.catch(() => undefined);
  return Object.assign(ended, {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const progress = latest;
        latest = undefined;
        if (progress !== undefined) yield progress;
        else if (isOver) break;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
      await ended;
    },
  });
}

type RunOptions = UploadOptions & { onProgress: (progress: UploadProgress) => void };

async function run(
  deps: ChunkDeps,
  files: UploadFile[],
  target: UploadTarget,
  options: RunOptions,
): Promise<UploadedDocuments> {
  if (files.length === 0) throw new AssayError("invalid_file", "There is no file to upload.");
  const sources = await Promise.all(files.map(toFileSource));
  if (options.resume !== undefined) {
    const point = readResumeToken(options.resume);
    checkSameUpload(point, sources, target);
    const received = await findReceived(deps, point);
    if (received !== undefined) {
      return sendSession(deps, point, sources, received, target, options).catch((error: unknown) => {
        const isChanged = error instanceof AssayError && error.code === "chunk_differs";
        throw isChanged ? changedFileError(sources.map(({ name }) => name).join(" or ")) : error;
      });
    }
  }
  const totalBytes = sources.reduce((total, { size }) => total + size, 0);
  const isSmall = totalBytes <= Math.min(options.maxFormBytes ?? defaultMaxFormBytes, formLimitBytes);
  // A form creates one document; several documents of one review need an upload session.
  const isOneDocument = sources.length === 1 || (target.isConsolidated === true && sources.length <= maxFilesInForm);
  return isSmall && isOneDocument
    ? sendForm(deps, sources, target, options)
    : sendSession(
        deps,
        await startSession(deps, sources, target),
        sources,
        sources.map(() => 0),
        target,
        options,
      );
}

async function sendForm(
  { send, signal }: ChunkDeps,
  sources: FileSource[],
  target: UploadTarget,
  { onProgress }: RunOptions,
): Promise<UploadedDocuments> {
  const progress = sources.map((source) => startProgress(source, 1));
  onProgress(sumProgress(progress, undefined));
  const form = new FormData();
  for (const source of sources) form.append("files[]", await source.toBlob(), source.name);
  const { documentId, complianceReviewId } = await send<Answer<"submitDocuments">>({
    method: "POST",
    path: "/v1/documents/submit",
    query: toSubmissionQuery(target),
    bytes: form,
    policy: persistentRetries,
    signal,
  });
  for (const file of progress) Object.assign(file, { sentBytes: file.totalBytes, sentChunks: 1, documentId });
  onProgress(sumProgress(progress, undefined));
  return { complianceReviewId, documents: [{ documentId, fileNames: sources.map(({ name }) => name) }] };
}

async function startSession(
  { send, signal }: ChunkDeps,
  sources: FileSource[],
  target: UploadTarget,
): Promise<ResumePoint> {
  const complianceFrameworkId = target.complianceFrameworkId ?? (await findFramework({ send, signal }, target));
  const session = await send<Answer<"startUpload">>({
    method: "POST",
    path: "/v1/documents/upload/start",
    json: {
      ...toSubmissionFields({ ...target, complianceFrameworkId }),
      ...(target.facts !== undefined && { facts: target.facts }),
      files: sources.map(({ name, size }) => ({ fileName: name, fileSize: size })),
      ...(target.isConsolidated !== undefined && { isConsolidated: target.isConsolidated }),
    },
    policy: persistentRetries,
    signal,
  });
  return {
    sessionId: session.sessionId,
    complianceReviewId: undefined,
    target: targetKey(target),
    files: session.files.map(({ fileId, chunkSizeBytes, totalChunks }, index) => ({
      ...{ fileId, chunkSizeBytes, totalChunks, documentId: undefined },
      size: sources[index]?.size ?? 0,
      lastModified: sources[index]?.lastModified,
      name: sources[index]?.name ?? "",
      lastChunk: undefined,
    })),
  };
}

/** The chunked route requires the control's framework, which callers need not know. */
async function findFramework({ send, signal }: ChunkDeps, { controlId }: UploadTarget): Promise<string | undefined> {
  if (controlId === undefined) return undefined;
  const { frameworks } = await send<Answer<"listComplianceFrameworks">>({
    method: "GET",
    path: "/v1/compliance-frameworks",
    signal,
  });
  return frameworks.find(({ controls }) => controls.some(({ id, code }) => id === controlId || code === controlId))?.id;
}

/** The number of stored chunks of each file, or undefined if the session has ended. */
async function findReceived(deps: ChunkDeps, { sessionId, files }: ResumePoint): Promise<number[] | undefined> {
  try {
    const status = await readStatus(deps, sessionId);
    if (status.status === "expired" || status.status === "cancelled") return undefined;
    return files.map(({ fileId }) => status.files.find((file) => file.fileId === fileId)?.receivedChunks.length ?? 0);
  } catch (error) {
    if (error instanceof AssayError && error.status === 404) return undefined;
    throw error;
  }
}

async function sendSession(
  { send, signal }: ChunkDeps,
  point: ResumePoint,
  sources: FileSource[],
  received: number[],
  target: UploadTarget,
  options: RunOptions,
): Promise<UploadedDocuments> {
  // When one file fails, the others are aborted.
  const ending = new AbortController();
  const onAbort = () => ending.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  const deps = { send, signal: ending.signal };

  const work = point.files.map((file, index) => ({ file, source: sources[index] as FileSource }));
  const progress = work.map(({ file, source }) => startProgress(source, file.totalChunks));
  const count = (index: number, chunks: number) => {
    const [entry, file] = [progress[index], point.files[index]];
    if (entry === undefined || file === undefined) return;
    entry.sentChunks = Math.max(entry.sentChunks, chunks);
    entry.sentBytes = Math.min(file.size, entry.sentChunks * file.chunkSizeBytes);
    if (file.documentId !== undefined) entry.documentId = file.documentId;
  };
  const reportProgress = () => options.onProgress(sumProgress(progress, point));
  const sendFrom = async (index: number, firstChunk: number) => {
    const { file, source } = work[index] as (typeof work)[number];
    await sendChunks(deps, point.sessionId, file, source, firstChunk, (receipt, chunk) => {
      if (receipt.documentId !== null) {
        point.complianceReviewId = receipt.complianceReviewId ?? undefined;
        for (const completed of target.isConsolidated ? point.files : [file]) completed.documentId = receipt.documentId;
      }
      count(index, chunk + 1);
      reportProgress();
    });
  };
  try {
    for (const index of work.keys()) count(index, received[index] ?? 0);
    reportProgress();
    const firstChunks = work.map(({ file, source }, index) => findResumeIndex(file, source, received[index] ?? 0));
    const isComplete = (index: number) => firstChunks[index] === work[index]?.file.totalChunks;
    const areAllComplete = firstChunks.every((_, index) => isComplete(index));
    // Whether the last chunk is sent again below, to get the document's id. In a consolidated upload the first file does that.
    const isSentAgain = (index: number) =>
      work[index]?.file.documentId === undefined && (!target.isConsolidated || (areAllComplete && index === 0));
    const sendWhere = (isChosen: (index: number) => boolean) =>
      runConcurrently([...work.keys()].filter(isChosen), options.concurrentFiles ?? defaultConcurrentFiles, (index) =>
        sendFrom(index, firstChunks[index] ?? 0),
      );
    // Complete files are compared first, before the other files complete a document. A stream can be read only once.
    await sendWhere((index) => isComplete(index) && !isSentAgain(index));
    await sendWhere((index) => !isComplete(index));
    // The response with the document's id was lost: sending the last chunk again returns it.
    for (const [index, { file }] of work.entries()) {
      if (file.documentId === undefined) await sendFrom(index, file.totalChunks - 1);
    }
  } catch (error) {
    ending.abort(error);
    throw error;
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
  return toDocuments(point, sources);
}

function toDocuments({ files, complianceReviewId = "" }: ResumePoint, sources: FileSource[]): UploadedDocuments {
  const documents = new Map<string, string[]>();
  for (const [index, { documentId = "" }] of files.entries()) {
    documents.set(documentId, [...(documents.get(documentId) ?? []), sources[index]?.name ?? ""]);
  }
  return {
    complianceReviewId,
    documents: [...documents].map(([documentId, fileNames]) => ({ documentId, fileNames })),
  };
}

async function runConcurrently(
  indexes: number[],
  concurrency: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  const waiting = [...indexes];
  const workers = Array.from({ length: Math.min(Math.max(1, concurrency), indexes.length) }, async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      try {
        await work(index);
      } catch (error) {
        // The other workers must not start another file.
        waiting.length = 0;
        throw error;
      }
    }
  });
  await Promise.all(workers);
}
