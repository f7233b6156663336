import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import type { CompanySummaryStore, ReviewSummary } from "../reviews/company-summary.ts";
import { documentCountsOf } from "./counted-documents.ts";
import { pastEveryId, type QueryRunner, rows, statement } from "./query.ts";
import { reviewScore } from "./score-store.ts";

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
const listReviews = statement(
  `SELECT r.id, r.company_id AS "companyId", r.name, c.code AS "controlCode", r.review_date AS "reviewDate",
          ${reviewScore("r.id", "c.documents_count")} AS score, ${documentCountsOf("r.id")} AS "documentCounts"
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
