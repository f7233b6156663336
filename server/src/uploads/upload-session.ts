import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { BlobUpload } from "./blob-store.ts";
import type { ChunkPlan } from "./chunk-plan.ts";

export type SessionStatus = "pending" | "uploading" | "completed" | "expired" | "cancelled";

/** A chunked submission on its way in. `Submission` is what it will become; uploads do not look into it. */
export interface UploadSession<Submission = unknown> {
  id: Id;
  companyId: Id;
  status: SessionStatus;
  submission: Submission;
  isConsolidated: boolean;
  /** Known once the first document of the session exists. */
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
  /** Given by the caller: what the whole file must hash to. */
  sha256: Buffer | undefined;
  /** Where the hash of the stored chunks was put aside; not always of use to this version of the service. */
  sha256State: Buffer | undefined;
  blob: BlobUpload;
  documentId: Id | undefined;
}

export interface UploadChunk {
  index: number;
  /** Absent where the store can be asked for it. */
  sha256: Buffer | undefined;
  receipt: string;
}

export interface UploadStore {
  insert(session: UploadSession): Promise<void>;
  find(companyId: Id, id: Id): Promise<UploadSession | undefined>;
  /** Nobody else changes the session or its files until the transaction ends. */
  lock(companyId: Id, id: Id): Promise<UploadSession | undefined>;
  findChunk(fileId: Id, index: number): Promise<UploadChunk | undefined>;
  /** A number that no earlier try at a chunk of this file had. */
  nextAttempt(fileId: Id): Promise<number>;
  addChunk(fileId: Id, chunk: UploadChunk, sha256State: Buffer | undefined): Promise<void>;
  /** For a state that cannot be used; only while the file has come exactly as far as it had when it was read. */
  replaceSha256State(file: UploadFile, sha256State: Buffer): Promise<void>;
  /** The file must be sent again, from its first chunk, into a fresh blob. */
  resetFile(fileId: Id, blob: BlobUpload): Promise<void>;
  setDocument(fileIds: Id[], documentId: Id): Promise<void>;
  setStatus(id: Id, status: SessionStatus): Promise<void>;
  setReview(id: Id, reviewId: Id): Promise<void>;
  /** Sessions whose time is over and that nobody has ended yet. */
  listOverdue(now: Date, limit: number): Promise<{ id: Id; companyId: Id }[]>;
  /** Of those files that came in chunks: what puts their blobs together. */
  listParts(fileIds: Id[]): Promise<{ blob: BlobUpload; receipts: string[] }[]>;
}

/** Blobs that belong to no document yet, so that their bytes are found again whatever happens. */
export interface UnclaimedBlobStore {
  add(blob: BlobUpload, removeAfter: Date): Promise<void>;
  claim(keys: string[]): Promise<void>;
  /** Yields those of the keys that nobody has claimed. */
  removeAt(keys: string[], removeAfter: Date): Promise<string[]>;
  /** The same for every key that begins so. */
  removeEachAt(keyPrefix: string, removeAfter: Date): Promise<void>;
  listDue(now: Date, limit: number): Promise<BlobUpload[]>;
  /** Whether a document or an unclaimed upload still needs the blob. */
  isWanted(key: string): Promise<boolean>;
  /** Whether it was still there to be forgotten. */
  forget(key: string): Promise<boolean>;
}

/** The state by the clock: a session whose time is over has expired, whether or not anyone has written it down. */
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
