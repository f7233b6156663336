import assert from "node:assert/strict";
import { test } from "node:test";
import { splitEvenly } from "./split-evenly.ts";

test("entries stay separate while there are enough groups, otherwise adjacent entries share a group", () => {
  assert.deepEqual(splitEvenly([], 3), []);
  assert.deepEqual(splitEvenly([1, 2, 3], 3), [[1], [2], [3]]);
  assert.deepEqual(splitEvenly([1, 2, 3, 4, 5, 6, 7], 3), [
    [1, 2],
    [3, 4],
    [5, 6, 7],
  ]);
});
