import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesOf, itemIdsOf, toggled, toSelectionFields } from "./item-selection.ts";

const cluster = (id: string) => ({ id, name: id, code: id });
const item = (id: string, clusterId: string, isObsolete = false) => ({
  ...{ id, clusterId, isObsolete, name: id, externalId: id, objective: "" },
});
const choices = choicesOf(
  [cluster("A"), cluster("B"), cluster("empty")],
  [item("a1", "A"), item("a2", "A"), item("b1", "B"), item("b2", "B"), item("old", "B", true), item("x", "archived")],
);

test("only items that are not obsolete, of clusters that are not archived, can be selected", () => {
  assert.deepEqual(itemIdsOf(choices), ["a1", "a2", "b1", "b2"]);
  assert.deepEqual(
    choices.map(({ cluster: { id } }) => id),
    ["A", "B"],
  );
});

test("a full selection needs no fields; whole clusters are sent as cluster ids, single items as item ids", () => {
  assert.deepEqual(toSelectionFields(choices, new Set(itemIdsOf(choices))), {});
  assert.deepEqual(toSelectionFields(choices, new Set(["a1", "a2"])), { selectedControlClusterIds: ["A"] });
  assert.deepEqual(toSelectionFields(choices, new Set(["b2"])), { selectedControlItemIds: ["b2"] });
  assert.deepEqual(toSelectionFields(choices, new Set(["a1", "a2", "b1"])), {
    selectedControlClusterIds: ["A"],
    selectedControlItemIds: ["b1"],
  });
});

test("toggling items leaves the others unchanged", () => {
  const some = toggled(new Set(["a1"]), ["b1", "b2"], true);
  assert.deepEqual([...some], ["a1", "b1", "b2"]);
  assert.deepEqual([...toggled(some, ["a1"], false)], ["b1", "b2"]);
});
