import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Judged, scoreItem } from "./score-item.ts";

const judged = (level: Judged["level"], weight: number, credit: number): Judged => ({
  level,
  weight,
  credit,
  verdict: credit === 1 ? "met" : credit === 0 ? "missing" : "partly",
});
const anyJudged = fc
  .tuple(
    fc.constantFrom("must" as const, "should" as const),
    fc.integer({ min: 1, max: 5 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([level, weight, credit]) => judged(level, weight, credit));

test("an item with all must criteria met is compliant, whatever its should criteria", () => {
  fc.assert(
    fc.property(fc.array(anyJudged, { maxLength: 8 }), (all) => {
      const met = all.map((one) => (one.level === "must" ? { ...one, credit: 1 } : one));
      assert.ok(scoreItem([judged("must", 3, 1), ...met]) >= 80);
    }),
  );
});

test("all met is 100, none met is 0", () => {
  assert.equal(scoreItem([judged("must", 5, 1), judged("should", 2, 1)]), 100);
  assert.equal(scoreItem([judged("must", 2, 1)]), 100);
  assert.equal(scoreItem([judged("should", 2, 1)]), 100);
  assert.equal(scoreItem([judged("must", 5, 0), judged("should", 2, 1)]), 0);
  assert.equal(scoreItem([]), 0);
});

test("an item without its most important criterion is non-compliant", () => {
  assert.ok(scoreItem([judged("must", 5, 0), judged("must", 3, 1), judged("should", 3, 1)]) < 40);
});

test("an item with a missing must criterion is not compliant", () => {
  assert.ok(scoreItem([judged("must", 5, 1), judged("must", 3, 0), judged("should", 5, 1)]) < 80);
});

test("more credit for any criterion never lowers the score", () => {
  fc.assert(
    fc.property(
      fc.array(anyJudged, { minLength: 1, maxLength: 8 }),
      fc.nat(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (all, which, more) => {
        const at = which % all.length;
        const raised = all.map((one, here) => (here === at ? { ...one, credit: Math.max(one.credit, more) } : one));
        assert.ok(scoreItem(raised) >= scoreItem(all));
      },
    ),
  );
});

test("a score lies between 0 and 100 and has at most one decimal", () => {
  fc.assert(
    fc.property(fc.array(anyJudged, { maxLength: 8 }), (all) => {
      const score = scoreItem(all);
      assert.ok(score >= 0 && score <= 100);
      assert.match(String(score), /^\d+(\.\d)?$/);
    }),
  );
});
