import assert from "node:assert/strict";
import { test } from "node:test";
import { aFile } from "../testing/written-pages.ts";
import { indexPassages } from "./lexical-index.ts";
import { toPassages } from "./passages.ts";
import { fillTerms, sectionFor, sectionsOf, sentencesFor } from "./suggest-text.ts";

const file = aFile(["# 1. Security", "Data is encrypted.", "# 2. Personal data breaches", "We act."], {
  pages: [["# 3. Payment", "You pay."]],
});
const passages = toPassages([file]);
const index = indexPassages(passages, "en");
const terms = {
  processor: { isParty: true, alsoCalled: [] },
  controller: { isParty: true, alsoCalled: [] },
  breach_contact: { isParty: false, alsoCalled: [] },
};
const names = { ownWord: (key: string) => (key === "processor" ? "Brightharbor" : undefined), bound: () => undefined };

test("sections come in the order of the document, each once, with their page", () => {
  assert.deepEqual(sectionsOf(passages), [
    { heading: "1. Security", file: 0, pageLabel: "1" },
    { heading: "2. Personal data breaches", file: 0, pageLabel: "1" },
    { heading: "3. Payment", file: 0, pageLabel: "2" },
  ]);
});

test("a text belongs in the section whose heading sounds like its usual place", () => {
  const sections = sectionsOf(passages);
  assert.equal(sectionFor(sections, "Notice of data breaches", index)?.heading, "2. Personal data breaches");
  assert.equal(sectionFor(sections, "Bananas", index), undefined);
  assert.equal(sectionFor([], "Security", index), undefined);
});

test("a term becomes the document's own word, a party without one is named, and the rest is left to the author", () => {
  assert.equal(
    fillTerms("{processor} tells {controller} at {breach_contact}.", names, terms),
    "Brightharbor tells the controller at [breach contact].",
  );
  assert.equal(fillTerms("{unknown_thing} is kept.", names, undefined), "[unknown thing] is kept.");
});

test("a sentence that begins with a party begins with a capital letter", () => {
  assert.equal(
    fillTerms("{controller} decides. {controller} pays {controller}.", names, terms),
    "The controller decides. The controller pays the controller.",
  );
});

const text =
  "{processor} notifies breaches to {controller}. {processor} encrypts data at rest. {processor} deletes records afterwards.";

test("only the sentences that close the gaps are suggested, in their order", () => {
  assert.equal(
    sentencesFor(text, ["Records are deleted.", "Breaches are notified."], false, index),
    "{processor} notifies breaches to {controller}. {processor} deletes records afterwards.",
  );
});

test("the whole text is suggested when most is missing, or when no sentence closes a gap", () => {
  assert.equal(sentencesFor(text, ["Breaches are notified."], true, index), text);
  assert.equal(sentencesFor(text, ["Bananas ripen."], false, index), text);
  assert.equal(sentencesFor("One sentence only.", ["Bananas ripen."], false, index), "One sentence only.");
});

test("a number, an article or an abbreviation does not cut a suggested sentence", () => {
  const withPoints =
    "{processor} notifies breaches under Art. 33 GDPR within 4.5 hours. {processor} encrypts data, e.g. at rest.";
  assert.equal(
    sentencesFor(withPoints, ["Breaches are notified."], false, index),
    "{processor} notifies breaches under Art. 33 GDPR within 4.5 hours.",
  );
});
