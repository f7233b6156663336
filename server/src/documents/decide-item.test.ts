import assert from "node:assert/strict";
import { test } from "node:test";
import type { ComplianceLevel, Verdict } from "../analysis/findings/findings.ts";
import { aCriterionFinding, anItemFindings } from "../testing/a-finding.ts";
import { decideItem } from "./decide-item.ts";
import type { Decision } from "./decision.ts";

const aDecision = (given: Partial<Decision>): Decision => ({
  ...{ id: "decision", criterionKey: undefined, kind: "confirm", verdict: undefined, level: undefined },
  ...{ acceptedUntil: undefined, reason: "Read.", evidence: undefined },
  author: { kind: "key", id: "key", name: "assay_company_ABCD…wxyz" },
  ...{ decidedAt: new Date(0), state: "in_effect", carriedFrom: undefined, endedAt: undefined, endedBy: undefined },
  ...given,
});
const findingsOf = (...verdicts: Verdict[]) =>
  anItemFindings(verdicts.map((verdict, at) => aCriterionFinding(`c${at + 1}`, verdict)));
const half = findingsOf("met", "missing");

const cases: [what: string, decisions: Partial<Decision>[], outcome: [number | undefined, ComplianceLevel]][] = [
  ["a confirmed item keeps score and level", [{}], [half.score, half.level]],
  [
    "an overridden criterion counts as the person judged it",
    [{ criterionKey: "c2", kind: "override", verdict: "met" }],
    [100, "compliant"],
  ],
  ["a criterion that does not apply is left out", [{ criterionKey: "c2", kind: "not_applicable" }], [100, "compliant"]],
  ["an accepted risk of a criterion leaves it out", [{ criterionKey: "c2", kind: "accept_risk" }], [100, "compliant"]],
  [
    "an item whose only applicable gap is accepted counts in no mean and keeps its level",
    [
      { criterionKey: "c1", kind: "not_applicable" },
      { criterionKey: "c2", kind: "accept_risk" },
    ],
    [undefined, "non_compliant"],
  ],
  ["an item's accepted risk keeps its level and counts in no mean", [{ kind: "accept_risk" }], [undefined, half.level]],
  ["an item that does not apply counts in no mean", [{ kind: "not_applicable" }], [undefined, "not_applicable"]],
  [
    "an overridden level has the share of the criteria within its part of the scale",
    [{ kind: "override", level: "non_compliant" }],
    [39.9, "non_compliant"],
  ],
  [
    "a decision about the item comes before those about its criteria",
    [{}, { criterionKey: "c2", kind: "override", verdict: "met" }],
    [half.score, half.level],
  ],
];
for (const [what, decisions, [score, level]] of cases)
  test(what, () => assert.deepEqual(decideItem(half, decisions.map(aDecision)), { score, level }));

test("a decision that is to be looked at again does not count", () => {
  assert.equal(decideItem(half, [aDecision({ kind: "override", level: "compliant", state: "look_again" })]), undefined);
});

test("the score of a document of another kind stays lowered until its item is overridden", () => {
  const other = anItemFindings([aCriterionFinding("c1", "met")], { otherKind: { found: 0, total: 5 } });
  const ofCriterion = aDecision({ criterionKey: "c1", kind: "override", verdict: "partly" });
  assert.equal(decideItem(other, [ofCriterion])?.level, "non_compliant");
  const ofItem = aDecision({ kind: "override", level: "compliant" });
  assert.deepEqual(decideItem(other, [ofItem]), { score: 100, level: "compliant" });
});
