import type { CriterionFinding, ItemFindings, Quote, Verdict } from "../analysis/findings/findings.ts";
import { scoreItem } from "../analysis/verdict/score-item.ts";

const ofVerdict = {
  met: { reason: "stated", role: "proves" },
  partly: { reason: "incomplete", role: "proves" },
  contradicted: { reason: "opposite", role: "contradicts" },
  missing: { reason: "not_found", role: "context" },
  not_applicable: { reason: "condition_not_stated", role: "context" },
} as const;

/** A criterion as the engine stores it. */
export function aCriterionFinding(
  key: string,
  verdict: Verdict,
  evidence: Quote[] = [],
  more: Partial<CriterionFinding> = {},
): CriterionFinding {
  const { reason, role } = ofVerdict[verdict];
  return {
    ...{ key, statement: `The document has ${key}.`, level: "must", weight: 3, verdict, probabilities: null, reason },
    ...{ facts: {}, evidence: evidence.map((quote) => ({ ...quote, role })), judge: "engine", ...more },
  };
}

/** An item's findings as the engine stores them, with the score of the criteria. */
export function anItemFindings(criteria: CriterionFinding[], more: Partial<ItemFindings> = {}): ItemFindings {
  return {
    format: 2,
    ...scoreItem(criteria, more.otherKind !== undefined),
    applicability: { applies: true },
    criteria,
    quotesDropped: 0,
    judgedBy: { engineVersion: "1", modelSha256: null },
    ...{ catalogueLanguage: "en", documentLanguage: "en", terms: {} },
    insertAt: { relation: "end", file: 0, page: 1 },
    ...more,
  };
}
