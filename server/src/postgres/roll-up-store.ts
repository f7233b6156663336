import type { Document } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";
import type {
  CitedNames,
  ItemNames,
  ItemScore,
  NewVersion,
  RollUpStore,
  ShownFinding,
  Subject,
} from "../reviews/review-roll-up.ts";
import { documentsCountOf, isCompletedVersion, isCounted, subjectKey } from "./counted-documents.ts";
import { firstRow, manyRows, type QueryRunner, rows, statement } from "./query.ts";
import { decidedItems, decidedReviewScore, decidedScore, isReviewDecided } from "./score-store.ts";

const countDocuments = statement(
  `SELECT status, count(*)::int AS count FROM documents d
    WHERE company_id = $1 AND review_id = $2 AND ${isCounted("d")} GROUP BY status`,
);
// The best finding of each item in each subject. A document that an item applies to comes before any other.
const judged = `judged AS (
  SELECT DISTINCT ON (d.subject, n.control_item_id) d.subject, n.id, n.control_item_id, n.applies, n.score
    FROM (SELECT d.id, ${subjectKey("d", documentsCountOf("$2"))} AS subject FROM documents d
           WHERE d.company_id = $1 AND d.review_id = $2 AND ${isCompletedVersion("d")} AND ${isCounted("d")}) d
    JOIN document_items n ON n.document_id = d.id
   WHERE n.status = 'completed'
   ORDER BY d.subject, n.control_item_id, n.applies DESC, n.score DESC, n.document_id DESC)`;
// Findings are large, so only those shown are read, taken apart once, without their words.
const listShown = statement(
  `WITH ${judged}
   SELECT i.id, i.control_item_id AS "controlItemId", i.document_id AS "documentId", i.score::float8 AS score,
          f.level, doc.audit_language AS language,
          jsonb_path_query_array(f.criteria, '$[*].evidence[*].file') AS "quotedFiles",
          jsonb_path_query_array(f.criteria, '$[*].evidence[*].page') AS "quotedPages",
          (SELECT jsonb_agg(one - '{key,statement,reason,evidence,judge}'::text[]) FROM jsonb_array_elements(f.criteria) one) AS criteria,
          (SELECT jsonb_agg(one - '{statement,evidence}'::text[]) FROM jsonb_array_elements(f.conditions) one) AS conditions,
          (SELECT o.level FROM decided_items o WHERE o.item_id = i.id) AS "decidedLevel",
          (SELECT count(*)::int FROM decisions c WHERE c.item_id = i.id AND c.ended_at IS NULL) AS "decisionCount",
          (SELECT count(*)::int FROM decisions c WHERE c.item_id = i.id AND c.state = 'look_again') AS "lookAgainCount",
          EXISTS (SELECT FROM decisions c WHERE c.item_id = i.id AND c.criterion_key IS NULL AND c.state = 'in_effect') AS "isDecided"
     FROM (SELECT DISTINCT ON (control_item_id) id FROM judged
            ORDER BY control_item_id, applies DESC, score, id DESC) shown
     JOIN document_items i ON i.id = shown.id JOIN documents doc ON doc.id = i.document_id,
          jsonb_to_record(i.findings) AS f (level text, criteria jsonb, conditions jsonb)`,
);
const listSubjects = statement(
  `WITH ${judged}, scores AS (
     SELECT subject, count(*)::int AS items, round(avg(score) FILTER (WHERE applies), 1) AS score FROM judged GROUP BY subject),
   counted AS (
     SELECT d.id, d.subject AS name, d.file_name, ${subjectKey("d", documentsCountOf("$2"))} AS subject FROM documents d
      WHERE d.company_id = $1 AND d.review_id = $2 AND d.status <> 'failed' AND ${isCounted("d")})
   SELECT c.ids[1] AS "documentId", c.files[1] AS "fileName", c.names[1] AS name, c.subject = '' AS "isWhole",
          cardinality(c.ids) AS "documentCount", s.score::float8 AS score, coalesce(s.items, 0) AS "judgedItemCount"
     FROM (SELECT subject, array_agg(id ORDER BY id DESC) AS ids, array_agg(name ORDER BY id DESC) AS names,
                  array_agg(file_name ORDER BY id DESC) AS files FROM counted GROUP BY subject) c
     LEFT JOIN scores s ON s.subject = c.subject
    ORDER BY s.score NULLS LAST, c.ids[1]`,
);
const findDecidedScore = statement(
  `SELECT ${decidedReviewScore("$2", documentsCountOf("$2"))} AS score FROM compliance_reviews r
    WHERE r.company_id = $1 AND r.id = $2 AND ${isReviewDecided("$2")}`,
);
const listDecidedScores = statement(
  `SELECT best.control_item_id AS "controlItemId", min(best.score)::float8 AS score FROM (
     SELECT ${subjectKey("d", documentsCountOf("$2"))} AS subject, i.control_item_id, max(${decidedScore}) AS score
       FROM ${decidedItems} JOIN documents d ON d.id = i.document_id
      WHERE d.company_id = $1 AND d.review_id = $2 AND ${isCompletedVersion("d")} AND ${isCounted("d")} AND i.status = 'completed'
      GROUP BY 1, 2) best
    GROUP BY 1`,
);
const listClusterScores = statement(
  `WITH ${judged}
   SELECT cluster_id AS "clusterId", round(avg(score), 1)::float8 AS score FROM (
     SELECT i.cluster_id, round(avg(j.score), 1) AS score FROM judged j JOIN control_items i ON i.id = j.control_item_id
      WHERE j.applies GROUP BY i.cluster_id, j.subject) one
    GROUP BY cluster_id`,
);
const listFileNames = statement(
  `SELECT document_id AS "documentId",
          array_agg(display_name ORDER BY string_to_array(place, '.')::int[]) AS "displayNames",
          jsonb_agg(page_ranges ORDER BY string_to_array(place, '.')::int[]) AS "pageRanges"
     FROM document_files WHERE document_id = ANY ($1) AND reading = 'read' AND pages_blob_key IS NOT NULL
    GROUP BY document_id`,
);
const findNewVersion = statement(
  `SELECT d.id AS "documentId", d.file_name AS "fileName", p.id AS "previousDocumentId", p.file_name AS "previousFileName"
     FROM documents d CROSS JOIN LATERAL (
       SELECT p.id, p.file_name FROM documents p
        WHERE (p.first_version_id = d.first_version_id OR p.id = d.first_version_id) AND p.version < d.version
          AND ${isCompletedVersion("p")} ORDER BY p.version DESC LIMIT 1) p
    WHERE d.company_id = $1 AND d.review_id = $2 AND d.first_version_id IS NOT NULL AND d.status = 'completed' AND ${isCounted("d")}
    ORDER BY d.id DESC LIMIT 1`,
);
// Taken apart once: every look into the whole of the findings unpacks all of them. What older findings lack is empty.
const listScores = statement(
  `SELECT i.document_id AS "documentId", i.control_item_id AS "controlItemId", i.score::float8 AS score,
          f."otherKind" IS NOT NULL AS "isOtherKind",
          coalesce(jsonb_path_query_array(f.criteria, '$[*] ? (@.verdict == "met").key'), '[]') AS "metKeys",
          coalesce(jsonb_path_query_array(f.criteria, '$[*] ? (@.verdict != "met" && @.verdict != "not_applicable").key'), '[]') AS "openKeys"
     FROM document_items i, jsonb_to_record(i.findings) AS f ("otherKind" jsonb, criteria jsonb)
    WHERE i.document_id = ANY ($1) AND i.status = 'completed' AND i.applies ORDER BY i.document_id, i.position`,
);

const listTopics = statement(
  `SELECT d.control_item_id AS "controlItemId", r.name, r.objective, doc.audit_language AS language,
          coalesce(d.findings ->> 'catalogueLanguage', 'en') AS "catalogueLanguage",
          jsonb_build_object(doc.audit_language, r.definition #> ARRAY['translations', doc.audit_language]) AS translations
     FROM document_items d JOIN documents doc ON doc.id = d.document_id
     JOIN control_item_revisions r ON r.control_item_id = d.control_item_id AND r.revision = d.revision
    WHERE d.document_id = $1 AND d.control_item_id = ANY ($2)`,
);

export function rollUpStore(run: QueryRunner): RollUpStore {
  return {
    async countDocuments(companyId, reviewId) {
      const values = [companyId, reviewId];
      const found = await rows<{ status: Document["status"]; count: number }>(run, countDocuments, values);
      return Object.fromEntries(found.map(({ status, count }) => [status, count]));
    },
    listShown: (companyId, reviewId) => manyRows<ShownFinding>(run, listShown, [companyId, reviewId]),
    async listSubjects(companyId, reviewId) {
      type Row = Omit<Subject, "name" | "score"> & { name: string | null; score: number | null; isWhole: boolean };
      const found = await manyRows<Row>(run, listSubjects, [companyId, reviewId]);
      return found.map(({ name, score, isWhole, ...subject }) => ({
        ...subject,
        name: isWhole ? undefined : (name ?? undefined),
        score: score ?? undefined,
      }));
    },
    async findDecidedScore(companyId, reviewId) {
      const row = await firstRow<{ score: number | null }>(run, findDecidedScore, [companyId, reviewId]);
      return row && { score: row.score ?? undefined };
    },
    listDecidedScores: (companyId, reviewId) =>
      manyRows<{ controlItemId: Id; score: number | null }>(run, listDecidedScores, [companyId, reviewId]),
    listClusterScores: (companyId, reviewId) =>
      manyRows<{ clusterId: Id; score: number }>(run, listClusterScores, [companyId, reviewId]),
    listFileNames: (documentIds) => rows<CitedNames>(run, listFileNames, [documentIds]),
    findNewVersion: (companyId, reviewId) => firstRow<NewVersion>(run, findNewVersion, [companyId, reviewId]),
    listTopics: (documentId, controlItemIds) => manyRows<ItemNames>(run, listTopics, [documentId, controlItemIds]),
    listScores: (documentIds) => manyRows<ItemScore>(run, listScores, [documentIds]),
  };
}
