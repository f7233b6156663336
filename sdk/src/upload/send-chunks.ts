import { AssayError } from "../assay-error.ts";
import type { ChunkReceipt, UploadStatus } from "../operation-types.ts";
import { persistentRetries } from "../retry.ts";
import { type Send, segment } from "../transport.ts";
import { digestWhole, openIncrementalDigest } from "./content-digest.ts";
import { type FileSource, maxBufferedChunks, type OpenFile } from "./file-source.ts";
import { changedFileError, hasComparableDates, type ResumeFile, shortDigest } from "./resume-token.ts";

/** After an unexpected chunk index the upload continues from the service's status, at most this often. */
const maxRealignments = 3;

/** Chunks in flight when the next one is sent; one more is being read. The service accepts as many. */
const maxChunksAhead = maxBufferedChunks - 2;

export interface ChunkDeps {
  send: Send;
  signal: AbortSignal | undefined;
}

interface Chunk {
  bytes: Uint8Array<ArrayBuffer>;
  digest: string | undefined;
}

const findRange = ({ size, chunkSizeBytes }: ResumeFile, index: number): [offset: number, length: number] => {
  const offset = index * chunkSizeBytes;
  return [offset, Math.min(chunkSizeBytes, size - offset)];
};

/** Hashes the bytes while they are read, when they are still in the CPU cache. */
async function prepare(opened: OpenFile, file: ResumeFile, index: number): Promise<Chunk> {
  const pieces = await openIncrementalDigest();
  const bytes = await opened.read(...findRange(file, index), pieces?.add);
  return { bytes, digest: pieces === undefined ? await digestWhole(bytes) : pieces.end() };
}

/**
 * The chunk to continue with. If neither a modification time nor a digest can detect changed content, the last stored chunk is
 * sent again and the service compares it.
 */
export function findResumeIndex(file: ResumeFile, source: FileSource, receivedChunks: number): number {
  const isComparable = file.lastChunk !== undefined && file.lastChunk[0] < receivedChunks;
  return hasComparableDates(file, source) || isComparable ? receivedChunks : Math.max(0, receivedChunks - 1);
}

/** Compares the last stored chunk with its digest. A chunk that is sent again is compared by the service. */
async function checkSameContent(
  opened: OpenFile,
  file: ResumeFile,
  source: FileSource,
  firstIndex: number,
): Promise<void> {
  if (hasComparableDates(file, source) || file.lastChunk === undefined) return;
  const [index, stored] = file.lastChunk;
  if (index >= firstIndex) return;
  const { digest } = await prepare(opened, file, index);
  if (digest !== undefined && shortDigest(digest) !== stored) throw changedFileError(source.name);
}

/** A chunk in flight. */
interface InFlightChunk {
  index: number;
  chunk: Chunk;
  /** Whether the previous chunk was still in flight when this one was sent. */
  isAhead: boolean;
  receipt: Promise<ChunkReceipt>;
  /** Whether the next chunk may be sent. Resolves when the connection has accepted the bytes, or with the response. */
  isSent: Promise<boolean>;
}

function putChunk(
  { send, signal }: ChunkDeps,
  path: string,
  { index, chunk, isAhead }: Pick<InFlightChunk, "index" | "chunk" | "isAhead">,
): InFlightChunk {
  const { bytes, digest } = chunk;
  let onSent = () => {};
  const isOnConnection = new Promise<boolean>((resolve) => {
    onSent = () => resolve(true);
  });
  const receipt = send<ChunkReceipt>({
    method: "PUT",
    path: `${path}/${index}`,
    bytes,
    headers: {
      "content-type": "application/octet-stream",
      ...(digest !== undefined && { "content-digest": digest }),
      ...(isAhead && { prefer: "wait" }),
    },
    policy: persistentRetries,
    signal,
    onSent,
  });
  // A failure is handled when it is this chunk's turn. Until then it must not be an unhandled rejection.
  const isStored = receipt.then(
    () => true,
    () => false,
  );
  return { index, chunk, isAhead, receipt, isSent: Promise.race([isOnConnection, isStored]) };
}

const isOutOfOrder = (error: unknown) => error instanceof AssayError && error.code === "chunk_out_of_order";

export function readStatus({ send, signal }: ChunkDeps, sessionId: string): Promise<UploadStatus> {
  return send<UploadStatus>({
    method: "GET",
    path: `/v1/documents/upload/${segment(sessionId)}/status`,
    policy: persistentRetries,
    signal,
  });
}

/**
 * Sends the chunks of one file in order, from `firstIndex` on. While a chunk is in flight, the next one is read and hashed. It is
 * sent as soon as the connection has accepted the last byte, while the service still stores the chunks before it. At most
 * `maxBufferedChunks` chunks are in memory. If `firstIndex` is beyond the last chunk, only the content is compared.
 */
export async function sendChunks(
  deps: ChunkDeps,
  sessionId: string,
  file: ResumeFile,
  source: FileSource,
  firstIndex: number,
  onReceipt: (receipt: ChunkReceipt, index: number) => void,
): Promise<void> {
  const path = `/v1/documents/upload/${segment(sessionId)}/files/${segment(file.fileId)}/chunks`;
  const opened = await source.open();
  // Until a chunk is refused: the service may have several processes, and the next chunk may reach another one.
  let maySendAhead = true;
  /** Chunks without a processed response, in order. */
  const inFlight: (InFlightChunk & { processed: Promise<void> })[] = [];
  let prepared: Promise<Chunk> | undefined;

  /** Called in order: `put` is the first chunk in flight. */
  async function processReceipt(put: InFlightChunk): Promise<void> {
    const receipt = await put.receipt.catch((error: unknown) => {
      if (!put.isAhead || !isOutOfOrder(error)) throw error;
      maySendAhead = false;
      return putChunk(deps, path, { ...put, isAhead: false }).receipt;
    });
    const { digest } = put.chunk;
    inFlight.shift();
    file.lastChunk = digest === undefined ? undefined : [put.index, shortDigest(digest)];
    onReceipt(receipt, put.index);
  }

  async function sendFrom(index: number): Promise<void> {
    inFlight.length = 0;
    if (index >= file.totalChunks) return;
    let fail: (error: unknown) => void = () => {};
    const failed = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    failed.catch(() => undefined);
    // A refused chunk ends every wait.
    const unlessFailed = <T>(work: Promise<T>): Promise<T> => Promise.race([work, failed]);
    const waitForAtMost = async (count: number) => {
      for (let [first] = inFlight; first !== undefined && inFlight.length > count; [first] = inFlight)
        await first.processed;
    };
    let processed = Promise.resolve();
    for (let at = index; at < file.totalChunks; at++) {
      prepared = prepare(opened, file, at);
      const chunk = await unlessFailed(prepared);
      const mayFollow = await unlessFailed(inFlight.at(-1)?.isSent ?? Promise.resolve(true));
      await waitForAtMost(maySendAhead && mayFollow ? maxChunksAhead : 0);
      const put = putChunk(deps, path, { index: at, chunk, isAhead: inFlight.length > 0 });
      processed = processed.then(() => processReceipt(put));
      processed.catch(fail);
      inFlight.push({ ...put, processed });
    }
    await processed;
  }

  let isDone = false;
  try {
    await checkSameContent(opened, file, source, firstIndex);
    if (firstIndex >= file.totalChunks) return;
    let index = firstIndex;
    for (let realignments = 0; ; realignments++) {
      try {
        await sendFrom(index);
        isDone = true;
        return;
      } catch (error) {
        if (!isOutOfOrder(error) || realignments === maxRealignments) throw error;
        // Their buffers are reused by the next reads.
        await Promise.allSettled([prepared, ...inFlight.map(({ receipt }) => receipt)]);
        const status = await readStatus(deps, sessionId);
        index = status.files.find(({ fileId }) => fileId === file.fileId)?.receivedChunks.length ?? 0;
      }
    }
  } finally {
    await opened.close(isDone);
  }
}
