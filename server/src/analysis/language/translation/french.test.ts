import assert from "node:assert/strict";
import { test } from "node:test";
import { translateToEnglish } from "./translate-to-english.ts";

const french = (text: string) => translateToEnglish(text, "fr");

test("of two words with one stem the one spelled alike is used", () => {
  assert.equal(french("utilisateurs"), "user");
});

test("in French an article before a vowel is a word of its own", () => {
  assert.match(french("l’accord d'audit"), /^the agreement of audit$/);
});

test("a French negation of two words is translated as one", () => {
  assert.match(french("Il ne traite les données que sur instruction."), /\bonly\b/);
  assert.match(french("Il ne conserve plus les données."), /no longer/);
});

test("a French negation goes before its verb, which stays next to its object", () => {
  assert.equal(french("Il ne met pas en œuvre les mesures."), "it does not implement the measures.");
  assert.equal(french("Le client n’est pas tenu de payer."), "the customer is not obliged to pay.");
  assert.match(french("Nous n’utilisons pas de cookies."), /^we do not use cookies/);
  assert.match(french("Nous ne vendons ni ne louons vos données."), /^we do not sell nor \w+ your data/);
  assert.match(french("Il ne dispose pas d’un plan."), /^it does not have a plan/);
  assert.match(french("à ne pas"), /not$/);
  assert.match(french("Les copies ne sont ni chiffrées ni testées."), /are not encrypted nor tested/);
});

test("a French 'only' far from its verb is found, and 'nul ne peut' is negated once", () => {
  const only = french("Il ne peut traiter les données à caractère personnel du client que sur instruction.");
  assert.match(only, /^it may process the personal data of the customer only on /);
  assert.match(french("Nul ne peut entrer."), /^no one may enter/);
  assert.match(french("Les journaux ne peuvent être modifiés."), /may not be modified/);
});

test("a French verb is translated in its form: the future is a duty", () => {
  assert.match(french("Le prestataire informera le client."), /shall inform/);
  assert.match(
    french("Les données seront transmises sans informer le client."),
    /shall be transmitted without informing/,
  );
  assert.match(french("en appliquant les règles"), /^by applying/);
  assert.match(french("Il s’engagera à respecter les règles."), /shall undertake to/);
});

test("whether a French word is a noun or a verb depends on its neighbours", () => {
  assert.match(french("Le sous-traitant aide le responsable du traitement."), /assists the controller/);
  assert.match(french("Les risques des fournisseurs sont évalués."), /^the risks of the suppliers are assessed/);
  assert.match(french("La politique est revue."), /is reviewed/);
});

test("French function words are translated by their context", () => {
  assert.match(french("sous 48 heures"), /^within 48/);
  assert.match(french("Il applique des mesures."), /applies measures/);
  assert.match(french("Il les informe."), /^it them informs/);
  assert.match(french("l’obligation de notifier"), /to notify$/);
  assert.match(french("tous les 90 jours"), /^every 90 days/);
  assert.match(french("n’est pas encore testé"), /is not yet tested/);
  assert.match(french("autre que le client"), /other than/);
  assert.match(french("A défaut d’accord"), /^failing agreement/);
  assert.equal(french("en cas du vol"), "in the event of the theft");
});

test("French adjectives are recognised in feminine and plural", () => {
  assert.equal(french("confidentielles"), "confidential");
});

test("a name within a sentence is no form of a verb", () => {
  assert.match(translateToEnglish("Les membres du club Aurea perdent leurs points.", "fr"), /the club Aurea/);
});

test("French without its accents and without the letter œ is understood", () => {
  assert.match(french("Il met en oeuvre les mesures."), /^it implement/);
  assert.equal(french("LES FINALITES ET LES DONNEES"), french("les finalités et les données"));
});
