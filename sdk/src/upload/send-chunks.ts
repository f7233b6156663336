import { AssayError } from "../assay-error.ts";
import type { ChunkReceipt, UploadStatus } from "../operation-types.ts";
import { patience } from "../retry.ts";
import { type Send, segment } from "../transport.ts";
import { openPieceDigest, wholeDigest } from "./content-digest.ts";
import { type FileSource, type OpenFile, readsKept } from "./file-source.ts";
import { isKnownByDate, type ResumeFile, shortDigest, wasChanged } from "./resume-token.ts";

/** A chunk that the service does not expect sends us back to what it says it has; more often than this is no accident. */
const mostRealignments = 3;

/** How many may be on their way when the next is sent. One more is read meanwhile. The service takes as many. */
const mostAhead = readsKept - 2;

export interface ChunkDeps {
  send: Send;
  signal: AbortSignal | undefined;
}

interface Chunk {
  bytes: Uint8Array<ArrayBuffer>;
  digest: string | undefined;
}

const placeOf = ({ size, chunkSizeBytes }: ResumeFile, index: number): [offset: number, length: number] => {
  const offset = index * chunkSizeBytes;
  return [offset, Math.min(chunkSizeBytes, size - offset)];
};

/** Hashed while it is read: what has just been read costs little to look at again. */
async function prepare(opened: OpenFile, file: ResumeFile, index: number): Promise<Chunk> {
  const pieces = await openPieceDigest();
  const bytes = await opened.read(...placeOf(file, index), pieces?.add);
  return { bytes, digest: pieces === undefined ? await wholeDigest(bytes) : pieces.end() };
}

/**
 * Where to go on with a file of which the service has so many chunks. What neither a date nor a digest can tell from another
 * content of the same size sends its last stored chunk again: the service compares it.
 */
export function goOnAt(file: ResumeFile, source: FileSource, receivedChunks: number): number {
  const isComparable = file.lastChunk !== undefined && file.lastChunk[0] < receivedChunks;
  return isKnownByDate(file, source) || isComparable ? receivedChunks : Math.max(0, receivedChunks - 1);
}

/** Reads the last chunk that is known to be stored once more. One that is sent again is compared by the service. */
async function checkSameContent(
  opened: OpenFile,
  file: ResumeFile,
  source: FileSource,
  firstIndex: number,
): Promise<void> {
  if (isKnownByDate(file, source) || file.lastChunk === undefined) return;
  const [index, stored] = file.lastChunk;
  if (index >= firstIndex) return;
  const { digest } = await prepare(opened, file, index);
  if (digest !== undefined && shortDigest(digest) !== stored) throw wasChanged(source.name);
}

/** A chunk on its way. */
interface Put {
  index: number;
  chunk: Chunk;
  /** Whether the one before was still on its way when this one was sent. */
  isAhead: boolean;
  receipt: Promise<ChunkReceipt>;
  /** Whether the next one may follow: known when its bytes are on the connection, or when it has been answered. */
  isSent: Promise<boolean>;
}

function putChunk(
  { send, signal }: ChunkDeps,
  path: string,
  { index, chunk, isAhead }: Pick<Put, "index" | "chunk" | "isAhead">,
): Put {
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
    policy: patience,
    signal,
    onSent,
  });
  // A failure is heard of in its turn; until then it must not count as unheard.
  const isStored = receipt.then(
    () => true,
    () => false,
  );
  return { index, chunk, isAhead, receipt, isSent: Promise.race([isOnConnection, isStored]) };
}

const isMisplaced = (error: unknown) => error instanceof AssayError && error.code === "chunk_out_of_order";

export function readStatus({ send, signal }: ChunkDeps, sessionId: string): Promise<UploadStatus> {
  return send<UploadStatus>({
    method: "GET",
    path: `/v1/documents/upload/${segment(sessionId)}/status`,
    policy: patience,
    signal,
  });
}

/**
 * Sends the chunks of one file from the given one on, in order. While one is on its way the next is read and hashed, and
 * follows as soon as the connection has taken the last byte: it is on its way while the service makes those before it safe.
 * At most `readsKept` chunks are in memory. From beyond the last one, it only makes sure that the content is what was sent.
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
  // Until one is refused: the service may be several processes, and the next chunk come to another one.
  let goesAhead = true;
  /** Those that have not been heard of, in order. */
  const onTheirWay: (Put & { heard: Promise<void> })[] = [];
  let prepared: Promise<Chunk> | undefined;

  /** In their order: `put` is the first of those that have not been heard of. */
  async function hearOf(put: Put): Promise<void> {
    const receipt = await put.receipt.catch((error: unknown) => {
      if (!put.isAhead || !isMisplaced(error)) throw error;
      goesAhead = false;
      return putChunk(deps, path, { ...put, isAhead: false }).receipt;
    });
    const { digest } = put.chunk;
    onTheirWay.shift();
    file.lastChunk = digest === undefined ? undefined : [put.index, shortDigest(digest)];
    onReceipt(receipt, put.index);
  }

  async function sendFrom(index: number): Promise<void> {
    onTheirWay.length = 0;
    if (index >= file.totalChunks) return;
    let fail: (error: unknown) => void = () => {};
    const failed = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    failed.catch(() => undefined);
    // Whatever is waited for, a chunk that is refused ends it.
    const unlessFailed = <T>(work: Promise<T>): Promise<T> => Promise.race([work, failed]);
    const allHeardBut = async (most: number) => {
      for (let [first] = onTheirWay; first !== undefined && onTheirWay.length > most; [first] = onTheirWay)
        await first.heard;
    };
    let heard = Promise.resolve();
    for (let at = index; at < file.totalChunks; at++) {
      prepared = prepare(opened, file, at);
      const chunk = await unlessFailed(prepared);
      const mayFollow = await unlessFailed(onTheirWay.at(-1)?.isSent ?? Promise.resolve(true));
      await allHeardBut(goesAhead && mayFollow ? mostAhead : 0);
      const put = putChunk(deps, path, { index: at, chunk, isAhead: onTheirWay.length > 0 });
      heard = heard.then(() => hearOf(put));
      heard.catch(fail);
      onTheirWay.push({ ...put, heard });
    }
    await heard;
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
        if (!isMisplaced(error) || realignments === mostRealignments) throw error;
        // Neither may still be using what the next ones are read into.
        await Promise.allSettled([prepared, ...onTheirWay.map(({ receipt }) => receipt)]);
        const status = await readStatus(deps, sessionId);
        index = status.files.find(({ fileId }) => fileId === file.fileId)?.receivedChunks.length ?? 0;
      }
    }
  } finally {
    await opened.close(isDone);
  }
}
