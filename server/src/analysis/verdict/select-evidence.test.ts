import assert from "node:assert/strict";
import { test } from "node:test";
import { englishDocument } from "../../testing/english-document.ts";
import { aFile } from "../../testing/written-pages.ts";
import { criteriaOf } from "../criteria.ts";
import { readTermNames } from "../passages/parties.ts";
import { toPassages } from "../passages/passages.ts";
import { type Candidate, toCandidate } from "../reading/candidate.ts";
import type { Reading } from "../reading/reader.ts";
import { indexPassages } from "../search/lexical-index.ts";
import { rank } from "../search/relevance.ts";
import { selectEvidence } from "./select-evidence.ts";

const statement = "The processor notifies breaches.";
const met: Reading = { met: 0.9, partly: 0.05, contradicted: 0.02, neutral: 0.03 };
const neutral: Reading = { met: 0.02, partly: 0.02, contradicted: 0.01, neutral: 0.95 };

/** Each line with what the reader says of it and its relevance. */
function candidatesOf(lines: [text: string, reading: Reading | undefined, relevance?: number][]): Candidate[] {
  const passages = toPassages([aFile(lines.map(([text]) => text))]);
  const index = indexPassages(passages, "en");
  const [criterion] = criteriaOf({ externalId: "1", name: "Notice", objective: statement });
  assert.ok(criterion);
  const query = { statement, name: "Notice", meaning: undefined, nameMeaning: undefined };
  const { hit } = rank(
    passages,
    index,
    { ...query, headingMeaning: undefined, leadInMeaning: undefined, phrases: [] },
    false,
  );
  const document = englishDocument(index, readTermNames(passages, undefined));
  return passages.map((_, at) => {
    const relevance = lines[at]?.[2] ?? 10;
    return toCandidate(document, criterion, { ...hit(at), relevance }, lines[at]?.[1]);
  });
}

const textsOf = (candidates: Candidate[]) => candidates.map(({ hit }) => hit.passage.text);

test("the passage that is relevant and says so comes first", () => {
  const found = selectEvidence(
    "met",
    candidatesOf([
      ["We bake.", neutral, 11],
      ["We notify breaches.", met, 10],
    ]),
  );
  assert.deepEqual(textsOf(found), ["We notify breaches."]);
});

test("of passages that say the same the first of the document comes first", () => {
  const found = selectEvidence(
    "met",
    candidatesOf([
      ["We notify.", met],
      ["We shall notify.", met],
    ]),
  );
  assert.deepEqual(textsOf(found), ["We notify.", "We shall notify."]);
});

test("at most five passages are shown, none that is much less relevant than the first, and one if none says so", () => {
  const many = Array.from({ length: 8 }, (_, at): [string, Reading] => [`We notify ${at}.`, met]);
  assert.equal(selectEvidence("met", candidatesOf(many)).length, 5);
  assert.equal(
    selectEvidence(
      "met",
      candidatesOf([
        ["We notify.", met, 10],
        ["You notify.", met, 6],
      ]),
    ).length,
    1,
  );
  assert.equal(
    selectEvidence(
      "met",
      candidatesOf([
        ["We bake.", neutral],
        ["You bake.", neutral],
      ]),
    ).length,
    1,
  );
  assert.deepEqual(selectEvidence("met", []), []);
});

test("by words alone the most relevant passage is shown", () => {
  const found = selectEvidence(
    "met",
    candidatesOf([
      ["We bake.", undefined, 1],
      ["We notify breaches.", undefined, 9],
    ]),
  );
  assert.deepEqual(textsOf(found), ["We notify breaches."]);
});
