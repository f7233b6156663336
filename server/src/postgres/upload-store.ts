import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { BlobUpload } from "../uploads/blob-store.ts";
import type {
  UnclaimedBlobStore,
  UploadChunk,
  UploadFile,
  UploadSession,
  UploadStore,
} from "../uploads/upload-session.ts";
import {
  countAffected,
  execute,
  firstRow,
  type QueryRunner,
  rows,
  type Statement,
  singleRow,
  statement,
} from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

const sessions = rowMapper<Omit<UploadSession, "files">>(
  ["id", "companyId", "status", "isConsolidated", "createdAt", "expiresAt"],
  ["submission", "reviewId"],
);
type FileRow = Omit<UploadFile, "blob"> & { blobKey: string; blobUpload: string };
const files = rowMapper<FileRow & { sessionId: Id; position: number }>(
  [
    ...(["id", "sessionId", "position", "fileName", "sizeBytes", "chunkSizeBytes"] as const),
    ...(["totalChunks", "receivedChunks", "blobKey", "blobUpload"] as const),
  ],
  ["sha256", "sha256State", "documentId"],
);
const chunks = rowMapper<Omit<UploadChunk, "index">>(["receipt"], ["sha256"]);

const insertSession = sessions.insertInto("upload_sessions");
const insertFile = files.insertInto("upload_files");
const findSession = statement(`SELECT ${sessions.columns()} FROM upload_sessions WHERE company_id = $1 AND id = $2`);
const lockSession = statement(`${findSession.text} FOR UPDATE`);
const listFiles = statement(`SELECT ${files.columns()} FROM upload_files WHERE session_id = $1 ORDER BY position`);
const findChunk = statement(`SELECT ${chunks.columns()} FROM upload_chunks WHERE file_id = $1 AND chunk_index = $2`);
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

export function uploadStore(run: QueryRunner): UploadStore {
  async function findSessionBy(query: Statement, companyId: Id, id: Id): Promise<UploadSession | undefined> {
    const session = await sessions.find(run, query, [companyId, id]);
    if (session === undefined) return undefined;
    const found = await files.list(run, listFiles, [id]);
    return {
      ...session,
      files: found.map(({ sessionId, position, blobKey: key, blobUpload: upload, ...file }) => {
        return { ...file, blob: { key, upload } };
      }),
    };
  }

  return {
    async insert({ files: sent, ...session }) {
      await execute(run, insertSession, sessions.values(session));
      for (const [position, { blob, ...file }] of sent.entries()) {
        const place = { sessionId: session.id, position, blobKey: blob.key, blobUpload: blob.upload };
        await execute(run, insertFile, files.values({ ...file, ...place }));
      }
    },
    find: (companyId, id) => findSessionBy(findSession, companyId, id),
    lock: (companyId, id) => findSessionBy(lockSession, companyId, id),
    async findChunk(fileId, index) {
      const chunk = await chunks.find(run, findChunk, [fileId, index]);
      return chunk && { index, ...chunk };
    },
    nextAttempt: async (fileId) => (await singleRow<{ attempts: number }>(run, nextAttempt, [fileId])).attempts,
    addChunk: (fileId, { index, sha256, receipt }, sha256State) =>
      execute(run, addChunk, [fileId, index, sha256, receipt, sha256State]),
    replaceSha256State: ({ id, blob, receivedChunks }, sha256State) =>
      execute(run, replaceSha256State, [id, blob.key, receivedChunks, sha256State]),
    async resetFile(fileId, { key, upload }) {
      await execute(run, deleteChunks, [fileId]);
      await execute(run, resetFile, [fileId, key, upload]);
    },
    setDocument: (fileIds, documentId) => execute(run, setDocument, [fileIds, documentId]),
    setStatus: (id, status) => execute(run, setStatus, [id, status]),
    setReview: (id, reviewId) => execute(run, setReview, [id, reviewId]),
    listOverdue: (now, limit) => rows<{ id: Id; companyId: Id }>(run, listOverdue, [now, limit]),
    async listParts(fileIds) {
      const found = await rows<BlobUpload & { receipts: string[] }>(run, listParts, [fileIds]);
      return found.map(({ key, upload, receipts }) => ({ blob: { key, upload }, receipts }));
    },
  };
}

// Saving the data key of an encrypted blob may have added the row already, before its upload was known.
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
    add: ({ key, upload }, removeAfter) => execute(run, addUnclaimed, [key, upload, removeAfter]),
    async claim(keys) {
      // Fails for a blob whose removal has begun.
      const claimed = await countAffected(run, claim, [keys]);
      if (claimed !== keys.length)
        throw new AppError("unavailable", "The files were removed before they had all arrived; send them again.", {
          retryAfterSeconds: 1,
        });
    },
    removeAt: async (keys, removeAfter) =>
      (await rows<{ key: string }>(run, removeAt, [keys, removeAfter])).map((row) => row.key),
    removeEachAt: (keyPrefix, removeAfter) => execute(run, removeEachAt, [keyPrefix, removeAfter]),
    listDue: (now, limit) => rows<BlobUpload>(run, listDue, [now, limit]),
    isNeeded: async (key) => (await firstRow(run, isNeeded, [key])) !== undefined,
    forget: async (key) => (await countAffected(run, claim, [[key]])) === 1,
  };
}
