import { type ComplianceLevel, levelOf } from "../analysis/findings/findings.ts";
import type { Document } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest } from "../platform/page.ts";

/** A company as its partner lists it. */
interface ListedCompany {
  id: Id;
  name: string;
  country: string | null;
  city: string | null;
  createdAt: Date;
}

interface ReviewRecord {
  id: Id;
  companyId: Id;
  name: string;
  controlCode: string;
  reviewDate: Date;
  documentCounts: Record<Document["status"], number>;
  /** The mean of the best scores; undefined until something was judged. */
  score: number | undefined;
}

export interface StandingStore {
  listCompanies(partnerId: Id, page: PageRequest): Promise<Page<ListedCompany>>;
  /** Of each of these companies the newest reviews, at most `limit`. */
  listReviews(companyIds: Id[], limit: number): Promise<ReviewRecord[]>;
  countReviews(companyIds: Id[]): Promise<{ companyId: Id; count: number }[]>;
}

export interface ReviewStanding extends ReviewRecord {
  level: ComplianceLevel | undefined;
}

export interface CompanyStanding extends ListedCompany {
  reviewCount: number;
  /** The newest ones, newest first. */
  reviews: ReviewStanding[];
}

/** More than a partner looks at on one line; the company itself sees them all. */
const shownReviews = 10;

/** A partner's companies and how their reviews stand: three queries, however many companies the page has. */
export async function listStandings(
  { standings }: { standings: StandingStore },
  partnerId: Id,
  page: PageRequest,
): Promise<Page<CompanyStanding>> {
  const { entries, nextCursor } = await standings.listCompanies(partnerId, page);
  const companyIds = entries.map(({ id }) => id);
  const [reviews, counts] = await Promise.all([
    standings.listReviews(companyIds, shownReviews),
    standings.countReviews(companyIds),
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
