import assert from "node:assert/strict";
import { test } from "node:test";
import { filterRows, type ItemFilter, readFilters, searchable } from "./item-filter.ts";
import type { ItemRow } from "./item-row.ts";

function row(name: string, fields: Partial<ItemRow> = {}): ItemRow {
  return {
    ...{ controlItemId: name, externalId: "Art. 28", name, clusterId: "c1", clusterName: "One", score: 100 },
    ...{ level: "compliant", confidence: 0.9, needsReview: false },
    ...{ documentId: null, complianceItemId: null, ...fields },
  };
}

const rows = [
  row("Meldung von Verletzungen", { externalId: "Art. 33(2)", level: "non_compliant", score: 0, needsReview: true }),
  row("Prüfrechte", { clusterId: "c2" }),
  row("Vertraulichkeit", { level: "notJudged", score: null }),
];
const names = (filter: ItemFilter) => filterRows(rows, searchable(rows), filter).map(({ name }) => name);

test("a search matches names and references regardless of case and accents, and all its words must match", () => {
  assert.deepEqual(names({ text: "PRUF" }), ["Prüfrechte"]);
  assert.deepEqual(names({ text: "33(2) meldung" }), ["Meldung von Verletzungen"]);
  assert.deepEqual(names({ text: "meldung vertraulich" }), []);
});

test("filters by level, cluster and text are combined, and no filter shows all items", () => {
  assert.equal(names({}).length, 3);
  assert.deepEqual(names({ level: ["non_compliant", "notJudged"] }), ["Meldung von Verletzungen", "Vertraulichkeit"]);
  assert.deepEqual(names({ level: ["compliant"], cluster: "c2", text: "art" }), ["Prüfrechte"]);
  assert.deepEqual(names({ level: ["compliant"], cluster: "c1" }), []);
  assert.deepEqual(names({ needsReview: true }), ["Meldung von Verletzungen"]);
  assert.deepEqual(names({ needsReview: true, level: ["compliant"] }), []);
});

test("decisions are filtered by whether they count, ask to be looked at again, or are absent", () => {
  const decided = { score: 80, level: "compliant", isToLookAtAgain: false, isOfItem: true } as const;
  const all = [
    row("decided", { decided }),
    row("again", { decided: { ...decided, isToLookAtAgain: true } }),
    row("open"),
  ];
  const shown = (decision: NonNullable<ItemFilter["decision"]>) =>
    filterRows(all, searchable(all), { decision }).map(({ name }) => name);
  assert.deepEqual([shown("decided"), shown("look_again"), shown("none")], [["decided"], ["again"], ["open"]]);
  assert.deepEqual(readFilters({ decision: "look_again" }), { decision: "look_again" });
  assert.deepEqual(readFilters({ decision: "perhaps" }), {});
});

test("invalid filters in the address are ignored", () => {
  assert.deepEqual(readFilters({ level: ["compliant", "nonsense", "compliant"], cluster: 7, text: "a" }), {
    level: ["compliant"],
    text: "a",
  });
  assert.deepEqual(readFilters({ level: "compliant", cluster: "", text: "" }), {});
  assert.deepEqual(readFilters({ text: 33 }), { text: "33" });
  assert.deepEqual(readFilters({ needsReview: true }), { needsReview: true });
  assert.deepEqual(readFilters({ needsReview: "perhaps" }), {});
});
