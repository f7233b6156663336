import assert from "node:assert/strict";
import { test } from "node:test";
import { gerundOf, participleOf, pastOf, thirdPersonOf } from "./english-forms.ts";
import { translateToEnglish } from "./translate-to-english.ts";

test("a sentence is translated word for word", () => {
  assert.match(
    translateToEnglish("Der Auftragsverarbeiter unterrichtet den Verantwortlichen.", "de"),
    /^the processor .+ the controller\.$/,
  );
  assert.match(
    translateToEnglish("El encargado del tratamiento notifica las violaciones.", "es"),
    /^the processor notif\w+ the \w+\.$/,
  );
  assert.match(
    translateToEnglish("Le sous-traitant informe le responsable du traitement.", "fr"),
    /^the processor inform\w* the controller\.$/,
  );
});

test("an expression of several words takes precedence over its words", () => {
  assert.match(translateToEnglish("betroffene Personen", "de"), /^data subjects?$/);
  assert.equal(translateToEnglish("dans les meilleurs délais", "fr"), "without undue delay");
});

test("a negation is kept", () => {
  for (const [text, language] of [
    ["Er darf die Daten nicht nutzen.", "de"],
    ["No utilizará los datos.", "es"],
    ["Il n’utilise pas les données.", "fr"],
  ] as const)
    assert.match(translateToEnglish(text, language), /\bnot\b/, text);
});

test("names, numbers and punctuation stay as they are, and an empty text is empty", () => {
  assert.equal(translateToEnglish("Brightharbor 72 (a);", "de"), "Brightharbor 72 (a);");
  assert.equal(translateToEnglish("", "es"), "");
});

test("an English verb is inflected regularly or irregularly, and an expression by its first word", () => {
  assert.equal(participleOf("carry out"), "carried out");
  assert.equal(participleOf("withdraw"), "withdrawn");
  assert.equal(pastOf("withdraw"), "withdrew");
  assert.equal(gerundOf("process"), "processing");
  assert.equal(thirdPersonOf("notify"), "notifies");
});

test("a final consonant is doubled as in English", () => {
  assert.equal(participleOf("incur"), "incurred");
  assert.equal(participleOf("shred"), "shredded");
  assert.equal(gerundOf("transmit"), "transmitting");
  assert.equal(participleOf("audit"), "audited");
});

test("a verb that is already inflected stays as it is", () => {
  assert.equal(participleOf("based on"), "based on");
  assert.equal(participleOf("need"), "needed");
});

test("a silent e is dropped", () => {
  assert.equal(gerundOf("use"), "using");
  assert.equal(gerundOf("lie"), "lying");
  assert.equal(gerundOf("be"), "being");
  assert.equal(gerundOf("agree"), "agreeing");
});
