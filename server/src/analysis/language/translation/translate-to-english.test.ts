import assert from "node:assert/strict";
import { test } from "node:test";
import { toEnglish } from "./translate-to-english.ts";

test("a sentence is put into English word by word, in its own order", () => {
  assert.match(
    toEnglish("Der Auftragsverarbeiter unterrichtet den Verantwortlichen.", "de"),
    /^the processor .+ the controller\.$/,
  );
  assert.match(
    toEnglish("El encargado del tratamiento notifica las violaciones.", "es"),
    /^the processor notif\w+ the \w+\.$/,
  );
  assert.match(
    toEnglish("Le sous-traitant informe le responsable du traitement.", "fr"),
    /^the processor inform\w* the controller\.$/,
  );
});

test("an expression of several words comes before its words", () => {
  assert.match(toEnglish("betroffene Personen", "de"), /^data subjects?$/);
  assert.equal(toEnglish("dans les meilleurs délais", "fr"), "without undue delay");
});

test("duties and their denial are kept apart", () => {
  for (const [text, language] of [
    ["Er darf die Daten nicht nutzen.", "de"],
    ["No utilizará los datos.", "es"],
    ["Il n’utilise pas les données.", "fr"],
  ] as const)
    assert.match(toEnglish(text, language), /\bnot\b/, text);
});

test("names, numbers and marks stay as they are, and an empty text is empty", () => {
  assert.equal(toEnglish("Brightharbor 72 (a);", "de"), "Brightharbor 72 (a);");
  assert.equal(toEnglish("", "es"), "");
});
