import assert from "node:assert/strict";
import { test } from "node:test";
import { slopeOf } from "./linear-regression.ts";

test("points on a line give its slope, and symmetric noise does not change it", () => {
  assert.equal(slopeOf([0, 1, 2, 3].map((x) => ({ x, y: 5 - 2 * x }))), -2);
  assert.equal(slopeOf([0, 0, 2, 2].map((x, at) => ({ x, y: 3 * x + (at % 2 === 0 ? 1 : -1) }))), 3);
});
