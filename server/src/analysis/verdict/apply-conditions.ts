import { neverApplies } from "../../catalogue/never-applies.ts";
import type { Criterion } from "../criteria.ts";
import type { Verdict } from "../findings/findings.ts";
import type { ConditionDecision } from "./decide-condition.ts";
import type { Judgement } from "./judge-criterion.ts";
import type { DecidedBy, Reason } from "./reason.ts";

const reasonOf: Record<DecidedBy, Reason> = {
  facts: "fact_given",
  document: "condition_ruled_out",
  default: "condition_not_stated",
};

/** A criterion applies while all of its conditions hold. `decisions`: those of the item. */
export function applyConditions(judgement: Judgement, decisions: ConditionDecision[]): Judgement {
  if (judgement.criterion.appliesWhen.includes(neverApplies)) return ruleOut(judgement, "never_applies", 0);
  const own = decisionsOf(judgement.criterion, decisions);
  if (own.length === 0) return judgement;
  const all = own.map(({ probability }) => probability);
  const probability = all.every((one) => one !== undefined)
    ? all.reduce((product, one) => product * one, 1)
    : undefined;
  const failed = own.find(({ holds }) => !holds);
  if (failed === undefined) return { ...judgement, probabilities: weigh(judgement, probability, true) };
  const { key: condition, decidedBy, evidence } = failed;
  const ruledOut = ruleOut(judgement, reasonOf[decidedBy], probability);
  return { ...ruledOut, evidence, ruledOutBy: { condition, decidedBy } };
}

const decisionsOf = ({ appliesWhen }: Criterion, decisions: ConditionDecision[]) =>
  appliesWhen.flatMap((key) => decisions.find((decision) => decision.key === key) ?? []);

function ruleOut(judgement: Judgement, reason: Reason, probability: number | undefined): Judgement {
  return {
    ...judgement,
    ...{ verdict: "not_applicable", reason, evidence: [], addressed: 0 },
    probabilities: weigh(judgement, probability, false),
  };
}

const surelyNot = { met: 0, partly: 0, contradicted: 0, missing: 0, not_applicable: 1 };

/**
 * `probability`: that the criterion applies. It is decided before the verdict is, so the verdict given stays the most
 * probable one even where applying at all is nearly as uncertain as everything else.
 */
function weigh(
  { probabilities }: Judgement,
  probability: number | undefined,
  applies: boolean,
): Record<Verdict, number> | undefined {
  if (probability === 0) return surelyNot;
  if (probabilities === undefined || probability === undefined) return undefined;
  const best = Math.max(...Object.values(probabilities));
  const limit = best / (1 + best);
  const not = applies ? Math.min(1 - probability, limit) : Math.max(1 - probability, limit);
  const weighed = Object.entries(probabilities).map(([verdict, own]) => [verdict, own * (1 - not)]);
  return { ...(Object.fromEntries(weighed) as Record<Verdict, number>), not_applicable: not };
}
