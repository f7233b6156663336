import assert from "node:assert/strict";
import { test } from "node:test";
import { isSort, type Sort, sortRows } from "./item-order.ts";
import type { ItemRow } from "./item-row.ts";

function row(name: string, score: number | null, fields: Partial<ItemRow> = {}): ItemRow {
  return {
    ...{ controlItemId: name, externalId: "Art. 28", name, clusterId: "c1", clusterName: "One", score },
    ...{ level: "compliant", confidence: 0.9, needsReview: false },
    ...{ documentId: null, complianceItemId: null, ...fields },
  };
}

const rows = [
  row("b", 100, { externalId: "Art. 5", change: 20 }),
  row("d", null, { level: "notJudged", externalId: "Art. 9", clusterId: "c2" }),
  row("é", 0, { level: "non_compliant", externalId: "Art. 28(10)", confidence: 0.5, change: -40 }),
  row("a", 0, { level: "not_applicable", externalId: "Art. 28(2)", confidence: 0.7 }),
  row("f", 0, { level: "non_compliant", externalId: "Art. 33", confidence: 0.6, clusterId: "c2" }),
];
const names = (sort: Sort) =>
  sortRows(rows, sort, "en")
    .map(({ name }) => name)
    .join("");

test("worst comes first, what counts in no score last either way, and equals keep the catalogue's order", () => {
  assert.equal(names("score"), "éfbda");
  assert.equal(names("-score"), "béfda");
});

test("references are compared by their numbers, names as the language does", () => {
  assert.equal(names("reference"), "bdaéf");
  assert.equal(names("-name"), "fédba");
});

test("clusters stay together, and unsure and fallen items come first", () => {
  assert.equal(names("cluster"), "béadf");
  assert.equal(names("-cluster"), "dfbéa");
  assert.equal(names("confidence"), "éfabd");
  assert.equal(names("change"), "ébdaf");
  assert.equal(names("level"), "éfbad");
});

test("only columns with or without a minus are orders", () => {
  assert.ok(isSort("score") && isSort("-cluster"));
  for (const wrong of ["", "-", "--score", "nonsense", 7, undefined]) assert.ok(!isSort(wrong));
});
