import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { levelOf, verdicts } from "../findings/findings.ts";
import { type Judged, scoreItem } from "./score-item.ts";

const judged = (level: Judged["level"], weight: number, verdict: Judged["verdict"]): Judged => ({
  level,
  weight,
  verdict,
});
const must = (weight: number, verdict: Judged["verdict"]) => judged("must", weight, verdict);
const should = (weight: number, verdict: Judged["verdict"]) => judged("should", weight, verdict);
const levels = fc.constantFrom("must" as const, "should" as const);
const weights = fc.integer({ min: 1, max: 5 });
const readVerdicts = verdicts.filter((one) => one !== "not_applicable");
const anyJudged = fc.tuple(levels, weights, fc.constantFrom(...readVerdicts)).map((one) => judged(...one));
const scoreOf = (all: Judged[]) => scoreItem(all).score;
const levelOfItem = (...all: Judged[]) => scoreItem(all).level;

test("an item with all must criteria met is compliant, whatever its should criteria", () => {
  fc.assert(
    fc.property(fc.array(anyJudged, { maxLength: 8 }), (all) => {
      const met = all.map((one) => (one.level === "must" ? { ...one, verdict: "met" as const } : one));
      assert.equal(levelOfItem(must(3, "met"), ...met), "compliant");
    }),
  );
});

test("all met is 100, nothing reached is 0", () => {
  assert.equal(scoreOf([must(5, "met"), should(2, "met")]), 100);
  assert.equal(scoreOf([must(2, "met")]), 100);
  assert.equal(scoreOf([should(2, "met")]), 100);
  assert.equal(scoreOf([must(5, "missing"), should(2, "contradicted")]), 0);
  assert.equal(scoreOf([must(5, "contradicted")]), 0);
  assert.equal(scoreOf([]), 0);
});

test("with every heart missing or contradicted an item is non-compliant, but for a third of the weight", () => {
  assert.equal(levelOfItem(must(5, "missing"), must(2, "met")), "non_compliant");
  assert.equal(levelOfItem(must(4, "contradicted"), must(2, "met")), "partially_compliant");
  assert.equal(levelOfItem(must(4, "missing"), must(4, "missing"), should(3, "met")), "non_compliant");
});

test("with a heart met in part an item is partially compliant from a fifth of the weight", () => {
  assert.equal(levelOfItem(must(5, "partly"), must(5, "missing")), "partially_compliant");
  assert.equal(levelOfItem(must(3, "partly"), must(3, "missing"), must(3, "missing")), "non_compliant");
});

test("an item with any must criterion short of met is not compliant, however light", () => {
  assert.equal(levelOfItem(must(5, "met"), must(5, "met"), must(1, "partly"), should(5, "met")), "partially_compliant");
});

test("an item with recommended criteria only needs the heaviest and six tenths of the weight", () => {
  assert.equal(levelOfItem(should(3, "met"), should(2, "missing")), "compliant");
  assert.equal(levelOfItem(should(3, "met"), should(2, "missing"), should(1, "missing")), "partially_compliant");
  assert.equal(levelOfItem(should(3, "partly"), should(2, "met")), "partially_compliant");
  assert.equal(levelOfItem(should(3, "missing"), should(2, "contradicted")), "non_compliant");
});

test("a better verdict on any criterion never lowers the score", () => {
  const better = {
    missing: "partly",
    contradicted: "partly",
    partly: "met",
    met: "met",
    not_applicable: "met",
  } as const;
  fc.assert(
    fc.property(fc.array(anyJudged, { minLength: 1, maxLength: 8 }), fc.nat(), (all, which) => {
      const raised = all.map((one, at) => (at === which % all.length ? { ...one, verdict: better[one.verdict] } : one));
      assert.ok(scoreOf(raised) >= scoreOf(all));
    }),
  );
});

test("a score has at most one decimal and lies in its level's part of the scale", () => {
  fc.assert(
    fc.property(fc.array(anyJudged, { maxLength: 8 }), fc.boolean(), (all, isOtherKind) => {
      const { score, level } = scoreItem(all, isOtherKind);
      assert.ok(score >= 0 && score <= 100);
      assert.equal(levelOf(score), level);
      assert.match(String(score), /^\d+(\.\d)?$/);
    }),
  );
});

test("a criterion that does not apply counts for nothing; if none applies, the item does not apply and scores 100", () => {
  const others = [must(5, "met"), must(3, "missing")];
  assert.deepEqual(scoreItem([...others, must(5, "not_applicable")]), scoreItem(others));
  assert.deepEqual(scoreItem([must(5, "not_applicable")]), { score: 100, level: "not_applicable" });
  assert.deepEqual(scoreItem([must(5, "not_applicable")], true), { score: 100, level: "not_applicable" });
});
