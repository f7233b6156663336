import assert from "node:assert/strict";
import { test } from "node:test";
import { aFile } from "../../testing/written-pages.ts";
import { groupsOf } from "../language/thesaurus.ts";
import { contentStems, type Language } from "../language/words.ts";
import { toPassages } from "../passages/passages.ts";
import {
  coverageOf,
  coverageOfWordings,
  indexPassages,
  indexText,
  toLexicalQuery,
  wordingCoverage,
} from "./lexical-index.ts";

const indexOf = (lines: string[], language: Language = "en") => indexPassages(toPassages([aFile(lines)]), language);
const wordsOf = (lines: string[], statement: string, name = "") => [
  ...coverageOf(indexOf(lines), toLexicalQuery(statement, name, "en")).words,
];

test("a passage with all words covers a requirement completely, one with none not at all", () => {
  assert.deepEqual(wordsOf(["Notify breaches.", "Bananas ripen."], "It shall notify of breaches"), [1, 0]);
});

test("an exact match counts more than a synonym, and that more than another word", () => {
  const [same = 0, group = 0, other = 0] = wordsOf(["Notify.", "Inform.", "Bananas."], "notify");
  assert.ok(same > group && group > other, `${same} ${group} ${other}`);
});

test("a word of the lead-in counts less than one of the passage, and one of the heading less still", () => {
  const inPassage = wordsOf(["Bananas ripen quickly."], "bananas")[0] ?? 0;
  const inLeadIn = wordsOf(["Bananas shall:", "(a) ripen quickly."], "bananas")[1] ?? 0;
  const inHeading = wordsOf(["# Bananas", "They ripen quickly."], "bananas")[1] ?? 0;
  assert.ok(inPassage > inLeadIn && inLeadIn > inHeading && inHeading > 0, `${inPassage} ${inLeadIn} ${inHeading}`);
});

test("a rare word counts more than a frequent one", () => {
  const [rare = 0, frequent = 0] = wordsOf(
    ["Encryption.", "Records.", "Records.", "Records.", "Records."],
    "encryption records",
  );
  assert.ok(rare > frequent);
});

test("the share of the name in the headings is separate from the words", () => {
  const coverage = coverageOf(
    indexOf(["# Personal data breaches", "We act.", "# Payment", "You pay."]),
    toLexicalQuery("", "Notice of data breaches", "en"),
  );
  assert.ok((coverage.headings[1] ?? 0) > 0.5);
  assert.equal(coverage.headings[3], 0);
});

test("two words of a thesaurus entry belong to its group together, one of them alone does not", () => {
  const groups = (text: string) => groupsOf(contentStems(text, "en"), "en");
  const both = [...groups("third party")].filter((group) => groups("external party").has(group));
  assert.ok(both.length > 0);
  assert.ok(both.every((group) => !groups("the third of May").has(group)));
});

test("a wording is covered by its own words, partly by synonyms, and not by other words", () => {
  const index = indexOf(["Notify breaches.", "Bananas ripen."]);
  const share = (text: string) => wordingCoverage(index, indexText(text, "en"), "inform of breaches");
  assert.equal(share("It informs of breaches."), 1);
  assert.ok(share("It notifies of breaches.") < 1 && share("It notifies of breaches.") > 0.5);
  assert.equal(share("Bananas ripen."), 0);
  assert.equal(wordingCoverage(index, indexText("It informs.", "en"), "of the"), 0);
});

test("a requirement without words covers nothing, and an empty document is no error", () => {
  assert.deepEqual(wordsOf(["Notify."], "of the", "and"), [0]);
  assert.deepEqual(wordsOf([], "notify"), []);
});

test("of several wordings the one that a passage covers best counts, by the passage's own text alone", () => {
  const index = indexOf(["# Records", "Notify breaches.", "Bananas ripen."]);
  const [, first = 0, second = 0] = coverageOfWordings(index, ["keep records", "notify of breaches"]);
  assert.equal(first, 1);
  assert.equal(second, 0);
});

test("a passage with the text of an earlier one is a repetition", () => {
  assert.deepEqual([...indexOf(["We notify.", "Bananas ripen.", "WE NOTIFY."]).repeats], [0, 0, 1]);
});
