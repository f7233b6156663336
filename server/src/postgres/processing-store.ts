import type { StatedFacts } from "../analysis/analyser.ts";
import type { ControlDocument } from "../catalogue/catalogue-format.ts";
import type { CompleteItem } from "../catalogue/complete-item.ts";
import type { Document, JudgedBy } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";
import { type PendingItem, type ProcessingStore, type Run, RunSuperseded } from "../processing/processing-store.ts";
import { cleanJson, cleanText } from "./clean-text.ts";
import { isCounted } from "./counted-documents.ts";
import { documents } from "./document-columns.ts";
import {
  countAffected,
  execute,
  findId,
  firstRow,
  listIds,
  type QueryRunner,
  rows,
  type Statement,
  singleRow,
  statement,
} from "./query.ts";
import { saveScoresOfEnded } from "./score-store.ts";
import { saveStoredFiles } from "./stored-file-rows.ts";

const begin = statement(
  `UPDATE documents SET status = 'processing', run_id = $3, attempts = attempts + 1
    WHERE company_id = $1 AND id = $2 AND status IN ('queued', 'processing') RETURNING ${documents.columns()}, attempts`,
);
const isCurrent = statement("SELECT 1 AS found FROM documents WHERE id = $1 AND run_id = $2 AND status = 'processing'");
const resetAttempts = statement("UPDATE documents SET attempts = 0 WHERE id = $1 AND run_id = $2");
const saveProgress = statement(
  `WITH file AS (UPDATE document_files SET pages_done = $6, page_count = $7
                  WHERE document_id = $1 AND place = $5 AND reading = 'unread'
                    AND EXISTS (SELECT 1 FROM documents WHERE id = $1 AND run_id = $2))
   UPDATE documents SET attempts = CASE WHEN $3 > pages_done THEN 0 ELSE attempts END,
          pages_done = greatest(pages_done, $3), pages_found = greatest(pages_found, $4)
    WHERE id = $1 AND run_id = $2`,
);
const saveSha256 = statement(
  `WITH file AS (UPDATE document_files SET sha256 = $4
                  WHERE document_id = $1 AND id = $3
                    AND EXISTS (SELECT 1 FROM documents WHERE id = $1 AND run_id = $2))
   UPDATE documents SET attempts = attempts WHERE id = $1 AND run_id = $2`,
);
// Until the transaction ends, no other run can begin: what this one saves is saved as a whole or not at all.
const lockRun = statement("SELECT 1 AS locked FROM documents WHERE id = $1 AND run_id = $2 FOR UPDATE");
const savePageCount = statement(
  "UPDATE documents SET page_count = $3, pages_done = $3, pages_found = $3 WHERE id = $1 AND run_id = $2",
);
const findControl = statement(
  `SELECT c.name, c.definition, f.code, f.version, encode(f.sha256, 'hex') AS sha256
     FROM compliance_reviews r JOIN controls c ON c.id = r.control_id JOIN frameworks f ON f.id = c.framework_id
    WHERE r.company_id = $1 AND r.id = $2`,
);
const itemsOfDocument = `SELECT d.id, r.name, r.objective, r.definition FROM document_items d
     JOIN control_item_revisions r ON r.control_item_id = d.control_item_id AND r.revision = d.revision
    WHERE d.document_id = $1`;
const listPending = statement(`${itemsOfDocument} AND d.status = 'pending' ORDER BY d.position`);
const listItems = statement(`${itemsOfDocument} ORDER BY d.position`);
const findFacts = statement("SELECT facts FROM documents WHERE id = $1");
const saveJudgedBy = statement("UPDATE documents SET engine = $3, text_sketch = $4 WHERE id = $1 AND run_id = $2");
const saveItem = statement(
  `UPDATE document_items i SET status = $4, score = $5, applies = $6, findings = $7, failure_reason = $8, judged_at = $9
     FROM documents d
    WHERE i.document_id = $1 AND i.id = $3 AND i.status = 'pending' AND d.id = i.document_id AND d.run_id = $2`,
);
const countItems = statement(
  `SELECT count(*) FILTER (WHERE status = 'completed')::int AS completed, count(*) FILTER (WHERE status = 'failed')::int AS failed
     FROM document_items WHERE document_id = $1`,
);
// What is judged again has the same dates, and nobody is notified of them once more.
const end = statement(
  `UPDATE documents SET status = $3, failure_reason = $4, page_count = coalesce($5, page_count), processed_at = $6, attempts = 0,
          (expiry_notified, review_notified) = (
            SELECT coalesce(s.expiry_notified, documents.expiry_notified), coalesce(s.review_notified, documents.review_notified)
              FROM (SELECT) one LEFT JOIN documents s ON s.id = documents.judgement_of AND s.review_id = documents.review_id)
    WHERE id = $1 AND run_id = $2 AND status = 'processing'`,
);
const failPending = statement(
  `UPDATE document_items SET status = 'failed', failure_reason = $2, judged_at = $3 WHERE document_id = $1 AND status = 'pending'`,
);
// None if a still newer version counts already. Locked, so that no decision about it is made while its decisions are carried over.
const findSuperseded = statement(
  `SELECT p.id FROM documents d JOIN documents p ON p.first_version_id = d.first_version_id OR p.id = d.first_version_id
    WHERE d.id = $1 AND d.withdrawn_at IS NULL AND d.deleted_at IS NULL AND p.version < d.version
      AND p.status = 'completed' AND ${isCounted("p")} FOR UPDATE OF p`,
);
const isReviewJudged = statement(
  `SELECT 1 AS found FROM documents d WHERE d.review_id = $1 AND d.status = 'completed' AND ${isCounted("d")}
      AND NOT EXISTS (SELECT FROM documents w WHERE w.review_id = $1 AND w.status IN ('queued', 'processing') AND ${isCounted("w")})
    LIMIT 1`,
);
const findReviewScore = statement("SELECT score::float8 AS score FROM compliance_reviews WHERE id = $1");
const exists = statement("SELECT 1 AS found FROM documents WHERE id = $1");
const listUnfinished = statement("SELECT id FROM documents WHERE id = ANY ($1) AND status IN ('queued', 'processing')");

export function processingStore(run: QueryRunner): ProcessingStore {
  /** Executes a statement that changes nothing if another run has begun. */
  async function executeInRun({ id, documentId }: Run, query: Statement, values: unknown[] = []): Promise<void> {
    if ((await countAffected(run, query, [documentId, id, ...values])) === 0) throw new RunSuperseded();
  }

  async function readItems(query: Statement, documentId: Id): Promise<PendingItem[]> {
    const found = await rows<{
      id: Id;
      name: string;
      objective: string;
      definition: Omit<CompleteItem, "id" | "name" | "objective" | "isObsolete">;
    }>(run, query, [documentId]);
    return found.map(({ id, name, objective, definition }) => ({ id, item: { name, objective, ...definition } }));
  }

  return {
    async begin(companyId, { id, documentId }) {
      const row = await documents.find(run, begin, [companyId, documentId, id]);
      if (row === undefined) return undefined;
      const { attempts, ...document } = row as Document & { attempts: number };
      return { document, attempts };
    },
    isCurrent: async ({ id, documentId }) => (await firstRow(run, isCurrent, [documentId, id])) !== undefined,
    resetAttempts: (of) => executeInRun(of, resetAttempts),
    saveProgress: (of, { pagesDone, pageCount }, file) =>
      executeInRun(of, saveProgress, [pagesDone, pageCount, file.place, file.pagesDone, file.pageCount]),
    saveSha256: (of, fileId, sha256) => executeInRun(of, saveSha256, [fileId, sha256]),
    async saveFiles(of, files) {
      await executeInRun(of, lockRun);
      await saveStoredFiles(run, of.documentId, files);
    },
    savePageCount: (of, pageCount) => executeInRun(of, savePageCount, [pageCount]),
    async findControl({ companyId, reviewId }) {
      const row = await firstRow<{
        name: string;
        definition: Pick<ControlDocument, "expects" | "terms" | "translations">;
        code: string;
        version: string;
        sha256: string;
      }>(run, findControl, [companyId, reviewId]);
      if (row === undefined) throw new Error(`review ${reviewId} is missing`);
      const { expects, terms, translations } = row.definition;
      return {
        control: { name: row.name, expects, terms, ...(translations !== undefined && { translations }) },
        catalogue: { frameworkCode: row.code, frameworkVersion: row.version, frameworkSha256: row.sha256 },
      };
    },
    listPending: (documentId) => readItems(listPending, documentId),
    listItems: (documentId) => readItems(listItems, documentId),
    findFacts: async (documentId) => (await singleRow<{ facts: StatedFacts }>(run, findFacts, [documentId])).facts,
    saveJudgedBy: (of, judgedBy: JudgedBy, textSketch) =>
      executeInRun(of, saveJudgedBy, [cleanJson(judgedBy), textSketch ?? null]),
    async saveItem(of, itemId, outcome, at) {
      const values =
        outcome.status === "completed"
          ? [outcome.findings.score, outcome.findings.level !== "not_applicable", cleanJson(outcome.findings), null]
          : [null, true, null, cleanText(outcome.failureReason)];
      const saved = await countAffected(run, saveItem, [of.documentId, of.id, itemId, outcome.status, ...values, at]);
      // The item already has an outcome, which is fine, or another run has begun.
      if (saved === 0) await executeInRun(of, lockRun);
    },
    countItems: (documentId) => singleRow(run, countItems, [documentId]),
    async end(of, ending, at) {
      const reason = ending.status === "failed" ? cleanText(ending.failureReason) : null;
      const pageCount = ending.status === "completed" ? ending.pageCount : null;
      await executeInRun(of, end, [ending.status, reason, pageCount, at]);
      if (reason !== null) await execute(run, failPending, [of.documentId, reason, at]);
      await saveScoresOfEnded(run, of.documentId, at);
    },
    isReviewJudged: async (reviewId) => (await firstRow(run, isReviewJudged, [reviewId])) !== undefined,
    findReviewScore: async (reviewId) =>
      (await firstRow<{ score: number | null }>(run, findReviewScore, [reviewId]))?.score ?? undefined,
    findSuperseded: (documentId) => findId(run, findSuperseded, [documentId]),
    exists: async (documentId) => (await firstRow(run, exists, [documentId])) !== undefined,
    listUnfinished: (documentIds) => listIds(run, listUnfinished, [documentIds]),
  };
}
