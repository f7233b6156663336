import type { ComplianceItem, DocumentResult } from "./operation-types.ts";

type Findings = NonNullable<ComplianceItem["result"]>;
type Criterion = Findings["criteria"][number];
type Condition = DocumentResult["conditions"][number];
type Cited = Criterion["evidence"][number];

/** A quote with its place and what it does to a criterion or condition. */
export interface Evidence extends Omit<Cited, "quote">, Readonly<DocumentResult["quotes"][number]> {
  /** The document that is quoted. */
  documentId: string;
  /** The name of its file. */
  documentName: string;
}
/** A criterion with its quotes instead of their indexes. */
export interface ResolvedCriterion extends Omit<Criterion, "evidence"> {
  /** Best first. */
  evidence: Evidence[];
}
/** A condition with its quotes instead of their indexes. */
export interface ResolvedCondition extends Omit<Condition, "evidence"> {
  /** Best first. */
  evidence: Evidence[];
}

/** Returns an item's criteria and conditions with what they cite by its index in the result. */
export function resolveFindings(
  { documentId, files, quotes, conditions }: DocumentResult,
  { result }: ComplianceItem,
): { criteria: ResolvedCriterion[]; conditions: ResolvedCondition[] } {
  const toEvidence = ({ quote, role }: Cited): Evidence[] => {
    const passage = quotes[quote];
    if (passage === undefined) return [];
    const documentName = files.find(({ fileId }) => fileId === passage.fileId)?.displayName ?? "";
    return [{ documentId, documentName, ...passage, role }];
  };
  const resolve = <Citing extends { evidence: Cited[] }>(citing: Citing) => ({
    ...citing,
    evidence: citing.evidence.flatMap(toEvidence),
  });
  return {
    criteria: (result?.criteria ?? []).map(resolve),
    conditions: (result?.conditions ?? []).flatMap((index) => {
      const condition = conditions[index];
      return condition === undefined ? [] : [resolve(condition)];
    }),
  };
}
