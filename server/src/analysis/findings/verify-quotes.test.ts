import assert from "node:assert/strict";
import { test } from "node:test";
import { aCriterionFinding, anItemFindings } from "../../testing/a-finding.ts";
import { aFile } from "../../testing/written-pages.ts";
import { scoreItem } from "../verdict/score-item.ts";
import type { Quote } from "./findings.ts";
import { isOnPage, keepVerifiedQuotes } from "./verify-quotes.ts";

const files = [aFile(["Records are kept."], { pages: [["Breaches are reported within 24 hours."]] })];
const real: Quote = { file: 0, page: 1, start: 0, end: 17, text: "Records are kept." };
const madeUp: Quote = { file: 0, page: 2, start: 0, end: 24, text: "Breaches are never rendered." };

test("a quote is on its page character for character or not at all", () => {
  assert.ok(isOnPage(files, real));
  for (const other of [
    { ...real, text: "Records are kept" },
    { ...real, start: 1 },
    { ...real, end: 16 },
    { ...real, page: 2 },
    { ...real, page: 3 },
    { ...real, file: 1 },
    { ...real, start: 4, end: 4, text: "" },
    madeUp,
  ])
    assert.ok(!isOnPage(files, other), JSON.stringify(other));
});

test("findings whose quotes are all verified stay as they are", () => {
  const verified = anItemFindings([
    aCriterionFinding("records", "met", [real]),
    aCriterionFinding("breaches", "missing"),
  ]);
  assert.deepEqual(keepVerifiedQuotes(files, verified), verified);
});

test("an unverified quote is dropped and counted, and a verdict without another quote becomes missing", () => {
  const left = keepVerifiedQuotes(
    files,
    anItemFindings([
      aCriterionFinding("records", "met", [real]),
      aCriterionFinding("breaches", "contradicted", [madeUp], { facts: { weakWords: "never" } }),
    ]),
  );
  assert.equal(left.quotesDropped, 1);
  const [records, breaches] = left.criteria;
  assert.deepEqual([records?.verdict, records?.evidence.length], ["met", 1]);
  assert.deepEqual(
    [breaches?.verdict, breaches?.reason, breaches?.facts, breaches?.evidence],
    ["missing", "not_found", {}, []],
  );
});

test("a verdict with another, verified quote is kept, without the reason and the facts of the dropped one", () => {
  const partly = aCriterionFinding("records", "partly", [madeUp, real], {
    ...{ reason: "not_binding", facts: { weakWords: "never" } },
  });
  const [left] = keepVerifiedQuotes(files, anItemFindings([partly])).criteria;
  assert.deepEqual([left?.verdict, left?.reason, left?.facts], ["partly", "incomplete", {}]);
  assert.deepEqual(left?.evidence, [{ ...real, role: "proves" }]);
});

test("the score after a dropped quote is the score of what is left", () => {
  const criteria = [
    aCriterionFinding("records", "met", [real], { weight: 5 }),
    aCriterionFinding("breaches", "met", [madeUp], { weight: 2 }),
    aCriterionFinding("contact", "met", [madeUp], { level: "should" }),
  ];
  const left = keepVerifiedQuotes(files, anItemFindings(criteria));
  const expected = scoreItem(criteria.map((one, at) => (at === 0 ? one : { ...one, verdict: "missing" as const })));
  assert.deepEqual({ score: left.score, level: left.level }, expected);
  assert.ok(left.score < 80);
});

test("a criterion that does not apply needs no quote", () => {
  const other = { ...aCriterionFinding("opt-out", "missing"), verdict: "not_applicable" as const };
  const left = keepVerifiedQuotes(files, anItemFindings([{ ...other, reason: "fact_given" }]));
  assert.deepEqual([left.criteria[0]?.verdict, left.score, left.level], ["not_applicable", 100, "not_applicable"]);
});
