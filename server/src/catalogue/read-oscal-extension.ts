import { type Static, Type } from "typebox";
import { Compile } from "typebox/schema";
import type { ConditionDocument, ItemDocument } from "./catalogue-format.ts";
import { type OscalPart, type OscalProp, oscalNamespace } from "./oscal-extension.ts";

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
