import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import type { CompanySummaryStore, ReviewSummary } from "../reviews/company-summary.ts";
import { isCounted, subjectKey } from "./counted-documents.ts";
import { pastEveryId, type QueryRunner, rows, statement } from "./query.ts";

interface CompanyRow {
  id: Id;
  name: string;
  country: string | null;
  city: string | null;
  createdAt: Date;
}

const listCompanies = statement(
  `SELECT id, name, country, city, created_at AS "createdAt" FROM companies
    WHERE partner_id = $1 AND id < $2 AND erasing_since IS NULL ORDER BY id DESC LIMIT $3`,
);
// As in reviews/review-roll-up.ts: the mean, over the subjects, of the means of their items' best scores.
const listReviews = statement(
  `SELECT r.id, r.company_id AS "companyId", r.name, c.code AS "controlCode", r.review_date AS "reviewDate",
          (SELECT round(avg(subject.score), 1)::float8 FROM (
             SELECT round(avg(best.score), 1) AS score FROM (
               SELECT ${subjectKey("d", "c.documents_count")} AS subject, max(i.score) FILTER (WHERE i.applies) AS score
                 FROM document_items i JOIN documents d ON d.id = i.document_id
                WHERE d.review_id = r.id AND ${isCounted("d")} AND i.status = 'completed'
                GROUP BY 1, i.control_item_id) best GROUP BY best.subject) subject) AS score,
          (SELECT coalesce(jsonb_object_agg(s.status, s.count), '{}') FROM (
             SELECT status, count(*)::int AS count FROM documents d WHERE review_id = r.id AND ${isCounted("d")} GROUP BY status) s) AS "documentCounts"
     FROM unnest($1::text[]) AS companies (id)
    CROSS JOIN LATERAL (SELECT * FROM compliance_reviews WHERE company_id = companies.id ORDER BY id DESC LIMIT $2) r
     JOIN controls c ON c.id = r.control_id
    ORDER BY r.id DESC`,
);
const countReviews = statement(
  `SELECT company_id AS "companyId", count(*)::int AS count FROM compliance_reviews
    WHERE company_id = ANY ($1) GROUP BY company_id`,
);

interface ReviewRow extends Omit<ReviewSummary, "score" | "level"> {
  score: number | null;
}

export function companySummaryStore(run: QueryRunner): CompanySummaryStore {
  return {
    async listCompanies(partnerId, page) {
      const found = await rows<CompanyRow>(run, listCompanies, [
        ...[partnerId, page.before ?? pastEveryId, page.limit + 1],
      ]);
      return toPage(found, page);
    },
    async listReviews(companyIds, limit) {
      const found = await rows<ReviewRow>(run, listReviews, [companyIds, limit]);
      return found.map((row) => ({
        ...row,
        score: row.score ?? undefined,
        documentCounts: { ...noDocuments, ...row.documentCounts },
      }));
    },
    countReviews: (companyIds) => rows<{ companyId: Id; count: number }>(run, countReviews, [companyIds]),
  };
}

const noDocuments = { queued: 0, processing: 0, completed: 0, failed: 0 };
