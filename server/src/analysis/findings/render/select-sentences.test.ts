import assert from "node:assert/strict";
import { test } from "node:test";
import type { Language } from "../../language/words.ts";
import { chooseSentences, splitSentences } from "./select-sentences.ts";

function selectSentences(text: string, statements: string[], isMostMissing: boolean, language: Language): string {
  const sentences = splitSentences(text);
  const chosen = chooseSentences(sentences, statements, isMostMissing, language);
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
