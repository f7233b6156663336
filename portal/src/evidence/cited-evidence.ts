import type { ComplianceItem } from "@assay/sdk";

type Result = NonNullable<ComplianceItem["result"]>;
export type Criterion = Result["criteria"][number];
export type Evidence = Criterion["evidence"][number];

/** A quote and the criterion it supports. */
export interface CitedEvidence {
  /** The quote's index among all quotes of the item, as used in the URL. */
  index: number;
  criterion: Criterion;
  evidence: Evidence;
}

/** All quotes of an item in the order of its criteria, best first within each. */
export function citedEvidence({ result }: ComplianceItem): CitedEvidence[] {
  return (result?.criteria ?? [])
    .flatMap((criterion) => criterion.evidence.map((evidence) => ({ criterion, evidence })))
    .map((cited, index) => ({ index, ...cited }));
}
