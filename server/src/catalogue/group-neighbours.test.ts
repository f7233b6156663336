import assert from "node:assert/strict";
import { test } from "node:test";
import { groupNeighbours } from "./group-neighbours.ts";

test("what fits stays apart, what does not goes with its neighbours, and nothing is left out", () => {
  assert.deepEqual(groupNeighbours([], 3), []);
  assert.deepEqual(groupNeighbours([1, 2, 3], 3), [[1], [2], [3]]);
  assert.deepEqual(groupNeighbours([1, 2, 3, 4, 5, 6, 7], 3), [
    [1, 2],
    [3, 4],
    [5, 6, 7],
  ]);
});
