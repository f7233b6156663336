import { type ComplianceLevel, levelOf } from "../analysis/findings/findings.ts";
import type { AuditLanguage } from "../documents/document.ts";
import { type Day, dayOf, daysAfter, expiryNoticeDays } from "../documents/document-dates.ts";
import type { Clock } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";

/** What dashboards show: a company its own reviews, a partner those of its companies. */

/** What the dashboards read about: one company, or all companies of a partner. */
export type DashboardScope = { companyId: Id } | { partnerId: Id };

interface Scored {
  /** Undefined until something is judged. */
  score: number | undefined;
  level: ComplianceLevel | undefined;
}

interface NamedControl {
  controlId: Id;
  controlCode: string;
  controlName: string;
}

export interface ControlOverview extends NamedControl {
  reviewCount: number;
  /** The mean of its reviews' scores. */
  score: number | undefined;
  /** Those with the lowest scores, the lowest first. */
  reviews: { id: Id; name: string; businessEntityId: Id; changedAt: Date; score: number | undefined }[];
}

export interface TrendPoint {
  controlId: Id;
  day: Day;
  score: number;
}

export interface DueDate {
  documentId: Id;
  reviewId: Id;
  fileName: string;
  subject: string | undefined;
  controlId: Id;
  controlCode: string;
  field: "validUntil" | "reviewBy";
  day: Day;
}

export interface HeatMapCell {
  companyId: Id;
  companyName: string;
  controlId: Id;
  controlCode: string;
  controlName: string;
  reviewCount: number;
  /** The review with the lowest score. */
  worstReviewId: Id;
  score: number | undefined;
}

export interface FrequentGap extends NamedControl {
  controlItemId: Id;
  externalId: string;
  name: string;
  /** In how many subjects the item is below `compliant`. */
  openCount: number;
  /** In how many subjects the item applies and was judged. */
  judgedCount: number;
  /** Companies in which it is open. */
  companyCount: number;
}

export interface DashboardStore {
  listControls(companyId: Id, reviewsPerControl: number, language: AuditLanguage): Promise<ControlOverview[]>;
  /** The mean of the scores that a control's reviews had at the end of each day. */
  listTrends(companyId: Id, days: Day[]): Promise<TrendPoint[]>;
  /** Of documents that count: those valid until `until` or less, and those to be reviewed by then; the earliest first. */
  listDueDates(companyId: Id, until: Day, limit: number): Promise<DueDate[]>;
  countReviewedCompanies(partnerId: Id): Promise<number>;
  /** Of the companies with the lowest scores. A company's score is the mean of its controls' scores. */
  listCells(partnerId: Id, companies: number, language: AuditLanguage): Promise<HeatMapCell[]>;
  listGaps(
    scope: DashboardScope,
    documents: DocumentsRead,
    limit: number,
    language: AuditLanguage,
  ): Promise<FrequentGap[]>;
}

interface DocumentsRead {
  perCompany: number;
  all: number;
}

interface DashboardDeps {
  dashboards: DashboardStore;
  clock: Clock;
}

export interface Dashboard {
  controls: (Omit<ControlOverview, "reviews"> &
    Scored & { reviews: (ControlOverview["reviews"][number] & Scored)[]; trend: { day: Day; score: number }[] })[];
  due: (DueDate & { isPast: boolean })[];
}

const shownReviews = 10;
const shownDueDates = 100;

/** A trend has a point for the end of each week, the last of them today. */
export async function readDashboard(
  { dashboards, clock }: DashboardDeps,
  companyId: Id,
  { weeks, language }: { weeks: number; language: AuditLanguage },
): Promise<Dashboard> {
  const now = clock.now();
  const today = dayOf(now);
  const days = Array.from({ length: weeks + 1 }, (_, week) => daysAfter(now, 7 * (week - weeks)));
  const [controls, points, due] = await Promise.all([
    dashboards.listControls(companyId, shownReviews, language),
    dashboards.listTrends(companyId, days),
    dashboards.listDueDates(companyId, daysAfter(now, expiryNoticeDays), shownDueDates),
  ]);
  const trends = Map.groupBy(points, ({ controlId }) => controlId);
  return {
    controls: controls
      .map((control) => ({
        ...scored(control),
        reviews: control.reviews.map(scored),
        trend: trends.get(control.controlId) ?? [],
      }))
      .toSorted(byScore),
    due: due.map((one) => ({ ...one, isPast: one.day < today })),
  };
}

export interface HeatMap {
  /** How many companies have reviews. */
  companyCount: number;
  controls: (NamedControl & Scored)[];
  companies: (Scored & { companyId: Id; name: string; cells: (HeatMapCell & Scored)[] })[];
}

export async function readHeatMap(
  { dashboards }: Pick<DashboardDeps, "dashboards">,
  partnerId: Id,
  { limit, language }: { limit: number; language: AuditLanguage },
): Promise<HeatMap> {
  const [companyCount, found] = await Promise.all([
    dashboards.countReviewedCompanies(partnerId),
    dashboards.listCells(partnerId, limit, language),
  ]);
  const cells = found.map(scored);
  return {
    companyCount,
    controls: [...Map.groupBy(cells, ({ controlId }) => controlId).values()]
      .flatMap((column) => {
        const [first] = column;
        if (first === undefined) return [];
        const { controlId, controlCode, controlName } = first;
        return [{ controlId, controlCode, controlName, ...scored({ score: meanScore(column) }) }];
      })
      .toSorted(byScore),
    companies: [...Map.groupBy(cells, ({ companyId }) => companyId)]
      .map(([companyId, row]) => ({
        ...{ companyId, name: row[0]?.companyName ?? "", cells: row.toSorted(byScore) },
        ...scored({ score: meanScore(row) }),
      }))
      .toSorted(byScore),
  };
}

/** So that the time does not grow with the number of documents. */
const documentsRead: DocumentsRead = { perCompany: 50, all: 1000 };

/**
 * The items that most often are not compliant in what the newest documents say: of the 50 newest documents that count of
 * each company, and of the 1,000 newest companies, the 1,000 newest. Documents that are judged together count once, by the best of them.
 */
export function listFrequentGaps(
  { dashboards }: Pick<DashboardDeps, "dashboards">,
  scope: DashboardScope,
  { limit, language }: { limit: number; language: AuditLanguage },
): Promise<FrequentGap[]> {
  return dashboards.listGaps(scope, documentsRead, limit, language);
}

function scored<T extends { score: number | undefined }>(one: T): T & Scored {
  return { ...one, level: one.score === undefined ? undefined : levelOf(one.score) };
}

function meanScore(of: { score: number | undefined }[]): number | undefined {
  const scores = of.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return undefined;
  return Math.round((10 * scores.reduce((sum, score) => sum + score, 0)) / scores.length) / 10;
}

/** The worst first; what has no score comes last. */
const byScore = (a: { score: number | undefined }, b: { score: number | undefined }) =>
  (a.score ?? Number.POSITIVE_INFINITY) - (b.score ?? Number.POSITIVE_INFINITY) || 0;
