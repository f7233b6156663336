import assert from "node:assert/strict";
import { test } from "node:test";
import type { SheetCells } from "../extraction/sheet-cells.ts";
import type { ChecklistProblem } from "./checklist-issue.ts";
import { readChecklist } from "./read-checklist.ts";

function aSheet(name: string, rows: string[][]): SheetCells {
  return {
    ...{ name, isHidden: false },
    rows: rows.map((row, index) => ({
      number: index + 1,
      cells: row.flatMap((text, column): [number, string][] => (text === "" ? [] : [[column, text]])),
    })),
  };
}

const headings = ["Cluster", "Reference", "Requirement", "Criteria", "Level", "Weight", "Applies when"];
const aRow = (reference: string, changes: Partial<Record<string, string>> = {}) =>
  headings.map(
    (heading) =>
      ({ Reference: reference, Requirement: `The policy names contact ${reference}.`, ...changes })[heading] ?? "",
  );
const read = (rows: string[][], more: SheetCells[] = []) =>
  readChecklist([aSheet("Checklist", [headings, ...rows]), ...more], "suppliers.xlsx");
const placesOf = (issues: ChecklistProblem[]) => issues.map(({ sheet, row, column }) => [sheet, row, column]);

test("every planted fault is named by sheet, row and column", () => {
  const { document, problems } = read(
    [
      aRow("1", { Weight: "9" }),
      aRow("2", { Level: "maybe" }),
      aRow("1"),
      aRow(""),
      aRow("5", { Requirement: "" }),
      aRow("6", { Criteria: "The policy names A.\nThe policy names B.", Weight: "1\n2\n3" }),
      aRow("7", { Cluster: "x".repeat(301) }),
      aRow("8", { Requirement: "#REF!" }),
      aRow("9", { Requirement: "Hidden \u202e text." }),
      aRow("10", { Criteria: Array.from({ length: 61 }, (_, at) => `The policy names ${at}.`).join("\n") }),
    ],
    [
      aSheet("Control", [
        ["Field", "Value"],
        ["Source address", "nowhere"],
        ["Documents count", "some"],
        ["Version", "1"],
        ["Version", "2"],
      ]),
      aSheet("Conditions", [
        ["Condition", "Statement", "When silent"],
        ["Has Space", "A fact."],
        ["isOk", ""],
        ["isToo", "A fact.", "perhaps"],
      ]),
    ],
  );
  assert.equal(document, undefined);
  assert.deepEqual(
    placesOf(problems).sort(),
    [
      ["Control", 5, "A (Field)"],
      ["Control", 2, "B (Value)"],
      ["Control", 3, "B (Value)"],
      ["Conditions", 2, "A (Condition)"],
      ["Conditions", 3, "B (Statement)"],
      ["Conditions", 4, "C (When silent)"],
      ["Checklist", 2, "F (Weight)"],
      ["Checklist", 3, "E (Level)"],
      ["Checklist", 9, "C (Requirement)"],
      ["Checklist", 10, "C (Requirement)"],
      ["Checklist", 4, "B (Reference)"],
      ["Checklist", 5, "B (Reference)"],
      ["Checklist", 6, "C (Requirement)"],
      ["Checklist", 7, "F (Weight)"],
      ["Checklist", 8, "A (Cluster)"],
      ["Checklist", 11, "D (Criteria)"],
    ].sort(),
  );
  for (const { message, advice } of problems) assert.ok(message.endsWith(".") && advice.endsWith("."), message);
});

test("a sheet without the headings, and a file without text, are refused", () => {
  const without = readChecklist([aSheet("Checklist", [["Something", "Else"]])], "a.xlsx");
  assert.match(without.problems[0]?.message ?? "", /heading Requirement/);
  assert.equal(readChecklist([], "a.csv").problems.length, 1);
  const empty = read([]);
  assert.match(empty.problems[0]?.message ?? "", /no requirement/);
});

test("criteria are drafted from a bare requirement: lists, sentences and joined duties", () => {
  const { document, warnings } = read([
    aRow("1", { Requirement: "The contract states:\n- the subject;\n- the duration; and\n- the purpose." }),
    aRow("2", { Requirement: "Logs must be kept for 90 days and must be reviewed every week. Backups are encrypted." }),
    aRow("3", { Requirement: "The processor (a) informs the controller; (b) helps with audits.", Level: "should" }),
  ]);
  const items = document?.controls[0]?.clusters[0]?.items ?? [];
  assert.deepEqual(
    items.map(({ criteria }) => criteria.map(({ statement }) => statement)),
    [
      ["The contract states the subject.", "The contract states the duration.", "The contract states the purpose."],
      ["Logs must be kept for 90 days.", "Logs must be reviewed every week.", "Backups are encrypted."],
      ["The processor informs the controller.", "The processor helps with audits."],
    ],
  );
  assert.deepEqual(
    items[2]?.criteria.map(({ level }) => level),
    ["should", "should"],
  );
  assert.deepEqual(
    warnings.map(({ kind, row }) => [kind, row]),
    [
      ["drafted", 2],
      ["drafted", 3],
      ["drafted", 4],
    ],
  );
});

test("bundled, undecidable and duplicate criteria are named, and clear ones are not", () => {
  const { problems, warnings } = read([
    aRow("1", { Criteria: "The supplier must document and test the plan." }),
    aRow("2", { Criteria: "The supplier takes appropriate measures." }),
    aRow("3", { Criteria: "Die Daten werden regelmäßig gelöscht." }),
    aRow("4", { Criteria: "Access is reviewed regularly, at least every 12 months." }),
    aRow("5", { Criteria: "The supplier reports incidents to the customer within 24 hours." }),
    aRow("6", { Criteria: "The supplier reports incidents to the customer within 24 hours!" }),
    aRow("7", { Criteria: "The supplier reports incidents to the customer within 72 hours." }),
    aRow("8", { Criteria: "The policy covers staff and contractors." }),
  ]);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    warnings.map(({ kind, row, column }) => [kind, row, column]),
    [
      ["bundled", 2, "D (Criteria)"],
      ["undecidable", 3, "D (Criteria)"],
      ["undecidable", 4, "D (Criteria)"],
      ["duplicate", 7, "D (Criteria)"],
    ],
  );
});

test("rows without a reference add criteria, an empty cluster is the one above, and conditions are stated once", () => {
  const { document, problems } = read([
    aRow("1", { Cluster: "Access", Criteria: "The policy names A.", "Applies when": "The company has remote workers" }),
    aRow("", { Requirement: "", Criteria: "The policy names B.", Weight: "5", "Applies when": "never" }),
    aRow("2", { Criteria: "-" }),
  ]);
  assert.deepEqual(problems, []);
  const [control] = document?.controls ?? [];
  assert.deepEqual(Object.keys(control?.conditions ?? {}), ["theCompanyHasRemoteWorkers"]);
  const [first, second] = control?.clusters[0]?.items ?? [];
  assert.deepEqual(
    [control?.clusters.length, control?.code, first?.appliesWhen, second?.criteria],
    [1, "SUPPLIERS", "theCompanyHasRemoteWorkers", []],
  );
  assert.deepEqual(
    first?.criteria.map(({ key, weight, appliesWhen }) => [key, weight, appliesWhen]),
    [
      ["criterion-1", 3, undefined],
      ["criterion-2", 5, "never"],
    ],
  );
});

test("a changed checklist keeps the ids of its items and criteria", () => {
  const before = read([aRow("1"), aRow("2")]).document;
  const after = read([aRow("0"), aRow("2", { Requirement: "The policy names someone else." })]).document;
  const idsOf = (document: typeof before) => document?.controls[0]?.clusters[0]?.items.map(({ id }) => id) ?? [];
  assert.deepEqual([after?.id, idsOf(after)[1]], [before?.id, idsOf(before)[1]]);
  assert.notEqual(idsOf(after)[0], idsOf(before)[0]);
});

test("details cannot reach out of the document or name what is not there", () => {
  const rows = [
    ["Reference", "Criterion", "Detail", "Value"],
    ["1", "", "__proto__/polluted", "yes"],
    ["1", "", "toString/x", "yes"],
    ["3", "", "name", "Nothing"],
    ["1", "1", "phrases", "contact person"],
  ];
  const { problems } = read([aRow("1")], [aSheet("Details", rows)]);
  assert.deepEqual(placesOf(problems), [
    ["Details", 2, "C (Detail)"],
    ["Details", 3, "C (Detail)"],
    ["Details", 4, "A (Reference)"],
  ]);
  assert.equal(({} as { polluted?: string }).polluted, undefined);
  const unknown = read([aRow("1")], [aSheet("Details", [...rows.slice(0, 1), ["1", "", "colour", "red"]])]);
  assert.match(unknown.problems[0]?.message ?? "", /colour/);
});
