import { type ComplianceLevel, levelOf } from "../analysis/findings/findings.ts";
import type { Document } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, SortedPageRequest } from "../platform/page.ts";

/** A company as its partner lists it. */
interface ListedCompany {
  id: Id;
  name: string;
  country: string | null;
  city: string | null;
  externalReference: string | null;
  createdAt: Date;
}

interface ReviewRecord {
  id: Id;
  companyId: Id;
  name: string;
  controlCode: string;
  reviewDate: Date;
  documentCounts: Record<Document["status"], number>;
  /** The mean of the best scores; undefined until an item is judged. */
  score: number | undefined;
}

export interface CompanySummaryStore {
  listCompanies(
    partnerId: Id,
    filter: { name?: string | undefined; externalReference?: string | undefined },
    page: SortedPageRequest<"name">,
  ): Promise<Page<ListedCompany>>;
  /** The newest reviews of each company, at most `limit` per company. */
  listReviews(companyIds: Id[], limit: number): Promise<ReviewRecord[]>;
  countReviews(companyIds: Id[]): Promise<{ companyId: Id; count: number }[]>;
}

export interface ReviewSummary extends ReviewRecord {
  level: ComplianceLevel | undefined;
}

export interface CompanySummary extends ListedCompany {
  reviewCount: number;
  /** The newest ones, newest first. */
  reviews: ReviewSummary[];
}

/** The portal shows them on one line; the company itself sees all its reviews. */
const shownReviews = 10;

/** A partner's companies and summaries of their reviews, in three queries however many companies the page has. */
export async function listCompanySummaries(
  { companySummaries }: { companySummaries: CompanySummaryStore },
  ...[partnerId, filter, page]: Parameters<CompanySummaryStore["listCompanies"]>
): Promise<Page<CompanySummary>> {
  const { entries, nextCursor } = await companySummaries.listCompanies(partnerId, filter, page);
  const companyIds = entries.map(({ id }) => id);
  const [reviews, counts] = await Promise.all([
    companySummaries.listReviews(companyIds, shownReviews),
    companySummaries.countReviews(companyIds),
  ]);
  const countOf = new Map(counts.map(({ companyId, count }) => [companyId, count]));
  return {
    nextCursor,
    entries: entries.map((company) => ({
      ...company,
      reviewCount: countOf.get(company.id) ?? 0,
      reviews: reviews
        .filter(({ companyId }) => companyId === company.id)
        .map((review) => ({ ...review, level: review.score === undefined ? undefined : levelOf(review.score) })),
    })),
  };
}
