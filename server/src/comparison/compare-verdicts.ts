import type { Verdict } from "../analysis/findings/findings.ts";
import type { DocumentItem } from "../documents/document.ts";
import { openCitations } from "../results/citations.ts";
import { toItemBody } from "../results/item-body.ts";
import type { ItemRendering } from "../results/item-rendering.ts";

/** A criterion that both documents were judged by, with another verdict; null where its item's revision does not have it. */
export interface VerdictChange {
  controlItemId: string;
  controlItemName: string;
  controlItemExternalId: string;
  criterionKey: string;
  statement: string;
  previousVerdict: Verdict | null;
  verdict: Verdict | null;
  previousScore: number;
  score: number;
  previousRevision: number;
  revision: number;
}

/** Where a quote is. */
export interface QuotePlace {
  fileId: string;
  pageNumber: number;
  start: number;
  end: number;
}

/** A change with the quotes that the verdicts rest on. */
export interface ChangeWithQuotes {
  change: VerdictChange;
  previousQuotes: QuotePlace[];
  quotes: QuotePlace[];
}

export interface JudgedDocument {
  rendering: ItemRendering;
  items: DocumentItem[];
}

/** Only items that both documents were judged by; only those whose verdicts differ are rendered. */
export function compareVerdicts(before: JudgedDocument, after: JudgedDocument): ChangeWithQuotes[] {
  const earlier = new Map(before.items.map((item) => [item.controlItemId, item]));
  return after.items.flatMap((item): ChangeWithQuotes[] => {
    const previous = earlier.get(item.controlItemId);
    if (previous?.status !== "completed" || item.status !== "completed") return [];
    if (verdictsOf(previous) === verdictsOf(item)) return [];
    const criteriaBefore = criteriaOf(before.rendering, previous);
    const criteriaAfter = criteriaOf(after.rendering, item);
    return [...new Set([...criteriaAfter.keys(), ...criteriaBefore.keys()])].flatMap((key): ChangeWithQuotes[] => {
      const [then, now] = [criteriaBefore.get(key), criteriaAfter.get(key)];
      if (then?.verdict === now?.verdict) return [];
      const change: VerdictChange = {
        controlItemId: item.controlItemId,
        controlItemName: item.name,
        controlItemExternalId: item.externalId,
        criterionKey: key,
        statement: (now ?? then)?.statement ?? "",
        previousVerdict: then?.verdict ?? null,
        verdict: now?.verdict ?? null,
        previousScore: previous.findings.score,
        score: item.findings.score,
        previousRevision: previous.revision,
        revision: item.revision,
      };
      return [{ change, previousQuotes: then?.quotes ?? [], quotes: now?.quotes ?? [] }];
    });
  });
}

const verdictsOf = ({ findings }: DocumentItem & { status: "completed" }) =>
  findings.criteria.map(({ key, verdict }) => `${key} ${verdict}`).join("\n");

function criteriaOf(rendering: ItemRendering, item: DocumentItem) {
  const citations = openCitations(rendering, { quotes: false, statements: true, probabilities: false });
  const { criteria = [] } = toItemBody(rendering, citations, item).result ?? {};
  return new Map(
    criteria.map(({ evidence, ...criterion }) => [
      criterion.key,
      { ...criterion, quotes: evidence.flatMap(({ quote }) => citations.quotes[quote] ?? []) },
    ]),
  );
}
