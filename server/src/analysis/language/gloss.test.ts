import assert from "node:assert/strict";
import { test } from "node:test";
import { toEnglish } from "./gloss.ts";

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

test("a German compound is taken apart where it is not known whole", () => {
  assert.match(toEnglish("Kundendatenverlust", "de"), /customer.*data.*loss/);
});

test("of two words with one stem the one written alike is taken", () => {
  assert.equal(toEnglish("utilisateurs", "fr"), "user");
});

test("in French an article before a vowel is a word of its own", () => {
  assert.match(toEnglish("l’accord d'audit", "fr"), /^the agreement of audit$/);
});

test("names, numbers and marks stay as they are, and an empty text is empty", () => {
  assert.equal(toEnglish("Brightharbor 72 (a);", "de"), "Brightharbor 72 (a);");
  assert.equal(toEnglish("", "es"), "");
});

test("a French denial in two words is read as a whole", () => {
  assert.match(toEnglish("Il ne traite les données que sur instruction.", "fr"), /\bonly\b/);
  assert.match(toEnglish("Il ne conserve plus les données.", "fr"), /no longer/);
});

test("a term with a capital letter is told from the common word", () => {
  assert.match(toEnglish("según indique el Responsable", "es"), /controller$/);
  assert.match(toEnglish("una persona responsable", "es"), /responsible$/);
});

test("a German document that addresses its reader is read so", () => {
  assert.match(toEnglish("Wir verarbeiten Ihre Daten, wenn Sie einwilligen.", "de"), /your data, .*you/);
  assert.match(toEnglish("Die Parteien schützen ihre Daten.", "de"), /their data/);
});
