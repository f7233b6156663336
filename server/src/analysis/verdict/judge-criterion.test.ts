import assert from "node:assert/strict";
import { test } from "node:test";
import { englishDocument } from "../../testing/english-document.ts";
import { aFile } from "../../testing/written-pages.ts";
import { criteriaOf } from "../criteria.ts";
import { readTermNames } from "../passages/parties.ts";
import { toPassages } from "../passages/passages.ts";
import { toCandidate } from "../reading/candidate.ts";
import { defaultPrior } from "../reading/document-prior.ts";
import type { Reading } from "../reading/reader.ts";
import { indexPassages } from "../search/lexical-index.ts";
import { rank, topHits } from "../search/relevance.ts";
import { type Judgement, judgeCriterion } from "./judge-criterion.ts";

const terms = {
  controller: { meaning: "Decides.", isParty: true, alsoCalled: [] },
  processor: { meaning: "Acts.", isParty: true, alsoCalled: [] },
};
const statement = "The processor notifies the controller of breaches within 72 hours.";
const given = {
  ...{ key: "notice", statement, level: "must" as const, weight: 5, phrases: ["notify the controller of breaches"] },
  ...{ contradictions: ["no obligation to notify"], duty: { by: "processor" } },
};

function judge(
  lines: string[],
  reading?: Reading,
  objective?: string,
  overall = reading,
  similarity = 0.6,
  prior = defaultPrior,
): Judgement {
  const passages = toPassages([aFile([...lines, "The rent is paid monthly.", "Boxes come on Mondays."])]);
  const index = indexPassages(passages, "en");
  const names = readTermNames(passages, terms);
  const item = { externalId: "1", name: "Notice of breaches", objective: objective ?? statement };
  const [criterion] = criteriaOf(objective === undefined ? { ...item, criteria: [given] } : item);
  assert.ok(criterion);
  const meaning = reading && new Float64Array(passages.length).fill(similarity);
  const query = {
    statement: criterion.statement,
    name: item.name,
    meaning,
    ...{ nameMeaning: undefined, headingMeaning: undefined, leadInMeaning: undefined, phrases: [] },
  };
  const hits = topHits(rank(passages, index, query, false), passages.length);
  const candidates = hits.map((hit) => toCandidate(englishDocument(index, names), criterion, hit, reading));
  return judgeCriterion({ criterion, candidates, overall, usual: undefined }, prior);
}

test("by words alone a sentence that states what is required meets it", () => {
  const { verdict, reason, evidence } = judge([
    "The processor shall notify the controller of breaches within 24 hours.",
  ]);
  assert.deepEqual([verdict, reason], ["met", "stated"]);
  assert.match(evidence[0]?.text ?? "", /^The processor shall notify/);
});

test("with a figure that is not met or absent a criterion is partly met", () => {
  const broken = judge(["The processor shall notify the controller of breaches within 30 days."]);
  assert.deepEqual([broken.verdict, broken.reason], ["partly", "figure_not_met"]);
  const absent = judge(["The processor shall notify the controller of breaches."]);
  assert.deepEqual([absent.verdict, absent.reason], ["partly", "figure_absent"]);
});

test("with a duty of the other party a criterion is partly met", () => {
  const other = judge(["The controller shall notify breaches to the processor within 24 hours."]);
  assert.deepEqual([other.verdict, other.reason], ["partly", "other_party"]);
});

test("with a hedged duty a criterion is partly met", () => {
  const weak = judge(["The processor should notify the controller of breaches within 24 hours."]);
  assert.deepEqual([weak.verdict, weak.reason], ["partly", "not_binding"]);
});

test("a denied duty is contradicted, with the passage as evidence", () => {
  const denied = judge(["The processor has no obligation to notify the controller of breaches."]);
  assert.deepEqual([denied.verdict, denied.reason], ["contradicted", "duty_denied"]);
  assert.equal(denied.evidence.length, 1);
});

test("a criterion that no passage addresses is missing, without evidence", () => {
  for (const missing of [judge([]), judge(["Bananas ripen in the sun."])]) {
    assert.deepEqual([missing.verdict, missing.reason], ["missing", "not_found"]);
    assert.deepEqual(missing.evidence, []);
  }
});

test("a heading is no evidence if there is a sentence", () => {
  const { evidence } = judge([
    "# The processor notifies the controller of breaches within 72 hours",
    "The processor shall notify the controller of breaches within 24 hours.",
  ]);
  assert.equal(evidence[0]?.isHeading, false);
});

test("a plain denial is contradicted, unless another passage says what is required", () => {
  const lines = [
    "The processor need not notify the controller of breaches.",
    "The processor gives notice of breaches.",
  ];
  const denial = { met: 0.01, partly: 0.01, contradicted: 0.95, neutral: 0.03 };
  assert.equal(judge(lines.slice(0, 1), denial).verdict, "contradicted");
  const { probabilities } = judge(lines.slice(0, 1), denial);
  assert.equal(Math.max(...Object.values(probabilities ?? {})), probabilities?.contradicted);
  const stated = { met: 0.9, partly: 0.02, contradicted: 0.03, neutral: 0.05 };
  const both = { met: 0.3, partly: 0.02, contradicted: 0.65, neutral: 0.03 };
  assert.equal(judge(lines, both, undefined, both).verdict, "contradicted");
  assert.equal(judge(lines, stated, undefined, both).verdict, "met");
});

test("the probability that a criterion is addressed lies between 0 and 1", () => {
  for (const chance of [0, 0.25, 1]) {
    const reading = { met: chance, partly: 0, contradicted: 0, neutral: 1 - chance };
    const { addressed } = judge(["The processor shall notify the controller of breaches."], reading);
    assert.ok(addressed >= 0 && addressed <= 1);
  }
});

test("a criterion without a passage of similar meaning is missing whatever the reader says", () => {
  const sure: Reading = { met: 0.99, partly: 0.01, contradicted: 0, neutral: 0 };
  const far = judge(["In the morning the gulls came back."], sure, undefined, sure, 0.2);
  assert.deepEqual([far.verdict, far.addressed, far.evidence], ["missing", 0, []]);
  assert.equal(judge(["In the morning the gulls came back."], sure).verdict, "met");
});

test("what no weight decides holds for every criterion: of the catalogue, and of an item's own sentence", () => {
  const denial = { met: 0.01, partly: 0.01, contradicted: 0.95, neutral: 0.03 };
  const sure: Reading = { met: 0.99, partly: 0.01, contradicted: 0, neutral: 0 };
  for (const objective of [undefined, statement]) {
    const denied = judge(["The processor need not notify the controller of breaches."], denial, objective);
    assert.deepEqual([denied.verdict, denied.probabilities?.contradicted], ["contradicted", 0.95]);
    assert.equal(judge(["In the morning the gulls came back."], sure, objective, sure, 0.2).verdict, "missing");
  }
});

test("the overall reading can change a verdict", () => {
  const lines = ["The processor shall notify the controller of breaches within 24 hours."];
  const unsure = { met: 0.15, partly: 0.3, contradicted: 0.05, neutral: 0.5 };
  const sure = (chances: Partial<Reading>) => ({ met: 0, partly: 0, contradicted: 0, neutral: 0, ...chances });
  const verdicts = [{ met: 1 }, { neutral: 1 }].map(
    (overall) => judge(lines, unsure, undefined, sure(overall)).verdict,
  );
  assert.notEqual(verdicts[0], verdicts[1]);
});

test("a doubtful reading is the more surely met the higher the document's prior", () => {
  const lines = ["The processor tells the controller of breaches soon."];
  const doubtful = { met: 0.45, partly: 0.45, contradicted: 0.02, neutral: 0.08 };
  const metIn = (prior: typeof defaultPrior) =>
    judge(lines, doubtful, undefined, doubtful, 0.6, prior).probabilities?.met ?? 0;
  const high = metIn({ met: 0.85, partly: 0.05, contradicted: 0.02 });
  assert.ok(high > metIn({ met: 0.1, partly: 0.2, contradicted: 0.3 }));
});
