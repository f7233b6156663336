import type {
  AuditLanguage,
  Document,
  DocumentFile,
  DocumentItem,
  DocumentState,
  DocumentStore,
} from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import { execute, firstRow, pastEveryId, type QueryRunner, rows, statement } from "./query.ts";

interface DocumentRow {
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

const columns =
  "id, company_id, review_id, status, file_name, audit_language, page_count, failure_reason, created_at, processed_at";

const insert = statement(`INSERT INTO documents (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`);
const insertFiles = statement(
  `INSERT INTO document_files (id, document_id, position, file_name, size_bytes, blob_key)
   SELECT id, $1, position - 1, file_name, size_bytes, blob_key
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[]) WITH ORDINALITY AS f (id, file_name, size_bytes, blob_key, position)`,
);
// The catalogue's words as they are now: a later change of the catalogue makes a new revision and leaves this one.
const insertItems = statement(
  `INSERT INTO document_items (id, document_id, position, control_item_id, revision, status)
   SELECT d.id, $1, d.position - 1, i.id, i.revision, 'pending'
     FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS d (id, control_item_id, position)
     JOIN control_items i ON i.id = d.control_item_id`,
);
const find = statement(`SELECT ${columns} FROM documents WHERE company_id = $1 AND id = $2`);
const list = statement(`SELECT ${columns} FROM documents WHERE company_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`);
const listOfReview = statement(
  `SELECT ${columns} FROM documents WHERE company_id = $1 AND id < $2 AND review_id = $4 ORDER BY id DESC LIMIT $3`,
);
const listFiles = statement(
  `SELECT id, file_name AS "fileName", size_bytes::float8 AS "sizeBytes", blob_key AS "blobKey"
     FROM document_files WHERE document_id = $1 ORDER BY position`,
);
const listItems = statement(
  `SELECT d.id, d.control_item_id AS "controlItemId", d.status, r.name, r.objective, r.definition ->> 'externalId' AS "externalId",
          i.cluster_id AS "clusterId", k.name AS "clusterName", i.control_id AS "controlId"
     FROM document_items d
     JOIN control_item_revisions r ON r.control_item_id = d.control_item_id AND r.revision = d.revision
     JOIN control_items i ON i.id = d.control_item_id
     JOIN clusters k ON k.id = i.cluster_id
    WHERE d.document_id = $1 ORDER BY d.position`,
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

function fromRow(row: DocumentRow): Document {
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
      await execute(run, insert, [
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
      const inserted = await execute(run, insertItems, [
        id,
        items.map((item) => item.id),
        items.map((item) => item.controlItemId),
      ]);
      if (inserted !== items.length) throw new Error(`document ${id} lost ${items.length - inserted} of its items`);
    },
    async find(companyId, id) {
      const row = await firstRow<DocumentRow>(run, find, [companyId, id]);
      return row && fromRow(row);
    },
    async list(companyId, reviewId, page) {
      const values = [companyId, page.before ?? pastEveryId, page.limit + 1];
      const found =
        reviewId === undefined
          ? await rows<DocumentRow>(run, list, values)
          : await rows<DocumentRow>(run, listOfReview, [...values, reviewId]);
      return toPage(found.map(fromRow), page);
    },
    listFiles: (documentId) => rows<DocumentFile>(run, listFiles, [documentId]),
    listItems: (documentId) => rows<DocumentItem>(run, listItems, [documentId]),
  };
}
