import assert from "node:assert/strict";
import { test } from "node:test";
import { filterRows, type ItemFilter, type ItemRow, readFilters, searchable } from "./item-filter.ts";

function row(name: string, fields: Partial<ItemRow> = {}): ItemRow {
  return {
    ...{ controlItemId: name, externalId: "Art. 28", name, clusterId: "c1", clusterName: "One", score: 100 },
    ...{ level: "compliant", documentId: null, complianceItemId: null, ...fields },
  };
}

const rows = [
  row("Meldung von Verletzungen", { externalId: "Art. 33(2)", level: "non_compliant", score: 0 }),
  row("Prüfrechte", { clusterId: "c2" }),
  row("Vertraulichkeit", { level: "notJudged", score: null }),
];
const names = (filter: ItemFilter) => filterRows(rows, searchable(rows), filter).map(({ name }) => name);

test("a text finds names and references, whatever their case and accents, and every word must be there", () => {
  assert.deepEqual(names({ text: "PRUF" }), ["Prüfrechte"]);
  assert.deepEqual(names({ text: "33(2) meldung" }), ["Meldung von Verletzungen"]);
  assert.deepEqual(names({ text: "meldung vertraulich" }), []);
});

test("level, cluster and text narrow together, and no filter shows all", () => {
  assert.equal(names({}).length, 3);
  assert.deepEqual(names({ level: ["non_compliant", "notJudged"] }), ["Meldung von Verletzungen", "Vertraulichkeit"]);
  assert.deepEqual(names({ level: ["compliant"], cluster: "c2", text: "art" }), ["Prüfrechte"]);
  assert.deepEqual(names({ level: ["compliant"], cluster: "c1" }), []);
});

test("an address with anything in it gives filters or none", () => {
  assert.deepEqual(readFilters({ level: ["compliant", "nonsense", "compliant"], cluster: 7, text: "a" }), {
    level: ["compliant"],
    text: "a",
  });
  assert.deepEqual(readFilters({ level: "compliant", cluster: "", text: "" }), {});
  assert.deepEqual(readFilters({ text: 33 }), { text: "33" });
});
