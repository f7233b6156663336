import assert from "node:assert/strict";
import { test } from "node:test";
import { interval, realFigures, reliability, type ScoredCriterion, type ScoredDocument } from "./score.ts";

const aCriterion = (given: Partial<ScoredCriterion>): ScoredCriterion => ({
  ...{ label: "met", verdict: "met", isDoubted: false, probability: 0.9, isQuoteRight: true, isRetrieved: true },
  ...given,
});
const aDocument = (criteria: Partial<ScoredCriterion>[], items: ScoredDocument["items"] = []): ScoredDocument => ({
  ...{ control: "DPA", language: "en", items },
  criteria: criteria.map(aCriterion),
});
const figure = (name: string, documents: ScoredDocument[]) => realFigures[name]?.(documents);

test("a verdict with a doubt counts in no figure", () => {
  const document = aDocument([{}, { verdict: "missing", isDoubted: true }]);
  assert.equal(figure("right verdict", [document]), 100);
});

test("false evidence is the share of silent criteria that are reported as anything but missing or not applicable", () => {
  const document = aDocument([
    { label: "missing", verdict: "partly" },
    { label: "missing", verdict: "missing" },
    { label: "missing", verdict: "not_applicable" },
    { label: "missing", verdict: "met" },
    { label: "met", verdict: "met" },
  ]);
  assert.equal(figure("silent, but reported as met, partly or contradicted", [document]), 50);
});

test("only compliant and non-compliant are opposite levels", () => {
  const levels = [
    ["compliant", "non_compliant"],
    ["compliant", "partially_compliant"],
    ["non_compliant", "compliant"],
    ["not_applicable", "compliant"],
  ] as const;
  const items = levels.map(([label, level]) => ({ label, level, isDoubted: false }));
  assert.equal(figure("opposite level", [aDocument([], items)]), 50);
});

test("verdicts that are as often right as their probability says have no calibration error", () => {
  const right = Array.from({ length: 3 }, () => ({ probability: 0.75 }));
  const document = aDocument([...right, { probability: 0.75, verdict: "partly" }]);
  assert.equal(figure("calibration error", [document]), 0);
  assert.deepEqual(reliability(document.criteria)[7], { count: 4, probability: 0.75, right: 0.75 });
});

test("an interval spans what other draws of documents would give", () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const documents = [aDocument([{}]), aDocument([{ verdict: "missing" }])];
  assert.deepEqual(
    interval(documents, (all) => figure("right verdict", all) ?? 0, random),
    [0, 100],
  );
});
