import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import type { AuditDeps } from "../audit/audit-log.ts";
import type { Document } from "../documents/document.ts";
import { recordEvent } from "../events/event.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import { secondsAfter } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import {
  BlobMissing,
  type BlobStore,
  type BlobUpload,
  type Bytes,
  type PartPlace,
  type ReceivedPart,
} from "../uploads/blob-store.ts";
import { type CheckedBytes, checkBytes, drain } from "../uploads/checked-bytes.ts";
import { sizeOfChunk } from "../uploads/chunk-plan.ts";
import type { InFlightChunks } from "../uploads/in-flight-chunks.ts";
import { resumeHashing } from "../uploads/resume-hashing.ts";
import type { Sha256 } from "../uploads/sha256.ts";
import {
  getSession,
  statusAt,
  type UploadFile,
  type UploadSession,
  type UploadStore,
} from "../uploads/upload-session.ts";
import { createDocument, type DocumentStores } from "./create-document.ts";
import { finishBlobs } from "./finish-blobs.ts";
import type { Submission } from "./plan-submission.ts";
import { removalGraceSeconds } from "./start-upload.ts";

export interface IncomingChunk {
  sessionId: Id;
  fileId: Id;
  index: number;
  /** The Content-Length of the request, if given. */
  announcedBytes: number | undefined;
  /** The SHA-256 in the request's Content-Digest, if given. */
  contentDigest: Buffer | undefined;
  /** Whether to wait for the chunk before it while that one is in flight, instead of refusing this one. */
  waitsForPrevious: boolean;
  bytes: Bytes;
}

export interface ChunkReceipt {
  receivedChunks: number;
  totalChunks: number;
  /** The document of the file, once it is complete. */
  document: Document | undefined;
}

/** How many earlier chunks may still be in flight when a chunk begins to arrive. */
const maxChunksAhead = 2;

type ChunkStores = DocumentStores & { uploads: UploadStore };

interface ReceiveChunkDeps extends AuditDeps {
  db: Transactional<ChunkStores> & Pick<ChunkStores, "uploads" | "documents">;
  blobs: BlobStore;
  inFlightChunks: InFlightChunks;
}

/**
 * No lock is held while bytes arrive: each attempt writes to its own place, and when its bytes are durable a short
 * transaction decides whether they count. A hung connection therefore never blocks a retry.
 */
export async function receiveChunk(
  deps: ReceiveChunkDeps,
  context: AuditContext<CompanyActor>,
  chunk: IncomingChunk,
): Promise<ChunkReceipt> {
  // Looked up before the session is read: a chunk that ends later is waited for, one that ended earlier is stored.
  const previousEnd = chunk.waitsForPrevious
    ? deps.inFlightChunks.findEnd({ fileId: chunk.fileId, index: chunk.index - 1 })
    : undefined;
  return deps.inFlightChunks.track(chunk, () => receiveInOrder(deps, context, chunk, previousEnd));
}

/** The bytes may arrive before the previous chunk counts, but they count only after it. */
async function receiveInOrder(
  deps: ReceiveChunkDeps,
  context: AuditContext<CompanyActor>,
  chunk: IncomingChunk,
  previousEnd: Promise<void> | undefined,
): Promise<ChunkReceipt> {
  const { companyId } = context.actor;
  const session = await getSession(deps.db, companyId, chunk.sessionId);
  const file = fileOf(session, chunk.fileId);
  refuseEnded(session, deps.clock.now());
  // A file with a SHA-256 is received strictly in order, because its hash resumes from the state after the previous chunk.
  const chunksAhead = chunk.index - file.receivedChunks;
  const isAhead =
    previousEnd !== undefined && chunksAhead > 0 && chunksAhead <= maxChunksAhead && file.sha256 === undefined;
  if (!isAhead || chunk.index >= file.totalChunks) refuseBeyondNext(file, chunk.index);
  const expectedBytes = sizeOfChunk(file, chunk.index);
  if (chunk.announcedBytes !== undefined && chunk.announcedBytes !== expectedBytes)
    throw wrongLength(expectedBytes, chunk.announcedBytes);

  const isNext = chunk.index === file.receivedChunks;
  const fileHash = isNext && file.sha256 !== undefined ? await openFileHash(deps, companyId, chunk, file) : undefined;
  const isStored = chunk.index < file.receivedChunks;
  // Where the store can read a part back, it hashes the part while it waits for the disk, which is cheaper.
  const isHashedOnArrival = isStored || !deps.blobs.canReadParts;
  const checked = checkBytes(chunk.bytes, {
    isHashed: isHashedOnArrival,
    maxBytes: expectedBytes,
    toTooLargeError: () => wrongLength(expectedBytes, undefined),
    atEnd: (sizeBytes, sha256) => {
      if (sizeBytes !== expectedBytes) throw wrongLength(expectedBytes, sizeBytes);
      if (sha256 !== undefined) checkContentDigest(chunk, sha256);
    },
    ...(fileHash !== undefined && { alsoHash: fileHash }),
  });

  if (isStored) {
    await drain(checked.bytes);
    return compareWithStored(deps, companyId, chunk, checked.sha256());
  }
  const attempt = deps.blobs.numbersAttempts ? await deps.db.uploads.nextAttempt(file.id) : 0;
  const willBeHashed = !isHashedOnArrival && chunk.contentDigest !== undefined;
  const place = { index: chunk.index, totalParts: file.totalChunks, attempt, sizeBytes: expectedBytes, willBeHashed };
  const part = await receivePart(deps.blobs, file.blob, place, checked).catch((error: unknown) => {
    // The store may fail after the last byte.
    fileHash?.drop();
    throw error;
  });
  if (part === "too late") {
    fileHash?.drop();
    refuseEnded(await getSession(deps.db, companyId, chunk.sessionId), deps.clock.now());
    return compareWithStored(deps, companyId, chunk, checked.sha256());
  }
  try {
    const stored = willBeHashed ? await part.sha256() : undefined;
    const sha256 = isHashedOnArrival ? checked.sha256() : stored;
    if (stored !== undefined) checkContentDigest(chunk, stored);
    if (isAhead) await previousEnd;
    return await countPart(deps, context, chunk, file, { part, sha256, fileHash });
  } catch (error) {
    // Has no effect on a hash that has ended.
    fileHash?.drop();
    await part.discard();
    throw error;
  }
}

/** A file whose hash cannot be resumed, and whose stored bytes cannot be hashed again, has to be sent again. */
async function openFileHash(
  deps: ReceiveChunkDeps,
  companyId: Id,
  chunk: IncomingChunk,
  file: UploadFile,
): Promise<Sha256> {
  try {
    return await resumeHashing({ uploads: deps.db.uploads, blobs: deps.blobs }, file);
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    const fresh = await deps.blobs.begin(deps.ids.next());
    await deps.db
      .transaction(async (stores) => {
        const current = await lockSession(stores, companyId, chunk.sessionId);
        const { blob, receivedChunks, totalChunks } = fileOf(current, chunk.fileId);
        refuseEnded(current, deps.clock.now());
        // Another attempt has restarted the file, or another node was able to resume.
        if (blob.key !== file.blob.key || receivedChunks !== file.receivedChunks)
          throw outOfOrder(receivedChunks, totalChunks);
        await restart(deps, stores, current, file, fresh);
      })
      .catch(async (failure: unknown) => {
        await deps.blobs.remove(fresh);
        throw failure;
      });
    // Clients react to this code by asking which chunk is next and resuming from there.
    throw new AppError(
      "chunk_out_of_order",
      "The stored chunks can no longer be checked against the file's SHA-256; send the file again from chunk 0.",
      { cause: error },
    );
  }
}

/** Makes the durable bytes count, unless the session has changed since they began to arrive. */
async function countPart(
  deps: ReceiveChunkDeps,
  context: AuditContext<CompanyActor>,
  chunk: IncomingChunk,
  file: UploadFile,
  { part, sha256, fileHash }: { part: ReceivedPart; sha256: Buffer | undefined; fileHash: Sha256 | undefined },
): Promise<ChunkReceipt> {
  const { companyId } = context.actor;
  const isWhole = chunk.index === file.totalChunks - 1;
  const isWrong = isWhole && fileHash !== undefined && !file.sha256?.equals(await fileHash.digest());
  const sha256State = isWhole ? undefined : await fileHash?.state();
  // Opened in advance, so that the blob store is not called while the session is locked.
  const fresh = isWrong ? await deps.blobs.begin(deps.ids.next()) : undefined;
  const outcome = await deps.db
    .transaction(async (stores) => {
      const current = await lockSession(stores, companyId, chunk.sessionId);
      const currentFile = fileOf(current, chunk.fileId);
      refuseEnded(current, deps.clock.now());
      if (chunk.index < currentFile.receivedChunks) return "stored meanwhile";
      refuseBeyondNext(currentFile, chunk.index);
      if (currentFile.blob.key !== file.blob.key) throw outOfOrder(0);
      if (fresh !== undefined) return restart(deps, stores, current, currentFile, fresh);
      await part.keep();
      await stores.uploads.addChunk(file.id, { index: chunk.index, sha256, receipt: part.receipt }, sha256State);
      if (current.status === "pending") await stores.uploads.setStatus(current.id, "uploading");
      currentFile.receivedChunks += 1;
      const document = isWhole ? await completeFile(deps, stores, context, current, currentFile) : undefined;
      return { receivedChunks: currentFile.receivedChunks, totalChunks: currentFile.totalChunks, document };
    })
    .catch(async (error: unknown) => {
      if (fresh !== undefined) await deps.blobs.remove(fresh);
      throw error;
    });
  if (typeof outcome === "object") {
    if (outcome.document !== undefined) await finishBlobs({ ...deps.db, blobs: deps.blobs }, outcome.document.id);
    return outcome;
  }
  if (outcome === "stored meanwhile") {
    const ours = sha256 ?? (await part.sha256());
    await part.discard();
    if (fresh !== undefined) await deps.blobs.remove(fresh);
    return compareWithStored(deps, companyId, chunk, ours);
  }
  throw new AppError(
    "checksum_mismatch",
    "The file is complete, but its SHA-256 differs from the one given at the start; send it again from chunk 0.",
  );
}

/**
 * The store takes no more parts of a file that another attempt has completed meanwhile. The remaining bytes are then only
 * hashed, because sending an equal chunk twice is not an error.
 */
async function receivePart(
  blobs: BlobStore,
  blob: BlobUpload,
  place: PartPlace,
  checked: CheckedBytes,
): Promise<ReceivedPart | "too late"> {
  try {
    // Without `return`, so that the store cannot end the stream when it stops reading.
    return await blobs.receivePart(blob, place, {
      [Symbol.asyncIterator]: () => ({ next: () => checked.bytes.next() }),
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "upload_session_ended") {
      await drain(checked.bytes);
      return "too late";
    }
    // Not awaited: on a hung connection it would never resolve.
    checked.bytes.return(undefined).catch(() => undefined);
    throw error;
  }
}

/** Drops the stored chunks of a file that does not match its SHA-256 or cannot be checked; it restarts in a fresh blob. */
async function restart(
  deps: ReceiveChunkDeps,
  stores: ChunkStores,
  session: UploadSession,
  file: UploadFile,
  fresh: BlobUpload,
): Promise<"does not match"> {
  await stores.unclaimedBlobs.removeAt([file.blob.key], deps.clock.now());
  await stores.unclaimedBlobs.add(fresh, secondsAfter(session.expiresAt, removalGraceSeconds));
  await stores.uploads.resetFile(file.id, fresh);
  return "does not match";
}

/** "The last chunk triggers compliance processing": of its file, or of all files when the session is consolidated. */
async function completeFile(
  deps: ReceiveChunkDeps,
  stores: ChunkStores,
  context: AuditContext<CompanyActor>,
  session: UploadSession,
  file: UploadFile,
): Promise<Document | undefined> {
  const isWhole = (one: UploadFile) => one.receivedChunks === one.totalChunks;
  const isSessionWhole = session.files.every(isWhole);
  if (session.isConsolidated && !isSessionWhole) return undefined;
  const files = session.isConsolidated ? session.files : [file];
  const planned = session.submission as Submission;
  const submission = session.reviewId === undefined ? planned : { ...planned, review: { id: session.reviewId } };
  const document = await createDocument(
    deps,
    stores,
    context,
    submission,
    files.map(({ id, fileName, sizeBytes, blob, sha256 }) => ({ id, fileName, sizeBytes, blobKey: blob.key, sha256 })),
  );
  await stores.uploads.setDocument(
    files.map(({ id }) => id),
    document.id,
  );
  if (session.reviewId === undefined) await stores.uploads.setReview(session.id, document.reviewId);
  if (isSessionWhole) {
    await stores.uploads.setStatus(session.id, "completed");
    const { companyId } = session;
    const data = { companyId, complianceReviewId: document.reviewId, sessionId: session.id, status: "completed" };
    await recordEvent(deps, stores.events, "upload.completed", data, context.requestId);
  }
  return document;
}

/** "An index already stored: same bytes answer 200 with the current state, different bytes 422." */
async function compareWithStored(
  deps: ReceiveChunkDeps,
  companyId: Id,
  chunk: IncomingChunk,
  sha256: Buffer,
): Promise<ChunkReceipt> {
  const { uploads, documents } = deps.db;
  const stored = await uploads.findChunk(chunk.fileId, chunk.index);
  if (stored === undefined) throw outOfOrder(0);
  const file = fileOf(await getSession(deps.db, companyId, chunk.sessionId), chunk.fileId);
  const storedSha256 = stored.sha256 ?? (await deps.blobs.sha256OfPart(file.blob, chunk.index));
  if (!storedSha256.equals(sha256)) {
    throw new AppError("chunk_differs", `Chunk ${chunk.index} is stored with different bytes; it cannot be replaced.`);
  }
  const document = file.documentId === undefined ? undefined : await documents.find(companyId, file.documentId);
  if (document !== undefined) await finishBlobs({ ...deps.db, blobs: deps.blobs }, document.id);
  return { receivedChunks: file.receivedChunks, totalChunks: file.totalChunks, document };
}

async function lockSession(stores: ChunkStores, companyId: Id, sessionId: Id): Promise<UploadSession> {
  const session = await stores.uploads.lock(companyId, sessionId);
  if (session === undefined) throw notFound("upload session");
  return session;
}

function fileOf(session: UploadSession, fileId: Id): UploadFile {
  const file = session.files.find((one) => one.id === fileId);
  if (file === undefined) throw notFound("file");
  return file;
}

/** "A chunk uploaded to an expired session is answered with 410." A completed one never expires. */
function refuseEnded(session: UploadSession, now: Date): void {
  const status = statusAt(session, now);
  if (status !== "expired" && status !== "cancelled") return;
  throw new AppError(
    "upload_session_ended",
    `The upload session ${status === "expired" ? "has expired" : "was cancelled"}; start a new one with POST /v1/documents/upload/start.`,
  );
}

function refuseBeyondNext(file: UploadFile, index: number): void {
  if (index > file.receivedChunks || index >= file.totalChunks) throw outOfOrder(file.receivedChunks, file.totalChunks);
}

function outOfOrder(next: number, totalChunks?: number): AppError {
  const message =
    next === totalChunks
      ? `The file is complete: its last chunk is ${next - 1}.`
      : `Send the chunks in order; the next one is ${next}.`;
  return new AppError("chunk_out_of_order", message);
}

function checkContentDigest({ contentDigest }: IncomingChunk, sha256: Buffer): void {
  if (contentDigest === undefined || contentDigest.equals(sha256)) return;
  throw new AppError("invalid_request", "The chunk's bytes do not match its Content-Digest; nothing was stored.");
}

function wrongLength(expectedBytes: number, foundBytes: number | undefined): AppError {
  const found = foundBytes === undefined ? "more" : `${foundBytes}`;
  return new AppError(
    "invalid_request",
    `This chunk must have exactly ${expectedBytes} bytes; ${found} were sent. Nothing was stored.`,
  );
}
