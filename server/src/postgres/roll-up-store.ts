import type { Document } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";
import type { BestFinding, ItemScore, RollUpStore } from "../reviews/review-roll-up.ts";
import { listIds, manyRows, type QueryRunner, rows, statement } from "./query.ts";

const countDocuments = statement(
  `SELECT status, count(*)::int AS count FROM documents WHERE company_id = $1 AND review_id = $2 GROUP BY status`,
);
// Findings are large, so only those of the best items are read.
const listBest = statement(
  `SELECT i.id, i.control_item_id AS "controlItemId", i.document_id AS "documentId", i.score::float8 AS score,
          i.findings ->> 'language' AS language, i.findings -> 'pageRefs' AS "pageRefs"
     FROM (SELECT DISTINCT ON (n.control_item_id) n.id
             FROM document_items n JOIN documents d ON d.id = n.document_id
            WHERE d.company_id = $1 AND d.review_id = $2 AND n.status = 'completed'
            ORDER BY n.control_item_id, n.score DESC, n.document_id DESC) best
     JOIN document_items i ON i.id = best.id`,
);
const listFileNames = statement(
  `SELECT document_id AS "documentId",
          array_agg(display_name ORDER BY string_to_array(place, '.')::int[]) AS "displayNames"
     FROM document_files WHERE document_id = ANY ($1) AND reading = 'read' AND pages_blob_key IS NOT NULL
    GROUP BY document_id`,
);
const listNewest = statement(
  `SELECT id FROM documents WHERE company_id = $1 AND review_id = $2 AND status = 'completed' ORDER BY id DESC LIMIT $3`,
);
// Taken apart once: every look into the whole of the findings unpacks all of them. What older findings lack is empty.
const listScores = statement(
  `SELECT i.document_id AS "documentId", i.control_item_id AS "controlItemId", i.score::float8 AS score, f.language,
          coalesce(jsonb_path_query_array(f.gaps, '$[*].topic'), '[]') AS "gapTopics",
          coalesce(jsonb_path_query_array(f.criteria, '$[*] ? (@.verdict == "met").key'), '[]') AS "metKeys",
          coalesce(jsonb_path_query_array(f.criteria, '$[*] ? (@.verdict != "met").key'), '[]') AS "openKeys"
     FROM document_items i, jsonb_to_record(i.findings) AS f (language text, gaps jsonb, criteria jsonb)
    WHERE i.document_id = ANY ($1) AND i.status = 'completed' ORDER BY i.document_id, i.position`,
);

export function rollUpStore(run: QueryRunner): RollUpStore {
  return {
    async countDocuments(companyId, reviewId) {
      const values = [companyId, reviewId];
      const found = await rows<{ status: Document["status"]; count: number }>(run, countDocuments, values);
      return Object.fromEntries(found.map(({ status, count }) => [status, count]));
    },
    listBest: (companyId, reviewId) => manyRows<BestFinding>(run, listBest, [companyId, reviewId]),
    listFileNames: (documentIds) => rows<{ documentId: Id; displayNames: string[] }>(run, listFileNames, [documentIds]),
    listNewest: (companyId, reviewId, limit) => listIds(run, listNewest, [companyId, reviewId, limit]),
    listScores: (documentIds) => manyRows<ItemScore>(run, listScores, [documentIds]),
  };
}
