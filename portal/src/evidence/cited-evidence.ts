import { type ComplianceItem, type DocumentResult, type ResolvedCriterion, resolveFindings } from "@assay/sdk";

/** A quote and the criterion it supports. */
export interface CitedEvidence {
  /** The quote's index among all quotes of the item, as used in the URL. */
  index: number;
  criterion: ResolvedCriterion;
  evidence: ResolvedCriterion["evidence"][number];
}

export interface CitedFindings {
  criteria: ResolvedCriterion[];
  /** All quotes in the order of the criteria, best first within each. */
  evidence: CitedEvidence[];
}

export function citeFindings(result: DocumentResult, item: ComplianceItem): CitedFindings {
  const { criteria } = resolveFindings(result, item);
  const evidence = criteria
    .flatMap((criterion) => criterion.evidence.map((one) => ({ criterion, evidence: one })))
    .map((one, index) => ({ index, ...one }));
  return { criteria, evidence };
}
