import type { Day } from "../documents/document-dates.ts";
import type { Id } from "../platform/ids.ts";
import type {
  ControlOverview,
  DashboardStore,
  DueDate,
  FrequentGap,
  HeatMapCell,
  TrendPoint,
} from "../reviews/dashboards.ts";
import { isCounted, subjectKey } from "./counted-documents.ts";
import { type QueryRunner, rows, type Statement, singleRow, statement } from "./query.ts";

const controlName = (language: string) =>
  `coalesce(c.definition #>> ARRAY['translations', ${language}::text, 'name'], c.name) AS "controlName"`;
const listControls = statement(
  `SELECT r.control_id AS "controlId", c.code AS "controlCode", ${controlName("$3")},
          r.review_count AS "reviewCount", r.score, r.reviews
     FROM (SELECT control_id, count(*)::int AS review_count, round(avg(score), 1)::float8 AS score,
                  jsonb_agg(jsonb_build_object('id', id, 'name', name, 'businessEntityId', business_entity_id,
                      'changedAt', changed_at, 'score', score) ORDER BY place) FILTER (WHERE place <= $2) AS reviews
             FROM (SELECT id, name, business_entity_id, control_id, score, coalesce(changed_at, created_at) AS changed_at,
                          row_number() OVER (PARTITION BY control_id ORDER BY score NULLS LAST, id DESC) AS place
                     FROM compliance_reviews WHERE company_id = $1) placed
            GROUP BY control_id) r
     JOIN controls c ON c.id = r.control_id
    ORDER BY c.code`,
);
// The current score is that of the last day: a process of an older version does not store it by day.
const listTrends = statement(
  `SELECT "controlId", to_char(day, 'YYYY-MM-DD') AS day, round(avg(score), 1)::float8 AS score FROM (
     SELECT r.control_id AS "controlId", d.day, CASE WHEN d.day = $3::date THEN r.score ELSE (
              SELECT s.score FROM review_scores s WHERE s.review_id = r.id AND s.day <= d.day ORDER BY s.day DESC LIMIT 1) END AS score
       FROM compliance_reviews r CROSS JOIN unnest($2::date[]) AS d (day) WHERE r.company_id = $1) one
    WHERE score IS NOT NULL GROUP BY "controlId", day ORDER BY "controlId", day`,
);
const datesOf = (column: string, field: DueDate["field"]) =>
  `(SELECT d.id, d.review_id, d.file_name, d.subject, d.control_id, '${field}' AS field, d.${column} AS day FROM documents d
     WHERE d.company_id = $1 AND d.${column} <= $2 AND d.status = 'completed' AND ${isCounted("d")}
     ORDER BY d.${column}, d.id LIMIT $3)`;
const listDueDates = statement(
  `SELECT o.id AS "documentId", o.review_id AS "reviewId", o.file_name AS "fileName", o.subject, c.id AS "controlId",
          c.code AS "controlCode", o.field, to_char(o.day, 'YYYY-MM-DD') AS day
     FROM (${datesOf("valid_until", "validUntil")} UNION ALL ${datesOf("review_by", "reviewBy")}) o
     JOIN compliance_reviews r ON r.id = o.review_id JOIN controls c ON c.id = r.control_id
    ORDER BY o.day, o.id, o.field LIMIT $3`,
);
const isOfPartner = "k.partner_id = $1 AND k.erasing_since IS NULL";
// In the two next statements, a lateral query reads each company's reviews from their index.
const countReviewedCompanies = statement(
  `SELECT count(*)::int AS count FROM companies k
    CROSS JOIN LATERAL (SELECT FROM compliance_reviews r WHERE r.company_id = k.id LIMIT 1) r WHERE ${isOfPartner}`,
);
const listCells = statement(
  `WITH cells AS (
     SELECT k.id AS company_id, r.control_id, r.review_count, r.score, r.worst
       FROM companies k CROSS JOIN LATERAL (
         SELECT control_id, count(*)::int AS review_count, round(avg(score), 1) AS score,
                (array_agg(id ORDER BY score NULLS LAST, id DESC))[1] AS worst
           FROM compliance_reviews WHERE company_id = k.id GROUP BY control_id) r
      WHERE ${isOfPartner}),
   shown AS (
     SELECT company_id FROM cells GROUP BY company_id ORDER BY avg(score) NULLS LAST, company_id LIMIT $2)
   SELECT n.company_id AS "companyId", k.name AS "companyName", n.control_id AS "controlId", c.code AS "controlCode",
          ${controlName("$3")}, n.review_count AS "reviewCount", n.worst AS "worstReviewId", n.score::float8 AS score
     FROM shown s JOIN cells n ON n.company_id = s.company_id JOIN companies k ON k.id = n.company_id
     JOIN controls c ON c.id = n.control_id
    ORDER BY n.company_id, c.code`,
);
/** An item below this score is open; `levelOf` says so. */
const compliantFrom = 80;
// $1: the tenant, $2: documents of a company, $3: documents in all, $4: gaps, $5: the language of the items' names.
const listGaps = (companies: string) =>
  statement(
    `WITH best AS (
       SELECT d.company_id, d.review_id, d.subject, n.control_item_id, max(n.score) AS score FROM (
         SELECT newest.* FROM ${companies} CROSS JOIN LATERAL (
           SELECT d.id, d.company_id, d.review_id, ${subjectKey("d", "c.documents_count")} AS subject
             FROM documents d JOIN compliance_reviews r ON r.id = d.review_id JOIN controls c ON c.id = r.control_id
            WHERE d.company_id = k.id AND d.status = 'completed' AND ${isCounted("d")} ORDER BY d.id DESC LIMIT $2) newest
          ORDER BY newest.id DESC LIMIT $3) d
         JOIN document_items n ON n.document_id = d.id
        WHERE n.status = 'completed' AND n.applies GROUP BY d.company_id, d.review_id, d.subject, n.control_item_id)
     SELECT i.id AS "controlItemId", t.definition ->> 'externalId' AS "externalId",
            coalesce(t.definition #>> ARRAY['translations', $5::text, 'name'], t.name) AS name,
            c.id AS "controlId", c.code AS "controlCode", ${controlName("$5")},
            g.open_count AS "openCount", g.judged_count AS "judgedCount", g.company_count AS "companyCount"
       FROM (SELECT control_item_id, count(*) FILTER (WHERE score < ${compliantFrom})::int AS open_count, count(*)::int AS judged_count,
                    count(DISTINCT company_id) FILTER (WHERE score < ${compliantFrom})::int AS company_count
               FROM best GROUP BY control_item_id
             HAVING bool_or(score < ${compliantFrom})
              ORDER BY 2 DESC, 3, control_item_id LIMIT $4) g
       JOIN control_items i ON i.id = g.control_item_id JOIN controls c ON c.id = i.control_id
       JOIN control_item_revisions t ON t.control_item_id = i.id AND t.revision = i.revision
      ORDER BY g.open_count DESC, g.judged_count, i.id`,
  );
const listGapsOfCompany = listGaps("(SELECT $1::text AS id) k");
const listGapsOfPartner = listGaps(
  `(SELECT k.id FROM companies k WHERE ${isOfPartner} ORDER BY k.id DESC LIMIT 1000) k`,
);

type Nullable<T, Fields extends keyof T> = Omit<T, Fields> & { [Field in Fields]: NonNullable<T[Field]> | null };

export function dashboardStore(run: QueryRunner): DashboardStore {
  return {
    async listControls(companyId, reviewsPerControl, language) {
      type Review = Omit<ControlOverview["reviews"][number], "changedAt" | "score"> & {
        changedAt: string;
        score: number | null;
      };
      type Row = Nullable<Omit<ControlOverview, "reviews">, "score"> & { reviews: Review[] };
      const found = await rows<Row>(run, listControls, [companyId, reviewsPerControl, language]);
      return found.map(({ reviews, score, ...control }) => ({
        ...control,
        score: score ?? undefined,
        reviews: reviews.map((review) => ({
          ...review,
          changedAt: new Date(review.changedAt),
          score: review.score ?? undefined,
        })),
      }));
    },
    listTrends: (companyId: Id, days: Day[]) => rows<TrendPoint>(run, listTrends, [companyId, days, days.at(-1)]),
    async listDueDates(companyId, until, limit) {
      const found = await rows<Nullable<DueDate, "subject">>(run, listDueDates, [companyId, until, limit]);
      return found.map(({ subject, ...due }) => ({ ...due, subject: subject ?? undefined }));
    },
    countReviewedCompanies: async (partnerId) =>
      (await singleRow<{ count: number }>(run, countReviewedCompanies, [partnerId])).count,
    async listCells(partnerId, companies, language) {
      const found = await rows<Nullable<HeatMapCell, "score">>(run, listCells, [partnerId, companies, language]);
      return found.map(({ score, ...cell }) => ({ ...cell, score: score ?? undefined }));
    },
    listGaps(scope, { perCompany, all }, limit, language) {
      const [query, tenant]: [Statement, Id] =
        "companyId" in scope ? [listGapsOfCompany, scope.companyId] : [listGapsOfPartner, scope.partnerId];
      return rows<FrequentGap>(run, query, [tenant, perCompany, all, limit, language]);
    },
  };
}
