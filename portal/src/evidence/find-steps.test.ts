import assert from "node:assert/strict";
import { test } from "node:test";
import type { ItemRow } from "../items/item-row.ts";
import { findSteps } from "./find-steps.ts";

const rows = ["a", "b", "c", "d", "e"].map(
  (id): ItemRow => ({
    ...{ controlItemId: id, externalId: id, name: id, clusterId: "c1", clusterName: "One", score: 0 },
    ...{ level: "non_compliant", confidence: 0.9, needsReview: false },
    // Nothing was found for d in any document, so it has no page.
    ...(id === "d" ? { documentId: null, complianceItemId: null } : { documentId: "doc", complianceItemId: id }),
  }),
);
const shown = rows.filter(({ name }) => name !== "b");
const stepsFrom = (itemId: string) => {
  const { previous, next, position, count } = findSteps(rows, shown, itemId);
  return [previous?.itemId, next?.itemId, position, count];
};

test("the steps lead along what is shown, past what has no page", () => {
  assert.deepEqual(stepsFrom("a"), [undefined, "c", 1, 3]);
  assert.deepEqual(stepsFrom("c"), ["a", "e", 2, 3]);
  assert.deepEqual(stepsFrom("e"), ["c", undefined, 3, 3]);
});

test("an item that the filters no longer show keeps its neighbours, and has no position", () => {
  assert.deepEqual(stepsFrom("b"), ["a", "c", undefined, 3]);
});

test("an item counts as decided once it was decided itself, not with its first criterion", () => {
  const decided = { score: 0, level: "non_compliant", isToLookAtAgain: false } as const;
  const [a, b, ...rest] = rows;
  assert.ok(a && b);
  const some = [
    { ...a, decided: { ...decided, isOfItem: true } },
    { ...b, decided: { ...decided, isOfItem: false } },
    ...rest,
  ];
  assert.equal(findSteps(some, some, "a").decidedCount, 1);
});
