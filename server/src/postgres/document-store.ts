import type {
  Document,
  DocumentFile,
  DocumentStore,
  ItemCounts,
  JudgedBy,
  ReadingProgress,
} from "../documents/document.ts";
import { lowPriorityRound } from "../jobs/job-queue.ts";
import { addStoredBytes } from "./company-storage.ts";
import { decisionsOfItem } from "./decision-store.ts";
import { documents, selectDocuments } from "./document-columns.ts";
import { listDocuments } from "./document-list.ts";
import {
  countAffected,
  execute,
  findId,
  firstRow,
  listIds,
  type QueryRunner,
  rows,
  singleRow,
  statement,
} from "./query.ts";
import { listReviewIds, saveScoresOfReviews } from "./score-store.ts";
import { findStoredFile, listStoredFiles } from "./stored-file-rows.ts";

// Without this lock, concurrent submissions of one company would get the same round and the same version, and a company with
// many connections would overtake the others. The seed keeps these locks apart from other advisory locks.
export const queueLock = statement("SELECT pg_advisory_xact_lock(hashtextextended($1, 7160310502))");
// Round-robin between companies, by cost. A document gets the round in which the last of its company is expected to end, but
// at least the lowest round in the queue: a company that starts late joins the current round, neither before the others nor
// after a company's thousand.
const insert = statement(
  `INSERT INTO documents (id, company_id, review_id, status, file_name, audit_language, page_count, created_at, facts, queue_cost, queue_round,
     subject, documents_count, first_version_id, supersedes, judgement_of, version, control_id, business_entity_id,
     effective_from, valid_until, review_by, bulk_judgement_id, external_reference)
   VALUES ($1, $2::ulid, $3::ulid, $4, $5, $6, $7, $8,
     (SELECT e.facts FROM compliance_reviews r JOIN business_entities e ON e.id = r.business_entity_id WHERE r.id = $3::ulid), $9,
     greatest(
     (SELECT queue_round + queue_cost FROM documents WHERE company_id = $2::ulid AND status IN ('queued', 'processing')
         AND queue_round >= $19 AND queue_round < $20 ORDER BY queue_round DESC LIMIT 1),
     (SELECT min(queue_round) FROM documents WHERE status IN ('queued', 'processing') AND queue_round >= $19 AND queue_round < $20),
     $19::int),
     $10, $13, $11::ulid, (SELECT id FROM documents WHERE company_id = $2::ulid AND id = $12 AND deleted_at IS NULL), $14,
     1 + greatest((SELECT version FROM documents WHERE id = $11::ulid),
                  (SELECT max(version) FROM documents WHERE first_version_id = $11::ulid), 0),
     (SELECT control_id FROM compliance_reviews WHERE id = $3::ulid), (SELECT business_entity_id FROM compliance_reviews WHERE id = $3::ulid),
     $15, $16, $17, $18, $21)
   RETURNING ${documents.columns()}, queue_round AS "queueRound"`,
);
/** Of the type of the column. */
const maxRound = 2_147_483_647;
const insertFiles = statement(
  `INSERT INTO document_files (id, document_id, position, place, file_name, display_name, size_bytes, blob_key, sha256)
   SELECT id, $1, position - 1, position::text, file_name, file_name, size_bytes, blob_key, sha256
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::bytea[]) WITH ORDINALITY
       AS f (id, file_name, size_bytes, blob_key, sha256, position)`,
);
// The current revision of each item: a later change of the catalogue adds a revision and keeps this one.
const insertItems = statement(
  `INSERT INTO document_items (id, document_id, position, control_item_id, revision, status)
   SELECT d.id, $1, d.position - 1, i.id, i.revision, 'pending'
     FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS d (id, control_item_id, position)
     JOIN control_items i ON i.id = d.control_item_id`,
);
const find = statement(`${selectDocuments} WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL`);
const lock = statement(
  `${selectDocuments} WHERE id = $1 AND deleted_at IS NULL AND ($2::text IS NULL OR company_id = $2)
      AND ($3::text IS NULL OR company_id IN (SELECT c.id FROM companies c WHERE c.partner_id = $3)) FOR UPDATE`,
);
const touchReview = statement(
  "UPDATE compliance_reviews SET changed_at = greatest(changed_at, $2::timestamptz) WHERE id = $1",
);
const lockBulkJudgementsOf = statement(
  `${selectDocuments} WHERE judgement_of = $1 AND bulk_judgement_id IS NOT NULL AND status IN ('queued', 'processing')
      AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
);
const findNewerVersion = statement(
  `SELECT newer.id FROM documents d JOIN documents newer
       ON newer.first_version_id = coalesce(d.first_version_id, d.id) AND newer.version > d.version
    WHERE d.company_id = $1 AND d.id = $2 AND newer.status <> 'failed' AND newer.withdrawn_at IS NULL AND newer.deleted_at IS NULL
      AND newer.judgement_of IS DISTINCT FROM d.id LIMIT 1`,
);
const findRetryOf = statement("SELECT id FROM documents WHERE retry_of = $1");
const markRetry = statement("UPDATE documents SET retry_of = $2 WHERE id = $1");
const setWithdrawn = statement("UPDATE documents SET withdrawn_at = $2, gaps_refreshed = false WHERE id = $1");
const setDates = statement("UPDATE documents SET effective_from = $2, valid_until = $3, review_by = $4 WHERE id = $1");
const setReference = statement("UPDATE documents SET external_reference = $2 WHERE id = $1");
const markDeleted = statement("UPDATE documents SET deleted_at = $2, gaps_refreshed = false WHERE id = $1");
const isDeleted = statement("SELECT id FROM documents WHERE company_id = $1 AND id = $2 AND deleted_at IS NOT NULL");
const listFiles = statement(
  `SELECT id, file_name AS "fileName", size_bytes::float8 AS "sizeBytes", blob_key AS "blobKey", sha256
     FROM document_files WHERE document_id = $1 AND parent_id IS NULL ORDER BY position`,
);
const findWork = statement(
  `SELECT pages_done AS "pagesDone", pages_found AS "pageCount", engine AS "judgedBy"
     FROM documents WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL`,
);
/**
 * An item of a document (d) with the catalogue's words as they were at submission, in the language of the parameter: what
 * was never translated keeps the catalogue's own. Text to insert is in the document's language.
 */
export const itemColumns = (
  language: `$${number}`,
) => `d.id, d.control_item_id AS "controlItemId", d.revision, d.status,
  ${decisionsOfItem} AS decisions, d.findings, d.failure_reason AS "failureReason", d.judged_at AS "judgedAt", r.definition ->> 'externalId' AS "externalId",
  i.cluster_id AS "clusterId", i.control_id AS "controlId",
  coalesce(r.definition #>> ARRAY['translations', ${language}::text, 'name'], r.name) AS name,
  coalesce(r.definition #>> ARRAY['translations', ${language}::text, 'objective'], r.objective) AS objective,
  coalesce(ctl.definition #>> ARRAY['translations', ${language}::text, 'clusters', k.code], k.name) AS "clusterName",
  jsonb_build_object('risks', r.definition -> 'risks', 'compensatingControls', r.definition -> 'compensatingControls',
    'recommendation', r.definition -> 'recommendation',
    'conditions', (SELECT jsonb_object_agg(c.key, jsonb_build_object('translations', jsonb_build_object(
        ${language}::text, jsonb_build_object('statement', c.value #>> ARRAY['translations', ${language}::text, 'statement']))))
      FROM jsonb_each(r.definition -> 'conditions') c WHERE c.value #> ARRAY['translations', ${language}::text] IS NOT NULL),
    'translations', jsonb_build_object(
      coalesce(d.findings ->> 'documentLanguage', 'en'),
      r.definition #> ARRAY['translations', d.findings ->> 'documentLanguage'],
      ${language}::text, r.definition #> ARRAY['translations', ${language}::text])) AS texts`;
export const itemJoins = `
  JOIN control_item_revisions r ON r.control_item_id = d.control_item_id AND r.revision = d.revision
  JOIN control_items i ON i.id = d.control_item_id
  JOIN clusters k ON k.id = i.cluster_id
  JOIN controls ctl ON ctl.id = i.control_id`;
const listItemTexts = statement(
  `SELECT position, row_to_json(one)::text AS item FROM (
     SELECT d.position, ${itemColumns("$4")} FROM document_items d ${itemJoins}
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

export function documentStore(run: QueryRunner): DocumentStore {
  return {
    async insert(document, files, items, { cost, bulkJudgementId }) {
      const { id, companyId, reviewId, status, fileName, auditLanguage, pageCount, createdAt } = document;
      const { subject, documentsCount, firstVersionId, supersedes, judgementOf } = document;
      const { effectiveFrom, validUntil, reviewBy, externalReference } = document;
      await execute(run, queueLock, [companyId]);
      const [placed] = await documents.list(run, insert, [
        ...[id, companyId, reviewId, status, fileName, auditLanguage, pageCount, createdAt, cost],
        ...[subject, firstVersionId, supersedes, documentsCount, judgementOf, effectiveFrom, validUntil, reviewBy],
        ...[bulkJudgementId, ...(bulkJudgementId === undefined ? [0, lowPriorityRound] : [lowPriorityRound, maxRound])],
        externalReference,
      ]);
      await execute(run, insertFiles, [
        id,
        files.map((file) => file.id),
        files.map((file) => file.fileName),
        files.map((file) => file.sizeBytes),
        files.map((file) => file.blobKey),
        files.map((file) => file.sha256),
      ]);
      await addStoredBytes(
        run,
        companyId,
        files.reduce((sum, file) => sum + file.sizeBytes, 0),
      );
      const itemsInserted = await countAffected(run, insertItems, [
        id,
        items.map((item) => item.id),
        items.map((item) => item.controlItemId),
      ]);
      if (itemsInserted !== items.length)
        throw new Error(`document ${id} lost ${items.length - itemsInserted} of its items`);
      await execute(run, touchReview, [reviewId, createdAt]);
      const { queueRound, ...stored } = placed as Document & { queueRound: number };
      return { queueRound, document: stored };
    },
    find: (companyId, id) => documents.find(run, find, [companyId, id]),
    list: listDocuments(run),
    async findWork(companyId, id) {
      const row = await firstRow<ReadingProgress & { judgedBy: JudgedBy | null }>(run, findWork, [companyId, id]);
      if (row === undefined) return undefined;
      const { judgedBy, ...progress } = row;
      return { progress, judgedBy: judgedBy ?? undefined };
    },
    listFiles: (documentId) => rows<DocumentFile>(run, listFiles, [documentId]),
    findStoredFile: (documentId, id) => findStoredFile(run, documentId, id),
    listStoredFiles: (documentId) => listStoredFiles(run, documentId),
    async *readItemTexts(documentId, language) {
      for (let after = -1; ; ) {
        const values = [documentId, after, itemsPerBatch, language];
        const found = await rows<{ position: number; item: string }>(run, listItemTexts, values);
        const last = found.at(-1);
        if (last === undefined) return;
        yield found.map(({ item }) => item);
        if (found.length < itemsPerBatch) return;
        after = last.position;
      }
    },
    listControlItemIds: (documentId) => listIds(run, listControlItemIds, [documentId]),
    countItems: (documentId) => singleRow<ItemCounts>(run, countItems, [documentId]),
    lock: ({ companyId, partnerId }, id) => documents.find(run, lock, [id, companyId ?? null, partnerId ?? null]),
    async hasNewerVersion(companyId, id) {
      await execute(run, queueLock, [companyId]);
      return (await findId(run, findNewerVersion, [companyId, id])) !== undefined;
    },
    lockBulkJudgementsOf: (id) => documents.list(run, lockBulkJudgementsOf, [id]),
    findRetryOf: (id) => findId(run, findRetryOf, [id]),
    markRetry: (id, retryOf) => execute(run, markRetry, [id, retryOf]),
    async setWithdrawn(id, isWithdrawn, at) {
      await execute(run, setWithdrawn, [id, isWithdrawn ? at : null]);
      await saveScoresOfReviews(run, await listReviewIds(run, [id]), at);
    },
    setDates: (id, { effectiveFrom, validUntil, reviewBy }) =>
      execute(run, setDates, [id, effectiveFrom ?? null, validUntil ?? null, reviewBy ?? null]),
    setReference: (id, reference) => execute(run, setReference, [id, reference ?? null]),
    async markDeleted(id, at) {
      await execute(run, markDeleted, [id, at]);
      await saveScoresOfReviews(run, await listReviewIds(run, [id]), at);
    },
    isDeleted: async (companyId, id) => (await findId(run, isDeleted, [companyId, id])) !== undefined,
  };
}
