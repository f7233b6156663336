import type { ItemCondition } from "../../catalogue/complete-item.ts";
import { neverApplies } from "../../catalogue/never-applies.ts";
import { getOrCreate } from "../../platform/get-or-create.ts";
import type { ItemToJudge, StatedFacts } from "../analyser.ts";
import type { Criterion } from "../criteria.ts";
import type { DocumentReading } from "../reading/read-items.ts";
import { type ConditionDecision, decideByFact, decideCondition } from "./decide-condition.ts";
import { judgeCriterion, plainDenial } from "./judge-criterion.ts";

/** Decides the conditions of an item; each is judged once per document. */
export type DecideConditions = (item: ItemToJudge) => Promise<ConditionDecision[]>;

export function openConditions({ readCondition }: DocumentReading, facts: StatedFacts): DecideConditions {
  const decided = new Map<string, Promise<ConditionDecision>>();
  const decide = async (key: string, condition: ItemCondition) => {
    const fact = findFact(facts, key);
    if (fact !== undefined) return decideByFact(key, condition, fact);
    const { reading, prior } = await readCondition(key, condition);
    return decideCondition(key, condition, judgeCriterion(reading, prior, plainDenial.condition));
  };
  return ({ conditions = {} }) =>
    Promise.all(
      // Items arrive as copies, so conditions are compared by content.
      Object.entries(conditions).map(([key, condition]) =>
        getOrCreate(decided, JSON.stringify([key, condition]), () => decide(key, condition)),
      ),
    );
}

/** False if no reading is needed to know that a criterion does not apply. */
export function mayApply({ appliesWhen }: Criterion, facts: StatedFacts): boolean {
  return appliesWhen.every((key) => key !== neverApplies && findFact(facts, key) !== false);
}

/** A condition may have the name of a member that every object has. */
const findFact = (facts: StatedFacts, key: string) => (Object.hasOwn(facts, key) ? facts[key] : undefined);
