import type { Document } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";
import type { Review } from "../reviews/review.ts";
import type { Evidence, RolledItem, RollUp } from "../reviews/review-roll-up.ts";
import type { CompanyStore } from "../tenancy/company.ts";
import type { PartnerStore } from "../tenancy/partner.ts";
import { isOpenLevel, outcomeOf } from "./outcome.ts";
import type { BoardContent, ReportFinding, ReportHead } from "./report-content.ts";
import type { ReportStore, StoredFinding } from "./report-store.ts";

interface BoardStores {
  companies: Pick<CompanyStore, "find">;
  partners: Pick<PartnerStore, "find">;
  reports: Pick<ReportStore, "listChosenFindings">;
}

const shownRisks = 5;
/** Of more decided requirements the annex has the decisions. */
const shownDecided = 20;

type JudgedItem = RolledItem & { evidence: Evidence };

/** Judged items, the lowest score first; those that count in no mean come last. */
export function orderByScore({ items }: RollUp): JudgedItem[] {
  const rank = ({ evidence }: JudgedItem) => {
    const { score, level } = outcomeOf(evidence);
    return level === "not_applicable" ? 200 : (score ?? 150);
  };
  return items.filter((one): one is JudgedItem => one.evidence !== undefined).toSorted((a, b) => rank(a) - rank(b));
}

export function listInOrder(found: StoredFinding[], chosen: { controlItemId: Id }[]): StoredFinding[] {
  const byItem = new Map(found.map((finding) => [finding.controlItemId, finding]));
  return chosen.flatMap(({ controlItemId }) => byItem.get(controlItemId) ?? []);
}

/** A few findings only, so that a report for the board takes less than a second for any number of items. */
export async function gatherBoard(
  { companies, partners, reports }: BoardStores,
  { companyId, id }: Review,
  { rollUp, language }: Pick<ReportHead, "rollUp" | "language">,
  documents: Document[],
  cite: (finding: StoredFinding) => ReportFinding,
): Promise<BoardContent> {
  const ordered = orderByScore(rollUp);
  const isOpen = ({ evidence }: JudgedItem) => {
    const { score, level } = outcomeOf(evidence);
    return score !== undefined && isOpenLevel(level);
  };
  const worst = ordered.filter(isOpen).slice(0, shownRisks);
  const decided = ordered.filter(({ evidence }) => evidence.decisions !== undefined).slice(0, shownDecided);
  const chosen = [...new Set([...worst, ...decided])].map(({ item, evidence }) => ({
    documentId: evidence.documentId,
    controlItemId: item.id,
  }));
  const stored = chosen.length === 0 ? [] : await reports.listChosenFindings(companyId, id, chosen, language);
  const findings = new Map(stored.map((one) => [one.controlItemId, cite(one)]));
  const findingsOf = (items: JudgedItem[]) => items.flatMap(({ item }) => findings.get(item.id) ?? []);
  const company = await companies.find({ companyId });
  const partner = company && (await partners.find(company.partnerId));
  return {
    partnerName: partner?.name ?? "",
    documents: documents.map(({ id, version, subject }) => ({ id, version, subject })),
    risks: findingsOf(worst).map((finding) => ({ finding })),
    decisions: findingsOf(decided)
      .flatMap(({ externalId, name, result }) =>
        (result?.decisions ?? []).map((decision) => ({ externalId, name, decision })),
      )
      .toSorted((a, b) => b.decision.decidedAt.getTime() - a.decision.decidedAt.getTime()),
  };
}
