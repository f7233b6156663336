import type { ConditionDocument, ItemDocument } from "./catalogue-format.ts";

/**
 * What OSCAL has no words for is in properties and parts of our namespace: when a criterion applies, its obligation, weight
 * and wordings, the conditions of an item and the questions to the owner. Other programs ignore them.
 */
export const oscalNamespace = "urn:assay:oscal";

export interface OscalProp {
  name: string;
  value: string;
  ns?: string;
}

export interface OscalPart {
  name: string;
  ns?: string;
  prose?: string;
  props?: OscalProp[];
  parts?: unknown[];
}

type Criterion = ItemDocument["criteria"][number];
type Question = NonNullable<ItemDocument["askOwner"]>[number];

export const ownProp = (name: string, value: string | number): OscalProp => ({
  ...{ name, ns: oscalNamespace, value: String(value) },
});
const ownPartOf = (name: string, prose: string, more: Partial<OscalPart> = {}): OscalPart => ({
  ...{ name, ns: oscalNamespace, prose, ...more },
});
const wordingParts = ({ phrases, contradictions }: Pick<Criterion, "phrases" | "contradictions">): OscalPart[] => [
  ...phrases.map((prose) => ownPartOf("phrase", prose)),
  ...contradictions.map((prose) => ownPartOf("contradiction", prose)),
];

/** The properties and parts of a criterion's own part. */
export function describeCriterion(criterion: Criterion, byReference: Criterion["byReference"]) {
  const { key, level, weight, appliesWhen } = criterion;
  const reference = criterion.byReference ?? byReference;
  return {
    props: [
      ...[ownProp("criterion", key), ownProp("obligation", level), ownProp("weight", weight)],
      ...(appliesWhen === undefined ? [] : [ownProp("applies-when", appliesWhen)]),
      ...(reference === undefined ? [] : [ownProp("by-reference", reference)]),
    ],
    parts: wordingParts(criterion),
  };
}

export function describeCondition(key: string, condition: ConditionDocument): OscalPart {
  const props = [ownProp("condition", key), ownProp("when-silent", condition.whenSilent)];
  return ownPartOf("condition", condition.statement, { props, parts: wordingParts(condition) });
}

export function describeQuestion({ key, question }: Question): OscalPart {
  return ownPartOf("question", question, { props: [ownProp("question", key)] });
}
