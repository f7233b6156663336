import assert from "node:assert/strict";
import { test } from "node:test";
import { englishDocument } from "../../testing/english-document.ts";
import { aFile } from "../../testing/written-pages.ts";
import { criteriaOf } from "../criteria.ts";
import { readNames } from "../passages/parties.ts";
import { toPassages } from "../passages/passages.ts";
import { defaultPrior } from "../reading/document-prior.ts";
import type { Reading } from "../reading/reader.ts";
import { indexPassages } from "../search/lexical-index.ts";
import { closest, rank } from "../search/relevance.ts";
import { type Judgement, judgeCriterion } from "./judge-criterion.ts";
import { toCandidate } from "./rule-features.ts";

const terms = {
  controller: { meaning: "Decides.", isParty: true, alsoCalled: [] },
  processor: { meaning: "Acts.", isParty: true, alsoCalled: [] },
};
const statement = "The processor notifies the controller of breaches within 72 hours.";
const given = {
  ...{ key: "notice", statement, level: "must" as const, weight: 5, phrases: ["notify the controller of breaches"] },
  ...{ contradictions: ["no obligation to notify"], duty: { by: "processor" } },
};

/** Best first, as search would hand them over. */
function judged(
  lines: string[],
  reading?: Reading,
  objective?: string,
  whole = reading,
  likeness = 0.6,
  tone = defaultPrior,
): Judgement {
  const passages = toPassages([aFile([...lines, "The rent is paid monthly.", "Boxes come on Mondays."])]);
  const index = indexPassages(passages, "en");
  const names = readNames(passages, terms);
  const item = { externalId: "1", name: "Notice of breaches", objective: objective ?? statement };
  const [criterion] = criteriaOf(objective === undefined ? { ...item, criteria: [given] } : item);
  assert.ok(criterion);
  const meaning = reading && new Float64Array(passages.length).fill(likeness);
  const ranking = rank(
    { passages, index, vectors: undefined },
    { statement: criterion.statement, name: item.name, meaning, nameMeaning: undefined, hasWordings: false },
  );
  const found = closest(ranking, passages.length);
  return judgeCriterion(
    criterion,
    found.map((bearing) => toCandidate(englishDocument(index, names), criterion, bearing, reading)),
    whole,
    tone,
  );
}

test("on words alone a sentence that says what is asked meets it", () => {
  const { verdict, credit, reason, evidence } = judged([
    "The processor shall notify the controller of breaches within 24 hours.",
  ]);
  assert.deepEqual([verdict, credit, reason], ["met", 1, "stated"]);
  assert.match(evidence[0]?.bearing.passage.text ?? "", /^The processor shall notify/);
});

test("a figure that is broken or absent meets a criterion only in part", () => {
  const broken = judged(["The processor shall notify the controller of breaches within 30 days."]);
  assert.deepEqual([broken.verdict, broken.credit, broken.reason], ["partly", 0.5, "figure_not_met"]);
  const absent = judged(["The processor shall notify the controller of breaches."]);
  assert.deepEqual([absent.verdict, absent.reason], ["partly", "figure_absent"]);
});

test("a duty of the other party meets a criterion only in part", () => {
  const other = judged(["The controller shall notify breaches to the processor within 24 hours."]);
  assert.deepEqual([other.verdict, other.reason], ["partly", "other_party"]);
});

test("what is not firm meets a criterion only in part", () => {
  const weak = judged(["The processor should notify the controller of breaches within 24 hours."]);
  assert.deepEqual([weak.verdict, weak.reason], ["partly", "not_binding"]);
});

test("a duty that is denied is contradicted, with the passage as proof", () => {
  const denied = judged(["The processor has no obligation to notify the controller of breaches."]);
  assert.deepEqual([denied.verdict, denied.credit, denied.reason], ["contradicted", 0, "duty_denied"]);
  assert.equal(denied.evidence.length, 1);
});

test("what no passage speaks of is missing, without proof", () => {
  for (const missing of [judged([]), judged(["Bananas ripen in the sun."])]) {
    assert.deepEqual([missing.verdict, missing.credit, missing.reason], ["missing", 0, "not_found"]);
    assert.deepEqual(missing.evidence, []);
  }
});

test("a heading is no proof where a sentence is", () => {
  const { evidence } = judged([
    "# The processor notifies the controller of breaches within 72 hours",
    "The processor shall notify the controller of breaches within 24 hours.",
  ]);
  assert.equal(evidence[0]?.bearing.passage.isHeading, false);
});

test("a permission that is plainly denied is contradicted however surely the reader took it for met", () => {
  const reading = { met: 0.97, partly: 0.01, contradicted: 0.01, neutral: 0.01 };
  const { verdict } = judged(
    ["The recipient shall not copy the samples."],
    reading,
    "The recipient may copy the samples.",
  );
  assert.equal(verdict, "contradicted");
});

test("how surely a document speaks of a criterion lies between 0 and 1", () => {
  for (const chance of [0, 0.25, 1]) {
    const reading = { met: chance, partly: 0, contradicted: 0, neutral: 1 - chance };
    const { addressed } = judged(["The processor shall notify the controller of breaches."], reading);
    assert.ok(addressed >= 0 && addressed <= 1);
  }
});

test("what is nowhere near a criterion in meaning is missing however surely the reader took it for met", () => {
  const sure: Reading = { met: 0.99, partly: 0.01, contradicted: 0, neutral: 0 };
  const far = judged(["In the morning the gulls came back."], sure, undefined, sure, 0.2);
  assert.deepEqual([far.verdict, far.addressed, far.evidence], ["missing", 0, []]);
  assert.equal(judged(["In the morning the gulls came back."], sure).verdict, "met");
});

test("what all passages say together can turn a verdict", () => {
  const lines = ["The processor shall notify the controller of breaches within 24 hours."];
  const unsure = { met: 0.4, partly: 0.3, contradicted: 0.1, neutral: 0.2 };
  const sure = (chances: Partial<Reading>) => ({ met: 0, partly: 0, contradicted: 0, neutral: 0, ...chances });
  assert.equal(judged(lines, unsure, undefined, sure({ met: 1 })).verdict, "met");
  assert.notEqual(judged(lines, unsure, undefined, sure({ neutral: 1 })).verdict, "met");
});

test("what is read with doubt is met in a document drafted with care, and not in one that leaves most open", () => {
  const lines = ["The processor tells the controller of breaches soon."];
  const doubtful = { met: 0.45, partly: 0.45, contradicted: 0.02, neutral: 0.08 };
  const verdictIn = (tone: typeof defaultPrior) => judged(lines, doubtful, undefined, doubtful, 0.6, tone).verdict;
  assert.equal(verdictIn({ met: 0.85, partly: 0.05, contradicted: 0.02 }), "met");
  assert.notEqual(verdictIn({ met: 0.1, partly: 0.2, contradicted: 0.3 }), "met");
});
