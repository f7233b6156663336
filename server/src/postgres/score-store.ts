import { levelOf } from "../analysis/findings/findings.ts";
import type { Id } from "../platform/ids.ts";
import type { ScoreStore } from "../reviews/complete-scores.ts";
import { isCompletedVersion, isCounted, subjectKey } from "./counted-documents.ts";
import { execute, listIds, type QueryRunner, rows, statement } from "./query.ts";

/** As in reviews/review-roll-up.ts: the mean, over the subjects, of the means of their items' best scores. */
export const reviewScore = (reviewId: string, documentsCount: string) =>
  `(SELECT round(avg(subject.score), 1)::float8 FROM (
     SELECT round(avg(best.score), 1) AS score FROM (
       SELECT ${subjectKey("d", documentsCount)} AS subject, max(i.score) FILTER (WHERE i.applies) AS score
         FROM document_items i JOIN documents d ON d.id = i.document_id
        WHERE d.review_id = ${reviewId} AND ${isCompletedVersion("d")} AND ${isCounted("d")} AND i.status = 'completed'
        GROUP BY 1, i.control_item_id) best GROUP BY best.subject) subject)`;

/** An item's score with the decisions of people; NULL where it counts in no mean. For FROM: `decidedItems`. */
export const decidedScore = "CASE WHEN o.item_id IS NOT NULL THEN o.score WHEN i.applies THEN i.score END";
export const decidedItems = "document_items i LEFT JOIN decided_items o ON o.item_id = i.id";
/** As reviewScore, with the decisions of people. */
export const decidedReviewScore = (reviewId: string, documentsCount: string) =>
  `(SELECT round(avg(subject.score), 1)::float8 FROM (
     SELECT round(avg(best.score), 1) AS score FROM (
       SELECT ${subjectKey("d", documentsCount)} AS subject, max(${decidedScore}) AS score
         FROM ${decidedItems} JOIN documents d ON d.id = i.document_id
        WHERE d.review_id = ${reviewId} AND ${isCompletedVersion("d")} AND ${isCounted("d")} AND i.status = 'completed'
        GROUP BY 1, i.control_item_id) best GROUP BY best.subject) subject)`;
export const isReviewDecided = (reviewId: string) =>
  `EXISTS (SELECT FROM decided_items o JOIN documents d ON d.id = o.document_id WHERE d.review_id = ${reviewId} AND ${isCounted("d")})`;

const listDocumentScores = statement(
  `SELECT d.id, (SELECT round(avg(i.score), 1)::float8 FROM document_items i
                  WHERE i.document_id = d.id AND i.status = 'completed' AND i.applies) AS score, x.decided AS "isDecided",
          CASE WHEN x.decided THEN (SELECT round(avg(${decidedScore}), 1)::float8 FROM ${decidedItems}
                  WHERE i.document_id = d.id AND i.status = 'completed') END AS "decidedScore"
     FROM documents d CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM decided_items o WHERE o.document_id = d.id) AS decided) x
    WHERE d.id = ANY ($1) AND d.status = 'completed'`,
);
const saveDocumentScores = statement(
  `UPDATE documents d SET score = n.score, level = n.level, decided_score = n.decided_score, decided_level = n.decided_level,
          gaps_refreshed = false
     FROM unnest($1::text[], $2::numeric[], $3::text[], $4::numeric[], $5::text[]) AS n (id, score, level, decided_score, decided_level)
    WHERE d.id = n.id`,
);
const listReviewsOf = statement("SELECT DISTINCT review_id AS id FROM documents WHERE id = ANY ($1)");
// Two documents of a review may end at the same time: the second waits here, and then sees the first.
const lockReviews = statement("SELECT id FROM compliance_reviews WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE");
const listReviewScores = statement(
  `SELECT r.id, ${reviewScore("r.id", "c.documents_count")} AS score, x.decided AS "isDecided",
          CASE WHEN x.decided THEN ${decidedReviewScore("r.id", "c.documents_count")} END AS "decidedScore"
     FROM compliance_reviews r JOIN controls c ON c.id = r.control_id
    CROSS JOIN LATERAL (SELECT ${isReviewDecided("r.id")} AS decided) x
    WHERE r.id = ANY ($1)`,
);
const saveReviewScores = statement(
  `UPDATE compliance_reviews r SET score = n.score, level = n.level, decided_score = n.decided_score, decided_level = n.decided_level,
          is_scored = true, changed_at = greatest(r.changed_at, $6::timestamptz)
     FROM unnest($1::text[], $2::numeric[], $3::text[], $4::numeric[], $5::text[]) AS n (id, score, level, decided_score, decided_level)
    WHERE r.id = n.id`,
);
const saveDailyScores = statement(
  `INSERT INTO review_scores (review_id, day, score)
   SELECT r.id, (coalesce($3::timestamptz, r.changed_at, r.created_at) AT TIME ZONE 'UTC')::date, n.score
     FROM unnest($1::text[], $2::numeric[]) AS n (id, score) JOIN compliance_reviews r ON r.id = n.id
   ON CONFLICT (review_id, day) DO UPDATE SET score = excluded.score`,
);
const chooseDocuments = statement(
  `SELECT id FROM documents WHERE id IN (
     (SELECT id FROM documents WHERE control_id IS NULL LIMIT $1)
     UNION (SELECT id FROM documents WHERE status = 'completed' AND level IS NULL LIMIT $1))
    LIMIT $1 FOR UPDATE SKIP LOCKED`,
);
const completeOwners = statement(
  `UPDATE documents d SET control_id = r.control_id, business_entity_id = r.business_entity_id
     FROM compliance_reviews r WHERE r.id = d.review_id AND d.id = ANY ($1) AND d.control_id IS NULL`,
);
const chooseReviews = statement("SELECT id FROM compliance_reviews WHERE NOT is_scored LIMIT $1");

interface Scored {
  id: Id;
  score: number | null;
  isDecided: boolean;
  /** Null also where no decision is in effect. */
  decidedScore: number | null;
}

const columnsOf = (scored: Scored[], unscored: "not_applicable" | null) => [
  scored.map(({ id }) => id),
  scored.map(({ score }) => score),
  scored.map(({ score }) => (score === null ? unscored : levelOf(score))),
  scored.map(({ decidedScore }) => decidedScore),
  scored.map(({ isDecided, decidedScore: score }) =>
    isDecided ? (score === null ? "not_applicable" : levelOf(score)) : null,
  ),
];

async function saveScoresOfDocuments(run: QueryRunner, ids: Id[]): Promise<void> {
  const scored = await rows<Scored>(run, listDocumentScores, [ids]);
  await execute(run, saveDocumentScores, columnsOf(scored, "not_applicable"));
}

export const listReviewIds = (run: QueryRunner, documentIds: Id[]) => listIds(run, listReviewsOf, [documentIds]);

/** `at`: when the reviews or their documents changed. */
export async function saveScoresOfReviews(run: QueryRunner, ids: Id[], at?: Date): Promise<void> {
  await execute(run, lockReviews, [ids]);
  const scored = await rows<Scored>(run, listReviewScores, [ids]);
  const columns = columnsOf(scored, null);
  await execute(run, saveReviewScores, [...columns, at]);
  await execute(run, saveDailyScores, [columns[0], columns[1], at]);
}

/** After a document has ended. */
export async function saveScoresOfEnded(run: QueryRunner, id: Id, at: Date): Promise<void> {
  await saveScoresOfDocuments(run, [id]);
  await saveScoresOfReviews(run, await listReviewIds(run, [id]), at);
}

export function scoreStore(run: QueryRunner): ScoreStore {
  return {
    async completeDocuments(limit) {
      const ids = await listIds(run, chooseDocuments, [limit]);
      await execute(run, completeOwners, [ids]);
      await saveScoresOfDocuments(run, ids);
      await saveScoresOfReviews(run, await listReviewIds(run, ids));
      return ids.length;
    },
    async scoreReviews(limit) {
      const ids = await listIds(run, chooseReviews, [limit]);
      await saveScoresOfReviews(run, ids);
      return ids.length;
    },
  };
}
