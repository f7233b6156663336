import assert from "node:assert/strict";
import { test } from "node:test";
import { aFile } from "../testing/written-pages.ts";
import type { CriterionFinding, ItemFindings, Quote } from "./findings.ts";
import { dropUnproven, standsOnPage } from "./verify-quotes.ts";

const files = [aFile(["Records are kept."], { pages: [["Breaches are reported within 24 hours."]] })];
const real: Quote = { file: 0, page: 1, start: 0, end: 17, text: "Records are kept." };
const madeUp: Quote = { file: 0, page: 2, start: 0, end: 24, text: "Breaches are never told." };

const finding = (key: string, verdict: CriterionFinding["verdict"], ...evidence: Quote[]): CriterionFinding => ({
  ...{ key, statement: `${key}.`, level: "must", verdict, evidence, reason: "The passage says what is asked." },
});
const findings = (...criteria: CriterionFinding[]): ItemFindings => ({
  language: "en",
  score: 90,
  units: [],
  strength: "It keeps “Records are kept.” (page 1).",
  gaps: [{ topic: "Breaches", description: "Not so.", pageRefs: [{ file: 0, pages: ["2"] }] }],
  explanation: "Score 90 of 100.",
  pageRefs: [{ file: 0, pages: ["1", "2"] }],
  risks: [],
  compensatingControls: [],
  recommendations: [],
  criteria,
});

test("a quote stands on its page character for character or not at all", () => {
  assert.ok(standsOnPage(files, real));
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
    assert.ok(!standsOnPage(files, other), JSON.stringify(other));
});

test("findings whose quotes all stand are left as they are", () => {
  const proven = findings(finding("records", "met", real), finding("breaches", "missing"));
  proven.pageRefs = [{ file: 0, pages: ["1"] }];
  proven.gaps = [];
  assert.deepEqual(dropUnproven(files, proven), { findings: proven, dropped: 0 });
});

test("a made-up quote is dropped, and a verdict that rests on it alone is missing", () => {
  const { findings: left, dropped } = dropUnproven(
    files,
    findings(finding("records", "met", real), finding("breaches", "contradicted", madeUp)),
  );
  assert.equal(dropped, 1);
  assert.deepEqual(
    left.criteria.map(({ verdict, evidence }) => [verdict, evidence.length]),
    [
      ["met", 1],
      ["missing", 0],
    ],
  );
});

test("a verdict with another quote that stands is kept", () => {
  const { findings: left } = dropUnproven(files, findings(finding("records", "met", madeUp, real)));
  assert.deepEqual(left.criteria[0]?.verdict, "met");
  assert.deepEqual(left.criteria[0]?.evidence, [real]);
  assert.equal(left.score, 90);
});

test("a page reference without a quote that stands vanishes", () => {
  const { findings: left } = dropUnproven(
    files,
    findings(finding("records", "met", real), finding("breaches", "met", madeUp)),
  );
  assert.deepEqual(left.pageRefs, [{ file: 0, pages: ["1"] }]);
  assert.deepEqual(left.gaps[0]?.pageRefs, []);
});

test("a verdict that lost its proof gives nothing to the score", () => {
  const half = dropUnproven(files, findings(finding("records", "met", real), finding("breaches", "met", madeUp)));
  assert.equal(half.findings.score, 45);
  assert.equal(dropUnproven(files, findings(finding("breaches", "met", madeUp))).findings.score, 0);
});

test("made-up words are struck out wherever they are repeated, whole or shortened", () => {
  const long = { ...madeUp, text: `Breaches are\nnever told (not to ${"anyone who asks, ".repeat(30)}at all).` };
  const whole = findings(finding("breaches", "met", madeUp, long));
  const shown = long.text.replace(/\s+/g, " ").slice(0, 120);
  whole.strength = `Told: “${madeUp.text}” (page 2).\nAnd: “${shown} …” (page 2).`;
  whole.explanation = `Met: “${madeUp.text}”`;
  whole.gaps[0] = { topic: "Breaches", description: `Said: “${shown} …”.`, pageRefs: [] };
  const { findings: left } = dropUnproven(files, whole);
  assert.equal(left.strength, "Told: “[…]” (page 2).\nAnd: “[…]” (page 2).");
  assert.equal(left.explanation, "Met: “[…]”");
  assert.equal(left.gaps[0]?.description, "Said: “[…]”.");
});
