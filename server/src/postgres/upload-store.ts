import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { BlobUpload } from "../uploads/blob-store.ts";
import type {
  SessionStatus,
  UnclaimedBlobStore,
  UploadChunk,
  UploadFile,
  UploadSession,
  UploadStore,
} from "../uploads/upload-session.ts";
import { execute, firstRow, type QueryRunner, rows, statement } from "./query.ts";

interface SessionRow {
  id: Id;
  company_id: Id;
  status: SessionStatus;
  submission: unknown;
  is_consolidated: boolean;
  review_id: Id | null;
  created_at: Date;
  expires_at: Date;
}

interface FileRow {
  id: Id;
  file_name: string;
  size_bytes: string;
  chunk_size_bytes: string;
  total_chunks: number;
  received_chunks: number;
  sha256: Buffer | null;
  sha256_state: Buffer | null;
  blob_key: string;
  blob_upload: string;
  document_id: Id | null;
}

const sessionColumns = "id, company_id, status, submission, is_consolidated, review_id, created_at, expires_at";
const fileColumns =
  "id, file_name, size_bytes, chunk_size_bytes, total_chunks, received_chunks, sha256, sha256_state, blob_key, blob_upload, document_id";

const insertSession = statement(
  `INSERT INTO upload_sessions (${sessionColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
const insertFile = statement(
  `INSERT INTO upload_files (session_id, position, attempts, ${fileColumns}) VALUES ($1, $2, 0, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
);
const findSession = statement(`SELECT ${sessionColumns} FROM upload_sessions WHERE company_id = $1 AND id = $2`);
const lockSession = statement(
  `SELECT ${sessionColumns} FROM upload_sessions WHERE company_id = $1 AND id = $2 FOR UPDATE`,
);
const filesOf = statement(`SELECT ${fileColumns} FROM upload_files WHERE session_id = $1 ORDER BY position`);
const findChunk = statement(
  'SELECT chunk_index AS "index", sha256, receipt FROM upload_chunks WHERE file_id = $1 AND chunk_index = $2',
);
const nextAttempt = statement("UPDATE upload_files SET attempts = attempts + 1 WHERE id = $1 RETURNING attempts");
const addChunk = statement(
  `WITH added AS (INSERT INTO upload_chunks (file_id, chunk_index, sha256, receipt) VALUES ($1, $2, $3, $4))
   UPDATE upload_files SET received_chunks = received_chunks + 1, sha256_state = $5 WHERE id = $1`,
);
const replaceSha256State = statement(
  "UPDATE upload_files SET sha256_state = $4 WHERE id = $1 AND blob_key = $2 AND received_chunks = $3",
);
const deleteChunks = statement("DELETE FROM upload_chunks WHERE file_id = $1");
const resetFile = statement(
  "UPDATE upload_files SET received_chunks = 0, sha256_state = NULL, blob_key = $2, blob_upload = $3 WHERE id = $1",
);
const setDocument = statement("UPDATE upload_files SET document_id = $2 WHERE id = ANY ($1)");
const setStatus = statement("UPDATE upload_sessions SET status = $2 WHERE id = $1");
const setReview = statement("UPDATE upload_sessions SET review_id = $2 WHERE id = $1");
const listOverdue = statement(
  `SELECT id, company_id AS "companyId" FROM upload_sessions
    WHERE status IN ('pending', 'uploading') AND expires_at <= $1 ORDER BY expires_at LIMIT $2`,
);
const listParts = statement(
  `SELECT f.blob_key AS key, f.blob_upload AS upload, array_agg(c.receipt ORDER BY c.chunk_index) AS receipts
     FROM upload_files f JOIN upload_chunks c ON c.file_id = f.id WHERE f.id = ANY ($1) GROUP BY f.id`,
);

function fromFileRow(row: FileRow): UploadFile {
  return {
    id: row.id,
    fileName: row.file_name,
    sizeBytes: Number(row.size_bytes),
    chunkSizeBytes: Number(row.chunk_size_bytes),
    totalChunks: row.total_chunks,
    receivedChunks: row.received_chunks,
    sha256: row.sha256 ?? undefined,
    sha256State: row.sha256_state ?? undefined,
    blob: { key: row.blob_key, upload: row.blob_upload },
    documentId: row.document_id ?? undefined,
  };
}

export function uploadStore(run: QueryRunner): UploadStore {
  async function toSession(row: SessionRow | undefined): Promise<UploadSession | undefined> {
    if (row === undefined) return undefined;
    const files = await rows<FileRow>(run, filesOf, [row.id]);
    return {
      id: row.id,
      companyId: row.company_id,
      status: row.status,
      submission: row.submission,
      isConsolidated: row.is_consolidated,
      reviewId: row.review_id ?? undefined,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      files: files.map(fromFileRow),
    };
  }

  return {
    async insert({ id, companyId, status, submission, isConsolidated, reviewId, createdAt, expiresAt, files }) {
      const values = [
        id,
        companyId,
        status,
        JSON.stringify(submission),
        isConsolidated,
        reviewId,
        createdAt,
        expiresAt,
      ];
      await execute(run, insertSession, values);
      for (const [position, file] of files.entries()) {
        const {
          fileName,
          sizeBytes,
          chunkSizeBytes,
          totalChunks,
          receivedChunks,
          sha256,
          sha256State,
          blob,
          documentId,
        } = file;
        await execute(run, insertFile, [
          ...[id, position, file.id, fileName, sizeBytes, chunkSizeBytes, totalChunks],
          ...[receivedChunks, sha256, sha256State, blob.key, blob.upload, documentId],
        ]);
      }
    },
    find: async (companyId, id) => toSession(await firstRow<SessionRow>(run, findSession, [companyId, id])),
    lock: async (companyId, id) => toSession(await firstRow<SessionRow>(run, lockSession, [companyId, id])),
    async findChunk(fileId, index) {
      const row = await firstRow<Omit<UploadChunk, "sha256"> & { sha256: Buffer | null }>(run, findChunk, [
        fileId,
        index,
      ]);
      return row && { ...row, sha256: row.sha256 ?? undefined };
    },
    async nextAttempt(fileId) {
      const row = await firstRow<{ attempts: number }>(run, nextAttempt, [fileId]);
      if (row === undefined) throw new Error(`there is no upload file ${fileId}`);
      return row.attempts;
    },
    async addChunk(fileId, { index, sha256, receipt }, sha256State) {
      await execute(run, addChunk, [fileId, index, sha256, receipt, sha256State]);
    },
    async replaceSha256State({ id, blob, receivedChunks }, sha256State) {
      await execute(run, replaceSha256State, [id, blob.key, receivedChunks, sha256State]);
    },
    async resetFile(fileId, { key, upload }) {
      await execute(run, deleteChunks, [fileId]);
      await execute(run, resetFile, [fileId, key, upload]);
    },
    async setDocument(fileIds, documentId) {
      await execute(run, setDocument, [fileIds, documentId]);
    },
    async setStatus(id, status) {
      await execute(run, setStatus, [id, status]);
    },
    async setReview(id, reviewId) {
      await execute(run, setReview, [id, reviewId]);
    },
    listOverdue: (now, limit) => rows<{ id: Id; companyId: Id }>(run, listOverdue, [now, limit]),
    async listParts(fileIds) {
      const found = await rows<BlobUpload & { receipts: string[] }>(run, listParts, [fileIds]);
      return found.map(({ key, upload, receipts }) => ({ blob: { key, upload }, receipts }));
    },
  };
}

// The key of an encrypted blob may have noted it already, before its upload was known.
const addUnclaimed = statement(
  `INSERT INTO unclaimed_blobs (blob_key, blob_upload, remove_after) VALUES ($1, $2, $3)
   ON CONFLICT (blob_key) DO UPDATE SET blob_upload = excluded.blob_upload, remove_after = excluded.remove_after`,
);
const claim = statement("DELETE FROM unclaimed_blobs WHERE blob_key = ANY ($1)");
const removeAt = statement(
  "UPDATE unclaimed_blobs SET remove_after = $2 WHERE blob_key = ANY ($1) RETURNING blob_key AS key",
);
const removeEachAt = statement("UPDATE unclaimed_blobs SET remove_after = $2 WHERE starts_with(blob_key, $1)");
const listDue = statement(
  "SELECT blob_key AS key, blob_upload AS upload FROM unclaimed_blobs WHERE remove_after <= $1 ORDER BY remove_after LIMIT $2",
);
const isNeeded = statement(
  `SELECT 1 AS found FROM document_files WHERE blob_key = $1 OR pages_blob_key = $1
   UNION ALL SELECT 1 FROM unclaimed_blobs WHERE blob_key = $1 LIMIT 1`,
);

export function unclaimedBlobStore(run: QueryRunner): UnclaimedBlobStore {
  return {
    async add({ key, upload }, removeAfter) {
      await execute(run, addUnclaimed, [key, upload, removeAfter]);
    },
    async claim(keys) {
      // A blob whose removal has begun is no longer there to be claimed.
      const claimed = await execute(run, claim, [keys]);
      if (claimed !== keys.length)
        throw new AppError("unavailable", "The files were removed before they had all arrived; send them again.", {
          retryAfterSeconds: 1,
        });
    },
    removeAt: async (keys, removeAfter) =>
      (await rows<{ key: string }>(run, removeAt, [keys, removeAfter])).map((row) => row.key),
    async removeEachAt(keyPrefix, removeAfter) {
      await execute(run, removeEachAt, [keyPrefix, removeAfter]);
    },
    listDue: (now, limit) => rows<BlobUpload & Record<string, unknown>>(run, listDue, [now, limit]),
    isNeeded: async (key) => (await firstRow(run, isNeeded, [key])) !== undefined,
    forget: async (key) => (await execute(run, claim, [[key]])) === 1,
  };
}
