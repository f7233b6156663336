import assert from "node:assert/strict";
import { test } from "node:test";
import { aFile } from "../../testing/written-pages.ts";
import type { Language } from "../language/words.ts";
import { toPassages } from "../passages/passages.ts";
import { countFewKeywords, isNearKeywords, shareOfKeywords } from "./document-kind.ts";
import { indexPassages, type LexicalIndex } from "./lexical-index.ts";

const keywords = [
  ...["personal data", "controller", "processor", "sub-processor", "data subject", "documented instructions"],
  ...["supervisory authority", "personal data breach", "audit", "third country"],
];
const indexIn = (language: Language, lines: string[]) => indexPassages(toPassages([aFile(lines)]), language);
const indexOf = (...lines: string[]) => indexIn("en", lines);
const isOfOtherKind = (index: LexicalIndex, keywords: string[]) =>
  countFewKeywords([{ index, keywords }]) !== undefined;
const invoice = ["Invoice 4711.", "12 boxes of paper.", "Sum EUR 100.", "Pay within 30 days.", "Thank you."];

test("a document without the keywords of its kind is of another kind", () => {
  assert.ok(isOfOtherKind(indexOf(...invoice), keywords));
});

test("a poor document with some of the keywords is of the right kind", () => {
  assert.ok(!isOfOtherKind(indexOf(...invoice, "The processor keeps personal data for the controller."), keywords));
});

test("a few lines, or a control with few keywords, do not decide the kind", () => {
  assert.ok(!isOfOtherKind(indexOf("Invoice 4711.", "Pay."), keywords));
  assert.ok(!isOfOtherKind(indexOf(...invoice), []));
  assert.ok(!isOfOtherKind(indexOf(...invoice), keywords.slice(0, 7)));
});

const germanKeywords = [
  ...["personenbezogene Daten", "Verantwortlicher", "Auftragsverarbeiter", "betroffene Person", "Weisung"],
  ...["Aufsichtsbehörde", "Prüfung", "Drittland"],
];
const rechnung = ["Rechnung 4711.", "12 Kisten Papier.", "Summe 100 EUR.", "Zahlbar in 30 Tagen.", "Vielen Dank."];
const german = { index: indexIn("de", rechnung), keywords: germanKeywords };

test("the language with the largest share of keywords decides", () => {
  const agreement = [
    "The processor keeps personal data for the controller.",
    "The controller may audit the processor.",
  ];
  assert.equal(countFewKeywords([german, { index: indexOf(...agreement), keywords }]), undefined);
  assert.deepEqual(countFewKeywords([german, { index: indexOf(...invoice, "We audit."), keywords }]), {
    found: 1,
    total: 10,
  });
});

test("a few lines beside a document of another kind do not make it one of the right kind", () => {
  assert.deepEqual(countFewKeywords([german, { index: indexOf("See enclosed."), keywords }]), { found: 0, total: 8 });
  assert.equal(countFewKeywords([]), undefined);
});

test("a keyword counts if its words occur together, the heading included", () => {
  assert.equal(shareOfKeywords(indexOf("Personal records.", "Data."), ["personal data"]), 0);
  assert.equal(shareOfKeywords(indexOf("# Personal data", "Records are kept."), ["personal data"]), 1);
  assert.equal(shareOfKeywords(indexOf("Personal data is kept."), ["personal data", "audit"]), 0.5);
});

test("a document that is similar to the keywords in meaning is of the right kind, whatever its words", () => {
  const passages = { width: 2, values: Float32Array.of(1, 0, 0.6, 0.8), rows: Uint32Array.of(0, 1, 0) };
  const vector = (x: number, y: number) => Float32Array.of(x, y);
  assert.ok(isNearKeywords(passages, [vector(0.8, 0.6), vector(0, 1)]));
  assert.ok(!isNearKeywords(passages, [vector(-1, 0), vector(0, -1), vector(0, 1)]));
  // For each keyword the nearest passage counts.
  assert.ok(isNearKeywords(passages, [vector(-1, 0), vector(0.6, 0.8)]));
});
