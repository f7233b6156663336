import assert from "node:assert/strict";
import { test } from "node:test";
import { translateToEnglish } from "./translate-to-english.ts";

const german = (text: string) => translateToEnglish(text, "de");

test("an unknown German compound is split", () => {
  assert.match(german("Kundendatenverlust"), /customer.*data.*loss/);
});

test("feminine German nouns are recognised", () => {
  assert.match(
    german("Die Auftragnehmerin unterrichtet die Auftraggeberin und deren Vertreterinnen."),
    /^the contractor notify the client and .*representative/,
  );
  assert.match(german("Die Empfängerin schützt die Daten."), /^the recipient /);
});

test("a made-up word of many parts takes no longer than any other", () => {
  for (const parts of [10, 15, 40]) {
    const word = `${"daten".repeat(parts)}q`;
    assert.equal(german(word), word);
  }
});

test("a German document that addresses its reader says you", () => {
  assert.match(german("Wir verarbeiten Ihre Daten, wenn Sie einwilligen."), /your data, .*you/);
  assert.match(german("Die Parteien schützen ihre Daten."), /their data/);
});

test("German negations and limitations go to the verb", () => {
  assert.equal(
    german("Er darf die Daten nicht an Dritte weitergeben."),
    "he must not transfer the data to third parties.",
  );
  assert.match(german("Er darf keine Daten weitergeben."), /^he must not transfer any data\.$/);
  assert.match(german("Wir nutzen die Daten nicht."), /^we do not use the data\.$/);
  assert.match(german("Die Daten dürfen nur verschlüsselt werden."), /may only be encrypted/);
  assert.match(german("Die Daten werden nicht gelöscht."), /^the data shall not be erased\.$/);
  assert.match(
    german("Er darf die Daten nicht kopieren oder an Dritte übergeben."),
    /must not copy .* or must not hand over/,
  );
});

test("a German subject goes before its verb, and is not invented for a main clause that continues another", () => {
  assert.match(german("Bei Verstößen informiert der Anbieter den Kunden."), /, the provider inform the customer\.$/);
  assert.match(
    german("Die Partei, welche den Vertrag verletzt, hat der anderen den Schaden zu ersetzen."),
    /contract, must replace/,
  );
  assert.match(german("Es werden keine Daten übermittelt."), /^no data shall be transferred\.$/);
});

test("a German verb at the end of its clause goes behind the subject", () => {
  assert.match(german("Er sagt, dass der Anbieter die Daten gelöscht hat."), /that the provider has erased the data/);
  assert.match(german("Daten, die der Anbieter verarbeitet, sind geheim."), /which the provider process,/);
  assert.match(german("soweit dies erforderlich ist"), /^to the extent that \w+ is required$/);
});

test("a German condition without a conjunction is recognised", () => {
  assert.match(
    german("Stellt der Kunde einen Mangel fest, kann er kündigen."),
    /^if the customer detect a defect, he can terminate/,
  );
  assert.doesNotMatch(german("Ist der Plan aktuell, und wer prüft ihn?"), /^if/);
});

test("German duties and infinitives go before their objects", () => {
  assert.match(german("Der Kunde hat den Mangel unverzüglich anzuzeigen."), /^the customer must notify the defect/);
  assert.match(german("Der Mangel ist unverzüglich zu melden."), /^the defect must be notified/);
  assert.match(german("um die Daten zu schützen"), /^in order to protect the data$/);
  assert.match(german("Er ist verpflichtet die Daten zu löschen."), /is obliged to to erase the data/);
});

test("a German passive has its participle and its agent", () => {
  assert.match(german("Der Plan muss vom Vorstand genehmigt werden."), /^the plan must be approved by the board\.$/);
  assert.match(german("wenn die Daten gelöscht werden"), /^if the data are erased$/);
});

test("a German genitive gets of", () => {
  assert.equal(german("die Löschung der Daten"), "the erasure of the data");
  assert.match(german("die Nutzung privater Geräte"), /^the use of private/);
  assert.match(german("während des Vertrags"), /^during the contract$/);
});

test("the forms of a German verb are recognised by its infinitive", () => {
  for (const form of ["sichergestellt", "sicherzustellen", "sicherstellt"]) assert.match(german(form), /ensure/, form);
  assert.match(german("Der Anbieter stellt die Einhaltung sicher."), /provider ensure the compliance/);
  assert.match(german("Wir nehmen hierfür Dienstleister in Anspruch."), /^we use /);
});

test("German prefixes and suffixes are translated", () => {
  assert.match(german("unveröffentlicht"), /^not published$/);
  assert.match(german("aktualisierbar"), /^able to be updated$/);
});

test("German abbreviations are expanded, and numbers are written as in English", () => {
  assert.match(german("z. B. nach Art. 28 Abs. 3"), /^for example pursuant to article 28 paragraph 3$/);
  assert.match(german("Art der Daten"), /^type of data$/);
  assert.match(german("500.000 EUR und 4,5 Prozent"), /^500,000 euro and 4\.5 percent$/);
  assert.match(german("nicht länger als 30 Tage"), /^no longer than 30 days$/);
});

test("a German noun is distinguished by its capital letter", () => {
  assert.match(german("das dritte Mal"), /third/);
  assert.match(german("an einen anderen oder Dritte"), /third parties/);
});

test("German neither … nor and a second negation stay with their verbs", () => {
  assert.match(
    german("Die Daten werden weder verkauft noch an Dritte übergeben."),
    /shall be neither sold nor shall be handed over/,
  );
  assert.match(german("Die Daten werden geprüft und nicht gelöscht."), /shall be checked and shall not be erased/);
});

test("a German request to the reader is no condition", () => {
  assert.match(
    german("Prüfen Sie die Protokolle und melden Sie Mängel, sobald sie auftreten."),
    /^check the log and notify defect/,
  );
  assert.match(
    german("Benötigen wir mehr Zeit, teilen wir Ihnen den Grund mit."),
    /^if we need more time, we inform you/,
  );
});

test("the sense of an ambiguous German word depends on its context", () => {
  assert.match(german("Der Bedarf der Kunden steigt."), /^the need of the customer/);
  assert.match(german("Dies geschieht nach diesem Vertrag."), /under this contract/);
  assert.match(german("nach der Prüfung"), /^after the check/);
  assert.match(german("über zwölf Monate"), /^over twelve months/);
  assert.match(german("die meldende Stelle"), /^the notifying/);
  assert.match(german("die umzusetzenden Maßnahmen"), /^the to be implemented measure/);
});

test("a German word for both genders is translated once", () => {
  const plain = german("Der Verkäufer informiert die Kunden über die Rechte der Nutzer.");
  for (const text of [
    "Der:die Verkäufer:in informiert die Kund:innen über die Rechte der Nutzer:innen.",
    "Der*die Verkäufer*in informiert die Kund*innen über die Rechte der Nutzer*innen.",
    "Der/die Verkäufer/in informiert die Kund/-innen über die Rechte der Nutzer/-innen.",
    "Der Verkäufer informiert die KundInnen über die Rechte der NutzerInnen.",
  ])
    assert.equal(german(text), text.startsWith("Der/") ? plain.replace("the ", "the/the ") : plain);
  assert.match(german("Der Termin: informieren Sie uns."), /: inform/);
});

test("the full stop of an address does not end a German clause", () => {
  assert.match(
    german("Das Bewertungssystem ist Bestandteil des example.de Dienstes."),
    /is .*part of the example\.de service/,
  );
});
