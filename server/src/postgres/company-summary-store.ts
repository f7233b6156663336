import type { Id } from "../platform/ids.ts";
import type { CompanySummaryStore, ReviewSummary } from "../reviews/company-summary.ts";
import { companyStore } from "./company-store.ts";
import { documentCountsOf, noDocuments } from "./counted-documents.ts";
import { type QueryRunner, rows, statement } from "./query.ts";
import { reviewScore } from "./score-store.ts";

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
    async listCompanies(partnerId, filter, page) {
      const found = await companyStore(run).listOfPartner(partnerId, filter, page);
      const entries = found.entries.map(({ id, name, country, city, externalReference, createdAt }) => ({
        ...{ id, name, country, city, externalReference, createdAt },
      }));
      return { ...found, entries };
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
