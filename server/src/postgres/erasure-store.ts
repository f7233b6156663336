import type { ErasedDocuments, ErasureStore } from "../erasure/erasure-store.ts";
import { firstIdAt, type Id } from "../platform/ids.ts";
import type { BlobUpload } from "../uploads/blob-store.ts";
import { revocationChannel } from "./api-key-store.ts";
import { subtractDocumentsFromStorage, subtractOriginalsFromStorage } from "./company-storage.ts";
import { countAffected, execute, firstRow, listIds, type QueryRunner, rows, statement } from "./query.ts";
import { listReviewIds, saveScoresOfReviews } from "./score-store.ts";

/** Every node listens here and drops its cached page images. */
export const erasureChannel = "assay_erased";

// Local to the transaction: the triggers of append-only tables allow erasure only where this is set.
const allowErasing = statement("SELECT set_config('assay.erasing', 'on', true)");
const announce = statement("SELECT pg_notify($1, $2)");

// Waits for transactions that add rows to the company, and blocks later ones.
const lock = statement(
  `SELECT partner_id AS "partnerId", erasing_since IS NULL AS "isNew" FROM companies WHERE id = $1 FOR UPDATE`,
);
const clearProfile = statement(
  `UPDATE companies SET erasing_since = $2, name = '', legal_name = '', country = NULL, tax_id = NULL, phone = NULL,
          address = NULL, postal_code = NULL, city = NULL, external_reference = NULL
    WHERE id = $1 AND erasing_since IS NULL`,
);
const endSessions = statement(
  "DELETE FROM portal_sessions WHERE key_hash IN (SELECT hash FROM api_keys WHERE company_id = $1)",
);
/**
 * People of the company, with their sessions and invitations, and accounts that it was the last organisation of. An account that
 * is in another organisation stays. Memberships and accounts are locked in the order in which a removal locks them.
 */
const endPeople = [
  "SELECT FROM memberships WHERE organisation = $1 ORDER BY id FOR NO KEY UPDATE",
  `SELECT FROM accounts WHERE id IN (SELECT account_id FROM memberships WHERE organisation = $1) ORDER BY id FOR UPDATE`,
  `DELETE FROM rate_windows WHERE split_part(subject, ':', 2) IN (
     SELECT account_id FROM memberships WHERE organisation = $1)`,
  `DELETE FROM accounts a WHERE id IN (SELECT account_id FROM memberships WHERE organisation = $1)
      AND NOT EXISTS (SELECT FROM memberships o WHERE o.account_id = a.id AND o.organisation <> $1)`,
  "DELETE FROM memberships WHERE organisation = $1",
  `DELETE FROM accounts a WHERE last_organisation = $1
      AND NOT EXISTS (SELECT FROM memberships o WHERE o.account_id = a.id)`,
  "DELETE FROM mails WHERE invitation_id IN (SELECT id FROM invitations WHERE organisation = $1)",
  "DELETE FROM invitations WHERE organisation = $1",
].map(statement);
const endKeys = statement("DELETE FROM api_keys WHERE company_id = $1 RETURNING hash");
const removeWebhook = statement("DELETE FROM webhooks WHERE company_id = $1");
// Nothing is judged again from here on.
const removeBulkJudgements = statement("DELETE FROM bulk_judgements WHERE company_id = $1");

// Newest first, because a retry refers to the older document that it repeats.
const chooseDocuments = statement(
  "SELECT id FROM documents WHERE company_id = $1 ORDER BY id DESC LIMIT $2 FOR UPDATE",
);
const chooseDeleted = statement(
  `SELECT id FROM documents WHERE company_id = $1 AND deleted_at IS NOT NULL ORDER BY id DESC LIMIT $2 FOR UPDATE`,
);
const chooseEvents = statement("SELECT id FROM events WHERE company_id = $1 ORDER BY id LIMIT $2");
// A chunked blob may not have been assembled yet, so its upload is kept with it. A document shares its files with
// its retry and with those that judge it again; they stay while one of them exists.
const markBlobs = (...columns: ("blob_key" | "pages_blob_key")[]) =>
  statement(
    `INSERT INTO unclaimed_blobs (blob_key, blob_upload, remove_after, company_id)
   SELECT DISTINCT ON (b.key) b.key, coalesce(u.blob_upload, ''), $2::timestamptz, o.company_id
     FROM (${columns.map((name) => `SELECT document_id, ${name} AS key FROM document_files WHERE document_id = ANY ($1)`).join(" UNION ALL ")}) b
     JOIN documents o ON o.id = b.document_id
     LEFT JOIN upload_files u ON u.document_id = b.document_id AND u.blob_key = b.key
    WHERE b.key IS NOT NULL
      AND NOT EXISTS (SELECT FROM documents d JOIN document_files f ON f.document_id = d.id
                       WHERE f.blob_key = b.key AND d.id <> ALL ($1) AND d.originals_erased_at IS NULL)
    ORDER BY b.key, u.blob_upload DESC NULLS LAST
   ON CONFLICT (blob_key) DO UPDATE SET remove_after = excluded.remove_after, company_id = excluded.company_id`,
  );
const markAllBlobs = markBlobs("blob_key", "pages_blob_key");
const markOriginalBlobs = markBlobs("blob_key");
const markPageBlobs = markBlobs("pages_blob_key");

const recordTables = ["document_records", "decision_records"];
const removeRecords = recordTables.map((table) => statement(`DELETE FROM ${table} WHERE document_id = ANY ($1)`));
const markRecords = recordTables.map((table) =>
  statement(`UPDATE ${table} SET document_erased_at = $2 WHERE document_id = ANY ($1)`),
);
/** Rows that refer to documents, in the order in which they can be deleted. */
const removeDependents = [
  "UPDATE documents SET retry_of = NULL WHERE retry_of = ANY ($1)",
  "UPDATE documents SET supersedes = NULL WHERE supersedes = ANY ($1)",
  "UPDATE documents SET judgement_of = NULL WHERE judgement_of = ANY ($1)",
  "DELETE FROM upload_chunks WHERE file_id IN (SELECT id FROM upload_files WHERE document_id = ANY ($1))",
  "DELETE FROM document_answers WHERE document_id = ANY ($1)",
  "DELETE FROM gaps WHERE document_id = ANY ($1)",
  "UPDATE gaps SET closed_by_document_id = NULL WHERE closed_by_document_id = ANY ($1)",
  "UPDATE gap_entries SET document_id = NULL WHERE document_id = ANY ($1)",
  "DELETE FROM decided_items WHERE document_id = ANY ($1)",
  "DELETE FROM decisions WHERE document_id = ANY ($1)",
  "DELETE FROM document_items WHERE document_id = ANY ($1)",
  "DELETE FROM document_files WHERE document_id = ANY ($1)",
].map(statement);
const removeUploadFiles = statement("DELETE FROM upload_files WHERE document_id = ANY ($1) RETURNING session_id AS id");
const removeEmptySessions = statement(
  `DELETE FROM upload_sessions s WHERE s.id = ANY ($1) AND s.status = 'completed'
      AND NOT EXISTS (SELECT FROM upload_files f WHERE f.session_id = s.id)`,
);
const removeDocuments = statement("DELETE FROM documents WHERE id = ANY ($1)");

// A document that is locked by another process is left for the next run.
const chooseOld = statement(
  "SELECT id FROM documents WHERE processed_at < $1 ORDER BY processed_at LIMIT $2 FOR UPDATE SKIP LOCKED",
);
const chooseWithOriginals = statement(
  `SELECT id FROM documents WHERE processed_at < $1 AND originals_erased_at IS NULL
    ORDER BY processed_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
);
const chooseWithPages = statement(
  `SELECT id FROM documents WHERE processed_at < $1 AND pages_erased_at IS NULL
    ORDER BY processed_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
);
// Their bytes are already gone. A session with some completed files is erased after their documents.
const chooseEndedUploads = statement(
  `SELECT s.id FROM upload_sessions s
    WHERE s.status IN ('expired', 'cancelled') AND s.expires_at < $1
      AND NOT EXISTS (SELECT FROM upload_files f WHERE f.session_id = s.id AND f.document_id IS NOT NULL)
    ORDER BY s.expires_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
);
const removeUploads = [
  "DELETE FROM upload_chunks WHERE file_id IN (SELECT id FROM upload_files WHERE session_id = ANY ($1))",
  "DELETE FROM upload_files WHERE session_id = ANY ($1)",
  "DELETE FROM upload_sessions WHERE id = ANY ($1)",
].map(statement);
const markOriginals = statement("UPDATE documents SET originals_erased_at = $2 WHERE id = ANY ($1)");
const markPages = statement("UPDATE documents SET pages_erased_at = $2, text_sketch = NULL WHERE id = ANY ($1)");
const removeEntries = statement(
  "DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE id < $1 ORDER BY id LIMIT $2)",
);
const removeAttempts = statement("DELETE FROM webhook_attempts WHERE event_id = ANY ($1)");
const removeDeliveries = statement("DELETE FROM webhook_deliveries WHERE event_id = ANY ($1) AND company_id = $2");
const removeEvents = statement("DELETE FROM events WHERE id = ANY ($1) AND company_id = $2");

const filesOfCompany =
  "SELECT f.id, f.blob_key FROM upload_files f JOIN upload_sessions s ON s.id = f.session_id WHERE s.company_id = $1";
const removeUploadsAt = statement(
  `UPDATE unclaimed_blobs SET remove_after = $2, company_id = $1
    WHERE blob_key IN (SELECT blob_key FROM (${filesOfCompany}) f)`,
);
const listBlobs = statement(
  `SELECT blob_key AS key, blob_upload AS upload FROM unclaimed_blobs WHERE company_id = $1 AND blob_key > $2
    ORDER BY blob_key LIMIT $3`,
);
const removeCompanyRows = [
  `DELETE FROM upload_chunks WHERE file_id IN (SELECT id FROM (${filesOfCompany}) f)`,
  "DELETE FROM upload_files WHERE session_id IN (SELECT id FROM upload_sessions WHERE company_id = $1)",
  "DELETE FROM upload_sessions WHERE company_id = $1",
  `DELETE FROM webhook_attempts WHERE event_id IN (SELECT event_id FROM webhook_deliveries WHERE company_id = $1)`,
  "DELETE FROM webhook_deliveries WHERE company_id = $1",
  "DELETE FROM webhooks WHERE company_id = $1",
  "DELETE FROM bulk_judgements WHERE company_id = $1",
  "DELETE FROM review_links WHERE company_id = $1",
  "DELETE FROM sign_off_records WHERE company_id = $1",
  "DELETE FROM sign_offs WHERE company_id = $1",
  "DELETE FROM gaps WHERE company_id = $1",
  "DELETE FROM gap_settings WHERE company_id = $1",
  "DELETE FROM review_scores WHERE review_id IN (SELECT id FROM compliance_reviews WHERE company_id = $1)",
  "DELETE FROM compliance_reviews WHERE company_id = $1",
  "DELETE FROM business_entities WHERE company_id = $1",
  "DELETE FROM record_chains WHERE company_id = $1",
  "DELETE FROM quota_overrides WHERE owner_id = $1",
  "DELETE FROM company_storage WHERE company_id = $1",
  "DELETE FROM portal_sessions WHERE key_hash IN (SELECT hash FROM api_keys WHERE company_id = $1)",
  "DELETE FROM api_keys WHERE company_id = $1",
  "DELETE FROM idempotent_requests WHERE owner = 'company:' || $1",
  "UPDATE audit_log SET address = NULL WHERE company_id = $1 AND address IS NOT NULL",
  "DELETE FROM pgboss.job WHERE name IN ('analyse-document', 'give-up-document', 'erase-documents') AND data ->> 'companyId' = $1",
].map(statement);
// Rate windows are named by key or by company. The keys may be deleted already, but the audit log has their ids.
const removeRateWindows = statement(
  `DELETE FROM rate_windows
    WHERE split_part(subject, ':', 2) = $1
       OR split_part(subject, ':', 2) IN (SELECT actor_key_id FROM audit_log WHERE company_id = $1)`,
);
/** Tables with text from callers, or with their ids. ANALYZE has no plan. A worker's account that does not own them gets a warning. */
const refreshStatistics = `ANALYZE companies, business_entities, compliance_reviews, review_scores, bulk_judgements, documents, document_files, document_items, document_answers, document_records,
     decisions, decided_items, decision_records, sign_offs, sign_off_records, review_links, review_link_sessions, record_chains, upload_sessions, upload_files, upload_chunks, unclaimed_blobs, events, webhooks, webhook_deliveries,
     webhook_attempts, audit_log, company_storage, idempotent_requests, api_keys, portal_sessions, rate_windows,
     accounts, memberships, account_sessions, invitations, second_factors, recovery_codes, bulk_judgements, gaps, gap_entries, gap_settings, notifications, notification_settings, mails`;
const eraseCompany = statement("DELETE FROM companies WHERE id = $1 AND erasing_since IS NOT NULL");

export function erasureStore(run: QueryRunner): ErasureStore {
  /** Deletes rows before the rows they refer to. */
  async function removeAll(ids: Id[], at: Date): Promise<ErasedDocuments> {
    if (ids.length === 0) return { documents: 0, blobs: 0 };
    const blobs = await countAffected(run, markAllBlobs, [ids, at]);
    await subtractDocumentsFromStorage(run, ids);
    for (const query of removeDependents) await execute(run, query, [ids]);
    const sessions = await listIds(run, removeUploadFiles, [ids]);
    await execute(run, removeEmptySessions, [sessions]);
    await execute(run, removeDocuments, [ids]);
    await execute(run, announce, [erasureChannel, ""]);
    return { documents: ids.length, blobs };
  }

  return {
    async begin(companyId, at) {
      const found = await firstRow<{ partnerId: Id; isNew: boolean }>(run, lock, [companyId]);
      if (found === undefined) return undefined;
      await execute(run, clearProfile, [companyId, at]);
      await execute(run, endSessions, [companyId]);
      for (const query of endPeople) await execute(run, query, [companyId]);
      const ended = await rows<{ hash: Buffer }>(run, endKeys, [companyId]);
      for (const { hash } of ended) await execute(run, announce, [revocationChannel, hash.toString("hex")]);
      await execute(run, removeWebhook, [companyId]);
      await execute(run, removeBulkJudgements, [companyId]);
      return { ...found, endedKeys: ended.map(({ hash }) => hash) };
    },
    async eraseDocuments(companyId, at, limit) {
      await execute(run, allowErasing);
      const ids = await listIds(run, chooseDocuments, [companyId, limit]);
      for (const query of removeRecords) await execute(run, query, [ids]);
      return removeAll(ids, at);
    },
    async eraseDeletedDocuments(companyId, at, limit) {
      await execute(run, allowErasing);
      const ids = await listIds(run, chooseDeleted, [companyId, limit]);
      for (const query of markRecords) await execute(run, query, [ids, at]);
      return { ...(await removeAll(ids, at)), documentIds: ids };
    },
    async eraseOldDocuments(before, at, limit) {
      await execute(run, allowErasing);
      const ids = await listIds(run, chooseOld, [before, limit]);
      const reviewIds = await listReviewIds(run, ids);
      for (const query of markRecords) await execute(run, query, [ids, at]);
      const removed = await removeAll(ids, at);
      await saveScoresOfReviews(run, reviewIds);
      return removed;
    },
    async eraseOriginals(before, at, limit) {
      const ids = await listIds(run, chooseWithOriginals, [before, limit]);
      const blobs = await countAffected(run, markOriginalBlobs, [ids, at]);
      await subtractOriginalsFromStorage(run, ids);
      await execute(run, markOriginals, [ids, at]);
      // Page images are drawn from the originals.
      if (ids.length > 0) await execute(run, announce, [erasureChannel, ""]);
      return { documents: ids.length, blobs };
    },
    async erasePages(before, at, limit) {
      const ids = await listIds(run, chooseWithPages, [before, limit]);
      const blobs = await countAffected(run, markPageBlobs, [ids, at]);
      await execute(run, markPages, [ids, at]);
      return { documents: ids.length, blobs };
    },
    async eraseEndedUploads(before, limit) {
      const ids = await listIds(run, chooseEndedUploads, [before, limit]);
      if (ids.length === 0) return 0;
      for (const query of removeUploads) await execute(run, query, [ids]);
      return ids.length;
    },
    async eraseLogEntries(before, limit) {
      await execute(run, allowErasing);
      return countAffected(run, removeEntries, [firstIdAt(before), limit]);
    },
    async eraseEvents(companyId, limit) {
      const ids = await listIds(run, chooseEvents, [companyId, limit]);
      if (ids.length === 0) return 0;
      await execute(run, removeAttempts, [ids]);
      await execute(run, removeDeliveries, [ids, companyId]);
      return countAffected(run, removeEvents, [ids, companyId]);
    },
    async eraseRest(companyId, at) {
      await execute(run, allowErasing);
      await execute(run, removeUploadsAt, [companyId, at]);
      // Again: the erasure may have been begun by an older process, which knew of no people.
      for (const query of endPeople) await execute(run, query, [companyId]);
      for (const query of removeCompanyRows) await execute(run, query, [companyId]);
      await execute(run, removeRateWindows, [companyId]);
      await execute(run, announce, [erasureChannel, ""]);
    },
    listBlobs: (companyId, after, limit) => rows<BlobUpload>(run, listBlobs, [companyId, after, limit]),
    async refreshStatistics() {
      await run.query({ name: "refreshStatistics", text: refreshStatistics, values: [] });
    },
    eraseCompany: async (companyId) => (await countAffected(run, eraseCompany, [companyId])) > 0,
  };
}
