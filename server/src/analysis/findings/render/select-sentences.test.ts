import assert from "node:assert/strict";
import { test } from "node:test";
import type { Language } from "../../language/words.ts";
import { chooseSentences, splitSentences } from "./select-sentences.ts";

/** The sentences that close gaps; of an item's criteria, most are met unless `isMostMissing`. */
function selectSentences(text: string, open: string[], isMostMissing: boolean, language: Language): string {
  const sentences = splitSentences(text);
  const met = isMostMissing ? [] : open.map(() => "Bananas ripen.");
  const chosen = chooseSentences({ sentences, statements: [...open, ...met], language }, [...open.keys()]);
  return sentences
    .filter((_, at) => chosen.has(at))
    .join("")
    .trim();
}

const text =
  "{processor} notifies breaches to {controller}. {processor} encrypts data at rest. {processor} deletes records afterwards.";

test("only the sentences that close the gaps are suggested, in their order", () => {
  assert.equal(
    selectSentences(text, ["Records are deleted.", "Breaches are notified."], false, "en"),
    "{processor} notifies breaches to {controller}. {processor} deletes records afterwards.",
  );
});

test("the whole text is suggested when most is missing, or when no sentence closes a gap", () => {
  assert.equal(selectSentences(text, ["Breaches are notified."], true, "en"), text);
  assert.equal(selectSentences(text, ["Bananas ripen."], false, "en"), text);
  assert.equal(selectSentences("One sentence only.", ["Bananas ripen."], false, "en"), "One sentence only.");
});

test("a number, an article or an abbreviation does not cut a suggested sentence", () => {
  const withPoints =
    "{processor} notifies breaches under Art. 33 GDPR within 4.5 hours. {processor} encrypts data, e.g. at rest.";
  assert.equal(
    selectSentences(withPoints, ["Breaches are notified."], false, "en"),
    "{processor} notifies breaches under Art. 33 GDPR within 4.5 hours.",
  );
});

test("a German date and a Spanish abbreviation do not cut a suggested sentence", () => {
  assert.equal(splitSentences("Es gilt ab dem 1. Januar 2027. {provider} testet.").length, 2);
  assert.equal(splitSentences("Se transfiere a EE. UU. y a otros países. {provider} prueba.").length, 2);
});

test("a sentence that refers to the one before is suggested with it", () => {
  const kept = {
    en: "Data comes from {sources}. It was cleaned. In that case it is marked. {provider} tests the system.",
    de: "Daten stammen aus {sources}. Sie wurden bereinigt. In diesem Fall wird das vermerkt. {provider} testet das System.",
    fr: "Les données viennent de {sources}. Elles ont été nettoyées. Dans ce cas, cela est noté. {provider} teste le système.",
    es: "Los datos proceden de {sources}. Estos se han depurado. En tal caso, se anota. {provider} prueba el sistema.",
  };
  const asked = { en: "It is marked.", de: "Das wird vermerkt.", fr: "Cela est noté.", es: "Se anota." };
  for (const language of ["en", "de", "fr", "es"] as const)
    assert.equal(
      selectSentences(kept[language], [asked[language]], false, language),
      kept[language].slice(0, kept[language].indexOf("{provider}")).trim(),
    );
  assert.equal(
    selectSentences(kept.en, ["The provider tests the system."], false, "en"),
    "{provider} tests the system.",
  );
});

test("a sentence that no other criterion asks for is suggested for the one that no sentence fits", () => {
  const statements = ["Breaches are notified.", "Data is encrypted.", "Bananas ripen."];
  const sentences = splitSentences(text);
  assert.deepEqual(chooseSentences({ sentences, statements, language: "en" }, [2]), new Set([2]));
});

test("of sentences that fit nearly alike, all are suggested", () => {
  const alike = splitSentences("{processor} gives notice of a breach. {processor} gives notice of changes. It pays.");
  const statements = ["The processor gives notice.", "It pays."];
  assert.deepEqual(chooseSentences({ sentences: alike, statements, language: "en" }, [0]), new Set([0, 1]));
});
