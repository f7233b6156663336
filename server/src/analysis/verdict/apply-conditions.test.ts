import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ItemCondition } from "../../catalogue/complete-item.ts";
import { criteriaOf, criterionOfCondition } from "../criteria.ts";
import { type Verdict, verdicts } from "../findings/findings.ts";
import { applyConditions } from "./apply-conditions.ts";
import { decideByFact, decideCondition } from "./decide-condition.ts";
import { type Judgement, toJudgement } from "./judge-criterion.ts";

const readVerdicts = verdicts.filter((verdict) => verdict !== "not_applicable");
const aCondition = (whenSilent: ItemCondition["whenSilent"]): ItemCondition => ({
  ...{ statement: "The company sells goods.", phrases: [], contradictions: [], whenSilent },
});
const [criterion] = criteriaOf({ externalId: "1", name: "Sales", objective: "It says so.", appliesWhen: "sellsGoods" });
assert.ok(criterion);

type Weights = [number, number, number, number];
const anyWeights = fc.tuple(...readVerdicts.map(() => fc.integer({ min: 1, max: 1000 }))) as fc.Arbitrary<Weights>;

/** A judgement with these probabilities, and the most probable verdict. */
function aJudgement(of: Judgement["criterion"], weights: Weights): Judgement {
  const sum = weights.reduce((all, one) => all + one, 0);
  const probabilities = { not_applicable: 0 } as Record<Verdict, number>;
  for (const [at, verdict] of readVerdicts.entries()) probabilities[verdict] = (weights[at] ?? 0) / sum;
  const verdict = readVerdicts.reduce((a, b) => (probabilities[b] > probabilities[a] ? b : a));
  return { ...toJudgement(of, verdict, "incomplete", []), probabilities };
}
const decide = (whenSilent: ItemCondition["whenSilent"], weights: Weights) => {
  const condition = aCondition(whenSilent);
  return decideCondition("sellsGoods", condition, aJudgement(criterionOfCondition("sellsGoods", condition), weights));
};

test("a condition holds when met or partly met together are more probable than not, and silence is as the catalogue says", () => {
  assert.equal(decide("does_not_apply", [30, 25, 0, 45]).holds, true);
  assert.equal(decide("does_not_apply", [30, 15, 0, 55]).holds, false);
  assert.equal(decide("applies", [10, 0, 40, 50]).holds, true);
  assert.equal(decide("applies", [10, 0, 60, 30]).holds, false);
  assert.deepEqual(
    [decide("applies", [10, 0, 40, 50]), decide("applies", [60, 0, 10, 30])].map(({ decidedBy }) => decidedBy),
    ["default", "document"],
  );
});

test("whatever the probabilities, they sum to 1 and the verdict given is the most probable one", () => {
  fc.assert(
    fc.property(
      anyWeights,
      anyWeights,
      fc.constantFrom("applies" as const, "does_not_apply" as const),
      (ofCriterion, ofCondition, whenSilent) => {
        const applied = applyConditions(aJudgement(criterion, ofCriterion), [decide(whenSilent, ofCondition)]);
        assert.ok(applied.probabilities);
        const all = Object.values(applied.probabilities);
        assert.ok(Math.abs(all.reduce((sum, one) => sum + one, 0) - 1) < 1e-9);
        assert.ok(applied.probabilities[applied.verdict] >= Math.max(...all) - 1e-9);
      },
    ),
  );
});

test("a stated fact leaves no doubt, and a criterion of another condition is left as it is", () => {
  const judgement = aJudgement(criterion, [7, 1, 1, 1]);
  const no = applyConditions(judgement, [decideByFact("sellsGoods", aCondition("applies"), false)]);
  assert.deepEqual([no.verdict, no.probabilities?.not_applicable], ["not_applicable", 1]);
  const yes = applyConditions(judgement, [decideByFact("sellsGoods", aCondition("applies"), true)]);
  assert.deepEqual(yes.probabilities, judgement.probabilities);
  assert.equal(applyConditions(judgement, [decideByFact("sellsServices", aCondition("applies"), false)]), judgement);
});
