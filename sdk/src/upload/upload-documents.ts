import { AssayError } from "../assay-error.ts";
import type { Answer } from "../operation-types.ts";
import { patience } from "../retry.ts";
import type { Send } from "../transport.ts";
import { type FileSource, toFileSource, type UploadFile } from "./file-source.ts";
import { checkSameUpload, type ResumePoint, readResumeToken, targetKey, wasChanged } from "./resume-token.ts";
import { type ChunkDeps, goOnAt, readStatus, sendChunks } from "./send-chunks.ts";
import { notYet, summed, type UploadProgress } from "./upload-progress.ts";
import { toSubmissionFields, type UploadTarget } from "./upload-target.ts";

/** How to upload. */
export interface UploadOptions {
  /** Called whenever the service has stored more. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Ends the upload with code `aborted`. What is stored stays, and can be resumed. */
  signal?: AbortSignal | undefined;
  /**
   * The `resumeToken` of an upload of the same files for the same target that was cut off. Started anew when its session has
   * ended; other files or another target are refused with code `resume_mismatch`. Forget it once the upload has ended well.
   */
  resume?: string | undefined;
  /** Files that are sent at the same time; 3 by default. Each takes the memory of four chunks. */
  filesAtOnce?: number | undefined;
  /** Up to this many bytes in all the files go in one form instead of chunks; 16 MiB by default, 50 MiB at most. */
  formUpToBytes?: number | undefined;
}

/** What has become of the files. */
export interface UploadedDocuments {
  /** The review they belong to. */
  complianceReviewId: string;
  /** One document for each file, or one for all of them. */
  documents: UploadedDocument[];
}

/** A document, and the files it was made of. */
export interface UploadedDocument {
  /** Its id, for `waitForResult`. */
  documentId: string;
  /** The names of its files. */
  fileNames: string[];
}

/** An upload on its way: `await` it for its end, walk through it with `for await` for its progress, or both. */
export type Upload = Promise<UploadedDocuments> & AsyncIterable<UploadProgress>;

/** Above this, sending a lost request again as a whole costs more than chunks do. */
const formUpToBytes = 16 * 1024 * 1024;
const formNeverAboveBytes = 50 * 1024 * 1024;
const mostFilesInForm = 20;
const defaultFilesAtOnce = 3;

export function uploadDocuments(
  send: Send,
  files: UploadFile[],
  target: UploadTarget,
  options: UploadOptions = {},
): Upload {
  const told: UploadProgress[] = [];
  let wake = () => {};
  let isOver = false;
  const onProgress = (progress: UploadProgress) => {
    // Whoever walks slowly sees the latest, not everything that has been.
    told[0] = progress;
    wake();
    options.onProgress?.(progress);
  };
  const ended = run({ send, signal: options.signal }, files, target, { ...options, onProgress }).finally(() => {
    isOver = true;
    wake();
  });
  // Told to whoever awaits it; walking tells it too.
  ended.catch(() => undefined);
  return Object.assign(ended, {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const progress = told.shift();
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

type Told = UploadOptions & { onProgress: (progress: UploadProgress) => void };

async function run(
  deps: ChunkDeps,
  files: UploadFile[],
  target: UploadTarget,
  options: Told,
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
        throw isChanged ? wasChanged(sources.map(({ name }) => name).join(" or ")) : error;
      });
    }
  }
  const totalBytes = sources.reduce((total, { size }) => total + size, 0);
  const isSmall = totalBytes <= Math.min(options.formUpToBytes ?? formUpToBytes, formNeverAboveBytes);
  // A form makes one document of its files; separate ones of one review need a session.
  const isOneDocument = sources.length === 1 || (target.isConsolidated === true && sources.length <= mostFilesInForm);
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
  { onProgress }: Told,
): Promise<UploadedDocuments> {
  const progress = sources.map((source) => notYet(source, 1));
  onProgress(summed(progress, undefined));
  const form = new FormData();
  for (const source of sources) form.append("files[]", await source.toBlob(), source.name);
  const { documentId, complianceReviewId } = await send<Answer<"submitDocuments">>({
    method: "POST",
    path: "/v1/documents/submit",
    query: toSubmissionFields(target),
    bytes: form,
    policy: patience,
    signal,
  });
  for (const file of progress) Object.assign(file, { sentBytes: file.totalBytes, sentChunks: 1, documentId });
  onProgress(summed(progress, undefined));
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
      files: sources.map(({ name, size }) => ({ fileName: name, fileSize: size })),
      ...(target.isConsolidated !== undefined && { isConsolidated: target.isConsolidated }),
    },
    policy: patience,
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
      name: sources[index]?.name,
      lastChunk: undefined,
    })),
  };
}

/** The chunked route wants the control's framework named; who knows the control need not know it. */
async function findFramework({ send, signal }: ChunkDeps, { controlId }: UploadTarget): Promise<string | undefined> {
  if (controlId === undefined) return undefined;
  const { frameworks } = await send<Answer<"listComplianceFrameworks">>({
    method: "GET",
    path: "/v1/compliance-frameworks",
    signal,
  });
  return frameworks.find(({ controls }) => controls.some(({ id }) => id === controlId))?.id;
}

/** How many chunks of each file are stored, or undefined when the session has ended and must be started anew. */
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
  options: Told,
): Promise<UploadedDocuments> {
  // When one file fails for good, the others are not sent on for nothing.
  const ending = new AbortController();
  const onAbort = () => ending.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  const deps = { send, signal: ending.signal };

  const work = point.files.map((file, index) => ({ file, source: sources[index] as FileSource }));
  const progress = work.map(({ file, source }) => notYet(source, file.totalChunks));
  const count = (index: number, chunks: number) => {
    const [entry, file] = [progress[index], point.files[index]];
    if (entry === undefined || file === undefined) return;
    entry.sentChunks = Math.max(entry.sentChunks, chunks);
    entry.sentBytes = Math.min(file.size, entry.sentChunks * file.chunkSizeBytes);
    if (file.documentId !== undefined) entry.documentId = file.documentId;
  };
  const tell = () => options.onProgress(summed(progress, point));
  const sendFrom = async (index: number, firstChunk: number) => {
    const { file, source } = work[index] as (typeof work)[number];
    await sendChunks(deps, point.sessionId, file, source, firstChunk, (receipt, chunk) => {
      if (receipt.documentId !== null) {
        point.complianceReviewId = receipt.complianceReviewId ?? undefined;
        for (const made of target.isConsolidated ? point.files : [file]) made.documentId = receipt.documentId;
      }
      count(index, chunk + 1);
      tell();
    });
  };
  try {
    for (const index of work.keys()) count(index, received[index] ?? 0);
    tell();
    const firstChunks = work.map(({ file, source }, index) => goOnAt(file, source, received[index] ?? 0));
    const isComplete = (index: number) => firstChunks[index] === work[index]?.file.totalChunks;
    const isAllThere = firstChunks.every((_, index) => isComplete(index));
    // Whether its last chunk goes once more, below: of several that are one document, the first one names it.
    const isSentOnceMore = (index: number) =>
      work[index]?.file.documentId === undefined && (!target.isConsolidated || (isAllThere && index === 0));
    const begin = (isBegun: (index: number) => boolean) =>
      severalAtOnce([...work.keys()].filter(isBegun), options.filesAtOnce ?? defaultFilesAtOnce, (index) =>
        sendFrom(index, firstChunks[index] ?? 0),
      );
    // What is complete is looked at first, before the others make a document with it; but a stream can be read only once.
    await begin((index) => isComplete(index) && !isSentOnceMore(index));
    await begin((index) => !isComplete(index));
    // All is there, but the answer that named the document never came: the last chunk once more gives it again.
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

async function severalAtOnce(indexes: number[], most: number, work: (index: number) => Promise<void>): Promise<void> {
  const waiting = [...indexes];
  const lanes = Array.from({ length: Math.min(Math.max(1, most), indexes.length) }, async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      try {
        await work(index);
      } catch (error) {
        // Lanes that are still at work must not begin another file.
        waiting.length = 0;
        throw error;
      }
    }
  });
  await Promise.all(lanes);
}
