import type {
  AuditLanguage,
  Document,
  DocumentFile,
  DocumentState,
  DocumentStore,
  ItemCounts,
  JudgedBy,
} from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import { execute, firstRow, pastEveryId, type QueryRunner, rows, statement } from "./query.ts";
import { findStoredFile, listStoredFiles } from "./stored-file-rows.ts";

export interface DocumentRow {
  id: Id;
  company_id: Id;
  review_id: Id;
  status: Document["status"];
  file_name: string;
  audit_language: AuditLanguage;
  page_count: number;
  failure_reason: string | null;
  created_at: Date;
  processed_at: Date | null;
}

export const documentColumns =
  "id, company_id, review_id, status, file_name, audit_language, page_count, failure_reason, created_at, processed_at";

// Concurrent submissions of one company would otherwise not see each other and take the same round: a company that sends
// over many connections would overtake the others by as many documents. The seed keeps these locks apart from those of
// the webhooks.
const queueLock = statement("SELECT pg_advisory_xact_lock(hashtextextended($1, 7160310502))");
// A company's next document gets the round after its last waiting one, and at least the lowest round that is waiting: a
// company that starts late joins the current round, neither ahead of the others nor behind a company that sent a thousand.
const insert = statement(
  `INSERT INTO documents (${documentColumns}, queue_round) VALUES ($1, $2::ulid, $3, $4, $5, $6, $7, $8, $9, $10, greatest(
     (SELECT max(queue_round) + 1 FROM documents WHERE company_id = $2::ulid AND status IN ('queued', 'processing')),
     (SELECT min(queue_round) FROM documents WHERE status IN ('queued', 'processing')),
     0)) RETURNING queue_round`,
);
const insertFiles = statement(
  `INSERT INTO document_files (id, document_id, position, place, file_name, display_name, size_bytes, blob_key)
   SELECT id, $1, position - 1, position::text, file_name, file_name, size_bytes, blob_key
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[]) WITH ORDINALITY AS f (id, file_name, size_bytes, blob_key, position)`,
);
// The catalogue's words as they are now: a later change of the catalogue makes a new revision and leaves this one.
const insertItems = statement(
  `INSERT INTO document_items (id, document_id, position, control_item_id, revision, status)
   SELECT d.id, $1, d.position - 1, i.id, i.revision, 'pending'
     FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS d (id, control_item_id, position)
     JOIN control_items i ON i.id = d.control_item_id`,
);
const find = statement(`SELECT ${documentColumns} FROM documents WHERE company_id = $1 AND id = $2`);
const lockOfAnyCompany = statement(`SELECT ${documentColumns} FROM documents WHERE id = $1 FOR UPDATE`);
const findRetryOf = statement("SELECT id FROM documents WHERE retry_of = $1");
const markRetry = statement("UPDATE documents SET retry_of = $2 WHERE id = $1");
const list = statement(
  `SELECT ${documentColumns} FROM documents WHERE company_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
);
const listOfReview = statement(
  `SELECT ${documentColumns} FROM documents WHERE company_id = $1 AND id < $2 AND review_id = $4 ORDER BY id DESC LIMIT $3`,
);
const listFiles = statement(
  `SELECT id, file_name AS "fileName", size_bytes::float8 AS "sizeBytes", blob_key AS "blobKey"
     FROM document_files WHERE document_id = $1 AND parent_id IS NULL ORDER BY position`,
);
const findWork = statement(
  `SELECT pages_done AS "pagesDone", pages_found AS "pageCount", engine AS "judgedBy"
     FROM documents WHERE company_id = $1 AND id = $2`,
);
/**
 * An item of a document (d) with the catalogue's words as they were at submission, in the language of the findings: what
 * was never put into it keeps the catalogue's own.
 */
export const itemColumns = `d.id, d.control_item_id AS "controlItemId", d.status, d.findings, d.failure_reason AS "failureReason",
  d.judged_at AS "judgedAt", r.definition ->> 'externalId' AS "externalId", i.cluster_id AS "clusterId", i.control_id AS "controlId",
  coalesce(r.definition #>> ARRAY['translations', doc.audit_language, 'name'], r.name) AS name,
  coalesce(r.definition #>> ARRAY['translations', doc.audit_language, 'objective'], r.objective) AS objective,
  coalesce(ctl.definition #>> ARRAY['translations', doc.audit_language, 'clusters', k.code], k.name) AS "clusterName"`;
export const itemJoins = `
  JOIN documents doc ON doc.id = d.document_id
  JOIN control_item_revisions r ON r.control_item_id = d.control_item_id AND r.revision = d.revision
  JOIN control_items i ON i.id = d.control_item_id
  JOIN clusters k ON k.id = i.cluster_id
  JOIN controls ctl ON ctl.id = i.control_id`;
const listItemTexts = statement(
  `SELECT position, row_to_json(one)::text AS item FROM (
     SELECT d.position, ${itemColumns} FROM document_items d ${itemJoins}
      WHERE d.document_id = $1 AND d.position > $2 ORDER BY d.position LIMIT $3) one`,
);
/** Findings have a few kilobytes each: a batch blocks the event loop for less than a millisecond. */
const itemsPerBatch = 40;
const listControlItemIds = statement(
  "SELECT control_item_id AS id FROM document_items WHERE document_id = $1 ORDER BY position",
);

const countItems = statement(
  `SELECT count(*)::int AS "itemCount", count(*) FILTER (WHERE status <> 'pending')::int AS "itemsDone"
     FROM document_items WHERE document_id = $1`,
);

function toState(row: DocumentRow): DocumentState {
  const { status, processed_at: processedAt, failure_reason: failureReason } = row;
  if (status === "queued" || status === "processing")
    return { status, processedAt: undefined, failureReason: undefined };
  if (processedAt === null) throw new Error(`document ${row.id} has ended without a time`);
  return status === "completed"
    ? { status, processedAt, failureReason: undefined }
    : { status, processedAt, failureReason: failureReason ?? "" };
}

export function fromDocumentRow(row: DocumentRow): Document {
  return {
    id: row.id,
    companyId: row.company_id,
    reviewId: row.review_id,
    fileName: row.file_name,
    auditLanguage: row.audit_language,
    pageCount: row.page_count,
    createdAt: row.created_at,
    ...toState(row),
  };
}

export function documentStore(run: QueryRunner): DocumentStore {
  return {
    async insert(document, files, items) {
      const {
        id,
        companyId,
        reviewId,
        status,
        fileName,
        auditLanguage,
        pageCount,
        failureReason,
        createdAt,
        processedAt,
      } = document;
      await execute(run, queueLock, [companyId]);
      const inserted = await firstRow<{ queue_round: number }>(run, insert, [
        id,
        companyId,
        reviewId,
        status,
        fileName,
        auditLanguage,
        pageCount,
        failureReason,
        createdAt,
        processedAt,
      ]);
      await execute(run, insertFiles, [
        id,
        files.map((file) => file.id),
        files.map((file) => file.fileName),
        files.map((file) => file.sizeBytes),
        files.map((file) => file.blobKey),
      ]);
      const itemsInserted = await execute(run, insertItems, [
        id,
        items.map((item) => item.id),
        items.map((item) => item.controlItemId),
      ]);
      if (itemsInserted !== items.length)
        throw new Error(`document ${id} lost ${items.length - itemsInserted} of its items`);
      return inserted?.queue_round ?? 0;
    },
    async find(companyId, id) {
      const row = await firstRow<DocumentRow>(run, find, [companyId, id]);
      return row && fromDocumentRow(row);
    },
    async list(companyId, reviewId, page) {
      const values = [companyId, page.before ?? pastEveryId, page.limit + 1];
      const found =
        reviewId === undefined
          ? await rows<DocumentRow>(run, list, values)
          : await rows<DocumentRow>(run, listOfReview, [...values, reviewId]);
      return toPage(found.map(fromDocumentRow), page);
    },
    async findWork(companyId, id) {
      const row = await firstRow<{ pagesDone: number; pageCount: number; judgedBy: JudgedBy | null }>(run, findWork, [
        companyId,
        id,
      ]);
      if (row === undefined) return undefined;
      const { pagesDone, pageCount, judgedBy } = row;
      return { progress: { pagesDone, pageCount }, judgedBy: judgedBy ?? undefined };
    },
    listFiles: (documentId) => rows<DocumentFile>(run, listFiles, [documentId]),
    findStoredFile: (documentId, id) => findStoredFile(run, documentId, id),
    listStoredFiles: (documentId) => listStoredFiles(run, documentId),
    async *readItemTexts(documentId) {
      for (let after = -1; ; ) {
        const values = [documentId, after, itemsPerBatch];
        const found = await rows<{ position: number; item: string }>(run, listItemTexts, values);
        const last = found.at(-1);
        if (last === undefined) return;
        yield found.map(({ item }) => item);
        if (found.length < itemsPerBatch) return;
        after = last.position;
      }
    },
    async listControlItemIds(documentId) {
      const found = await rows<{ id: Id }>(run, listControlItemIds, [documentId]);
      return found.map(({ id }) => id);
    },
    async countItems(documentId) {
      const counted = await firstRow<ItemCounts & Record<string, unknown>>(run, countItems, [documentId]);
      if (counted === undefined) throw new Error("a count without a row");
      return counted;
    },
    async lockOfAnyCompany(id) {
      const row = await firstRow<DocumentRow>(run, lockOfAnyCompany, [id]);
      return row && fromDocumentRow(row);
    },
    async findRetryOf(id) {
      return (await firstRow<{ id: Id }>(run, findRetryOf, [id]))?.id;
    },
    async markRetry(id, retryOf) {
      await execute(run, markRetry, [id, retryOf]);
    },
  };
}
