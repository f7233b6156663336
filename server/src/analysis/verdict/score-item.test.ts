import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { verdicts } from "../findings/findings.ts";
import { type Judged, scoreItem } from "./score-item.ts";

const judged = (level: Judged["level"], weight: number, verdict: Judged["verdict"]): Judged => ({
  level,
  weight,
  verdict,
});
const levels = fc.constantFrom("must" as const, "should" as const);
const weights = fc.integer({ min: 1, max: 5 });
const readVerdicts = verdicts.filter((one) => one !== "not_applicable");
const anyJudged = fc.tuple(levels, weights, fc.constantFrom(...readVerdicts)).map((one) => judged(...one));
const scoreOf = (all: Judged[]) => scoreItem(all).score;

test("an item with all must criteria met is compliant, whatever its should criteria", () => {
  fc.assert(
    fc.property(fc.array(anyJudged, { maxLength: 8 }), (all) => {
      const met = all.map((one) => (one.level === "must" ? { ...one, verdict: "met" as const } : one));
      assert.ok(scoreOf([judged("must", 3, "met"), ...met]) >= 80);
    }),
  );
});

test("all met is 100, none met is 0", () => {
  assert.equal(scoreOf([judged("must", 5, "met"), judged("should", 2, "met")]), 100);
  assert.equal(scoreOf([judged("must", 2, "met")]), 100);
  assert.equal(scoreOf([judged("should", 2, "met")]), 100);
  assert.equal(scoreOf([judged("must", 5, "missing"), judged("should", 2, "met")]), 0);
  assert.equal(scoreOf([judged("must", 5, "contradicted")]), 0);
  assert.equal(scoreOf([]), 0);
});

test("an item without its most important criterion is non-compliant", () => {
  const all = [judged("must", 5, "missing"), judged("must", 3, "met"), judged("should", 3, "met")];
  assert.equal(scoreItem(all).level, "non_compliant");
});

test("an item with a missing must criterion is not compliant", () => {
  assert.ok(scoreOf([judged("must", 5, "met"), judged("must", 3, "missing"), judged("should", 5, "met")]) < 80);
});

test("a better verdict on any criterion never lowers the score", () => {
  fc.assert(
    fc.property(fc.array(anyJudged, { minLength: 1, maxLength: 8 }), fc.nat(), (all, which) => {
      const raised = all.map((one, at) => (at === which % all.length ? { ...one, verdict: "met" as const } : one));
      assert.ok(scoreOf(raised) >= scoreOf(all));
    }),
  );
});

test("a score lies between 0 and 100 and has at most one decimal", () => {
  fc.assert(
    fc.property(fc.array(anyJudged, { maxLength: 8 }), (all) => {
      const score = scoreOf(all);
      assert.ok(score >= 0 && score <= 100);
      assert.match(String(score), /^\d+(\.\d)?$/);
    }),
  );
});

test("a criterion that does not apply counts for nothing; if none applies, the item does not apply and scores 100", () => {
  const others = [judged("must", 5, "met"), judged("must", 3, "missing")];
  assert.deepEqual(scoreItem([...others, judged("must", 5, "not_applicable")]), scoreItem(others));
  assert.deepEqual(scoreItem([judged("must", 5, "not_applicable")]), { score: 100, level: "not_applicable" });
});
