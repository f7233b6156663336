import { type Static, Type } from "typebox";
import { Compile } from "typebox/schema";
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

const ownPart = Type.Object({
  name: Type.String(),
  ns: Type.Literal(oscalNamespace),
  prose: Type.String({ minLength: 1 }),
  props: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), value: Type.String(), ns: Type.Optional(Type.String()) })),
  ),
  parts: Type.Optional(Type.Array(Type.Unknown())),
});
const checkOwnPart = Compile(ownPart);

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

type Own = Static<typeof ownPart>;

const ownParts = (parts: unknown[] | undefined, name: string): Own[] =>
  (parts ?? []).filter((part): part is Own => checkOwnPart.Check(part) && part.name === name);

export function readOwnProp({ props }: { props?: OscalProp[] }, name: string): string | undefined {
  return props?.find((prop) => prop.name === name && prop.ns === oscalNamespace)?.value;
}

const proses = (parts: unknown[] | undefined, name: string) => ownParts(parts, name).map(({ prose }) => prose);

/** What a part says of its criterion; empty for a part of another program. */
export function readCriterion(part: OscalPart): Partial<Criterion> {
  const [key, level, weight, appliesWhen, byReference] = [
    ...["criterion", "obligation", "weight", "applies-when", "by-reference"].map((name) => readOwnProp(part, name)),
  ];
  if (key === undefined) return {};
  return {
    key,
    ...(level === "should" && { level }),
    ...(weight !== undefined && /^[1-5]$/.test(weight) && { weight: Number(weight) }),
    ...(appliesWhen !== undefined && { appliesWhen }),
    ...((byReference === "sufficient" || byReference === "partial") && { byReference }),
    ...{ phrases: proses(part.parts, "phrase"), contradictions: proses(part.parts, "contradiction") },
  };
}

export function readConditions(parts: unknown[] | undefined): [key: string, condition: ConditionDocument][] {
  return ownParts(parts, "condition").flatMap((part) => {
    const [key, whenSilent] = [readOwnProp(part, "condition"), readOwnProp(part, "when-silent")];
    if (key === undefined || (whenSilent !== "applies" && whenSilent !== "does_not_apply")) return [];
    const [phrases, contradictions] = [proses(part.parts, "phrase"), proses(part.parts, "contradiction")];
    return [[key, { statement: part.prose, phrases, contradictions, whenSilent }]];
  });
}

export function readQuestions(parts: unknown[] | undefined): Question[] {
  return ownParts(parts, "question").flatMap((part) => {
    const key = readOwnProp(part, "question");
    return key === undefined ? [] : [{ key, question: part.prose }];
  });
}
