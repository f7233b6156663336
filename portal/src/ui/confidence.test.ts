import assert from "node:assert/strict";
import { test } from "node:test";
import { gradeOf, wholePercent } from "./confidence.ts";

test("a confidence has a grade in words, and none without a figure", () => {
  assert.deepEqual([1, 0.9, 0.8999, 0.7, 0.6999, 0, null].map(gradeOf), [
    ...["high", "high", "fair", "fair", "low", "low", "unknown"],
  ]);
});

test("per cent are rounded down, without losing one to binary fractions", () => {
  assert.deepEqual([0.7499, 0.29, 0.57, 1, 0.00004].map(wholePercent), [74, 29, 57, 100, 0]);
});
