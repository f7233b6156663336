import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { BlobUpload } from "./blob-store.ts";
import type { ChunkPlan } from "./chunk-plan.ts";

export type SessionStatus = "pending" | "uploading" | "completed" | "expired" | "cancelled";

/** A chunked upload. `Submission` describes the future documents and is opaque to this module. */
export interface UploadSession<Submission = unknown> {
  id: Id;
  companyId: Id;
  status: SessionStatus;
  submission: Submission;
  isConsolidated: boolean;
  /** Set once the first document of the session exists. */
  reviewId: Id | undefined;
  createdAt: Date;
  expiresAt: Date;
  files: UploadFile[];
}

export interface UploadFile extends ChunkPlan {
  id: Id;
  fileName: string;
  sizeBytes: number;
  receivedChunks: number;
  /** The expected hash of the whole file, if the caller gave one. */
  sha256: Buffer | undefined;
  /** The state of the hash after the stored chunks; another version of the service may not be able to load it. */
  sha256State: Buffer | undefined;
  blob: BlobUpload;
  documentId: Id | undefined;
}

export interface UploadChunk {
  index: number;
  /** Absent where the store can read the chunk back. */
  sha256: Buffer | undefined;
  receipt: string;
}

export interface UploadStore {
  insert(session: UploadSession): Promise<void>;
  find(companyId: Id, id: Id): Promise<UploadSession | undefined>;
  /** Locks the session and its files until the transaction ends. */
  lock(companyId: Id, id: Id): Promise<UploadSession | undefined>;
  findChunk(fileId: Id, index: number): Promise<UploadChunk | undefined>;
  /** Returns a new attempt number for this file. */
  nextAttempt(fileId: Id): Promise<number>;
  addChunk(fileId: Id, chunk: UploadChunk, sha256State: Buffer | undefined): Promise<void>;
  /** Replaces an unusable state, unless the file has received chunks since it was read. */
  replaceSha256State(file: UploadFile, sha256State: Buffer): Promise<void>;
  /** Drops all chunks; the file has to be sent again into the new blob. */
  resetFile(fileId: Id, blob: BlobUpload): Promise<void>;
  setDocument(fileIds: Id[], documentId: Id): Promise<void>;
  setStatus(id: Id, status: SessionStatus): Promise<void>;
  setReview(id: Id, reviewId: Id): Promise<void>;
  /** Sessions that have expired but are not marked as expired yet. */
  listOverdue(now: Date, limit: number): Promise<{ id: Id; companyId: Id }[]>;
  /** What is needed to assemble the blobs of those files that were uploaded in chunks. */
  listParts(fileIds: Id[]): Promise<{ blob: BlobUpload; receipts: string[] }[]>;
}

/** Blobs that belong to no document yet, recorded so that their bytes can be removed after any failure. */
export interface UnclaimedBlobStore {
  add(blob: BlobUpload, removeAfter: Date): Promise<void>;
  claim(keys: string[]): Promise<void>;
  /** Schedules the removal of those keys that are unclaimed, and returns them. */
  removeAt(keys: string[], removeAfter: Date): Promise<string[]>;
  /** Schedules the removal of every key with that prefix. */
  removeEachAt(keyPrefix: string, removeAfter: Date): Promise<void>;
  listDue(now: Date, limit: number): Promise<BlobUpload[]>;
  /** Whether a document or an upload still needs the blob. */
  isNeeded(key: string): Promise<boolean>;
  /** Deletes the row; false when it was gone already. */
  forget(key: string): Promise<boolean>;
}

/** The effective status: a session past its expiry has expired, even if that is not saved yet. */
export function statusAt(session: UploadSession, now: Date): SessionStatus {
  const isOpen = session.status === "pending" || session.status === "uploading";
  return isOpen && now >= session.expiresAt ? "expired" : session.status;
}

export async function getSession(
  { uploads }: { uploads: Pick<UploadStore, "find"> },
  companyId: Id,
  id: Id,
): Promise<UploadSession> {
  const session = await uploads.find(companyId, id);
  if (session === undefined) throw notFound("upload session");
  return session;
}
