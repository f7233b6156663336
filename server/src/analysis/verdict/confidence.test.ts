import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aCriterionFinding, anItemFindings } from "../../testing/a-finding.ts";
import { type ComplianceLevel, complianceLevels, type Verdict, verdicts } from "../findings/findings.ts";
import { confidenceOf, confidenceOfLevel, type JudgedCriterion, needsReview } from "./confidence.ts";
import { scoreItem } from "./score-item.ts";

type Probabilities = Record<Verdict, number>;
const surely: Probabilities = { met: 0, partly: 0, contradicted: 0, missing: 0, not_applicable: 0 };

function judged(more: Partial<JudgedCriterion> & { probabilities: Probabilities | null }): JudgedCriterion {
  return { level: "must", weight: 3, verdict: "met", facts: {}, ...more };
}

const anyProbabilities = fc
  .tuple(...(["met", "partly", "contradicted", "missing"] as const).map(() => fc.integer({ min: 0, max: 9 })))
  .filter((parts) => parts.some((one) => one > 0))
  .map(([met = 0, partly = 0, contradicted = 0, missing = 0]) => {
    const sum = met + partly + contradicted + missing;
    return {
      ...surely,
      met: met / sum,
      partly: partly / sum,
      contradicted: contradicted / sum,
      missing: missing / sum,
    };
  });
const anyCriterion = fc
  .record({
    level: fc.constantFrom("must" as const, "should" as const),
    weight: fc.integer({ min: 1, max: 5 }),
    probabilities: anyProbabilities,
  })
  .map(judged);

/** Every combination of verdicts, one by one. */
function enumerate(criteria: JudgedCriterion[], level: ComplianceLevel): number {
  const step = (at: number, chosen: JudgedCriterion[], probability: number): number => {
    const criterion = criteria[at];
    if (criterion === undefined) return scoreItem(chosen).level === level ? probability : 0;
    return verdicts.reduce((sum, verdict) => {
      const share = criterion.probabilities?.[verdict] ?? 0;
      return share === 0 ? sum : sum + step(at + 1, [...chosen, { ...criterion, verdict }], probability * share);
    }, 0);
  };
  return step(0, [], 1);
}

test("the confidence of a verdict is its probability; nobody knows it without one", () => {
  const probabilities = { ...surely, met: 0.1, partly: 0.7, missing: 0.2 };
  assert.equal(confidenceOf(judged({ probabilities, verdict: "partly" }), undefined), 0.7);
  assert.equal(confidenceOf(judged({ probabilities: null, verdict: "partly" }), undefined), null);
});

test("a stated fact is certain, whoever judges; a condition that the document decides is as sure as the condition", () => {
  const conditions = [{ key: "sells", probability: 0.2 }];
  const ruledOut = (facts: JudgedCriterion["facts"]) =>
    confidenceOf(judged({ probabilities: null, verdict: "not_applicable", facts }), conditions);
  assert.equal(ruledOut({ condition: "sells", decidedBy: "facts" }), 1);
  assert.equal(ruledOut({ condition: "sells", decidedBy: "document" }), 0.8);
  assert.equal(ruledOut({ condition: "buys", decidedBy: "document" }), null);
});

test("the confidence of a level is the sum over all combinations of independent verdicts that give it", () => {
  fc.assert(
    fc.property(fc.array(anyCriterion, { minLength: 1, maxLength: 4 }), (criteria) => {
      for (const level of complianceLevels)
        assert.ok(Math.abs((confidenceOfLevel({ level, criteria }) ?? -1) - enumerate(criteria, level)) < 1e-4);
    }),
  );
});

test("criteria that may not apply do not apply together", () => {
  const may = { ...surely, met: 0.4, not_applicable: 0.6 };
  const criteria = Array.from({ length: 4 }, () => judged({ probabilities: may, verdict: "not_applicable" }));
  assert.equal(confidenceOfLevel({ level: "not_applicable", criteria }), 0.6);
  assert.equal(confidenceOfLevel({ level: "compliant", criteria }), 0.4);
  const always = judged({ probabilities: { ...surely, met: 0.9, missing: 0.1 } });
  assert.equal(confidenceOfLevel({ level: "compliant", criteria: [...criteria, always] }), 0.9);
});

test("a level is unknown as soon as one of its verdicts is, and for an item without criteria", () => {
  const sure = judged({ probabilities: { ...surely, met: 1 } });
  assert.equal(confidenceOfLevel({ level: "compliant", criteria: [sure] }), 1);
  assert.equal(confidenceOfLevel({ level: "compliant", criteria: [sure, judged({ probabilities: null })] }), null);
  assert.equal(confidenceOfLevel({ level: "non_compliant", criteria: [] }), null);
});

test("a document of another kind is as surely non-compliant as its criteria are", () => {
  const probabilities = { ...surely, met: 0.3, missing: 0.7 };
  const otherKind = { found: 1, total: 9 };
  const findings = anItemFindings([aCriterionFinding("a", "met", [], { probabilities })], { otherKind });
  assert.deepEqual([findings.level, confidenceOfLevel(findings)], ["non_compliant", 0.7]);
});

test("the levels of sixty criteria have probabilities that add up to one", () => {
  const probabilities = { ...surely, met: 0.4, partly: 0.3, contradicted: 0.1, missing: 0.2 };
  const criteria = Array.from({ length: 60 }, (_, at) => judged({ probabilities, weight: (at % 5) + 1 }));
  const [partially, not, fully] = (["partially_compliant", "non_compliant", "compliant"] as const).map(
    (level) => confidenceOfLevel({ level, criteria }) ?? 0,
  );
  assert.ok(Math.abs((partially ?? 0) + (not ?? 0) + (fully ?? 0) - 1) < 1e-3);
});

test("what is below the threshold or unknown needs review; at a threshold of 0 nothing does", () => {
  assert.deepEqual(
    [0.74, 0.75, 1, null].map((confidence) => needsReview(confidence, 0.75)),
    [true, false, false, true],
  );
  assert.deepEqual(
    [0, 0.5, null].map((confidence) => needsReview(confidence, 0)),
    [false, false, false],
  );
});
