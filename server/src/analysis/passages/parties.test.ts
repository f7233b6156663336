import assert from "node:assert/strict";
import { test } from "node:test";
import { aFile } from "../../testing/written-pages.ts";
import { readTermNames } from "./parties.ts";
import { toPassages } from "./passages.ts";

const terms = {
  controller: { meaning: "Decides.", isParty: true, alsoCalled: ["customer", "verantwortlicher", "responsable"] },
  processor: { meaning: "Acts.", isParty: true, alsoCalled: ["data processor", "supplier", "encargado"] },
  sub_processor: { meaning: "Helps.", isParty: true, alsoCalled: ["sub-processor", "subprocessor"] },
  organisation: { meaning: "Has policies.", isParty: true, alsoCalled: ["the company", "la société", "l'entreprise"] },
  security_officer: { meaning: "Guards.", isParty: true, alsoCalled: ["information security officer"] },
  main_agreement: { meaning: "The contract.", isParty: false, alsoCalled: ["master services agreement"] },
};
const namesIn = (...lines: string[]) => readTermNames(toPassages([aFile(lines)]), terms);

test("a defined term is the document's own word", () => {
  const names = namesIn(
    'Acme GmbH (the "Customer") and Bright Ltd (hereinafter referred to as “Data Processor”) agree.',
  );
  assert.equal(names.ownWord("controller"), "Customer");
  assert.equal(names.ownWord("processor"), "Data Processor");
  assert.equal(names.ownWord("sub_processor"), undefined);
});

test("definitions are read with German and French quotation marks", () => {
  assert.equal(namesIn("Acme GmbH („Verantwortlicher“) handelt.").ownWord("controller"), "Verantwortlicher");
  assert.equal(namesIn("Acme SA (ci-après « le Responsable ») agit.").ownWord("controller"), "Responsable");
});

test("the party that acts as processor is the document's word for the processor", () => {
  const names = namesIn(
    'Bright Ltd ("Brightharbor") serves Acme ("Acme").',
    "Brightharbor acts as processor for Acme.",
  );
  assert.equal(names.ownWord("processor"), "Brightharbor");
  assert.equal(names.obligedParty("Brightharbor shall keep records."), "processor");
});

test("the party that acts as sub-processor is not taken for the processor", () => {
  const names = namesIn('Cloud Ltd ("Cloudy") helps.', "Cloudy acts as sub-processor.");
  assert.equal(names.ownWord("processor"), undefined);
  assert.equal(names.ownWord("sub_processor"), "Cloudy");
});

test("a word with a capital letter within sentences is a term of the document", () => {
  const names = namesIn("Data is kept by the Supplier.", "Records are kept by the Supplier.");
  assert.equal(names.ownWord("processor"), "Supplier");
});

test("a word that only ends a longer name is no term of the document", () => {
  const officer = (...lines: string[]) => namesIn(...lines).ownWord("security_officer");
  assert.equal(
    officer("Records go to the Information Security Officer.", "Ask the Information Security Officer."),
    "Information Security Officer",
  );
  assert.equal(officer("Ask the Group Security Officer.", "Group Security Officer reviews are held."), undefined);
  assert.equal(officer("The Security Officer reviews.", "Ask the Security Officer."), "Security Officer");
});

test("a defined company is recognised although the catalogue lists it with an article", () => {
  const names = namesIn('Acme Ltd (the "Company") has policies.');
  assert.equal(names.ownWord("organisation"), "Company");
  assert.equal(names.article("organisation"), "the ");
  assert.equal(namesIn("Acme SA (ci-après « la Société ») agit.").ownWord("organisation"), "Société");
  assert.equal(namesIn("Acme SA (ci-après « l’Entreprise ») agit.").ownWord("organisation"), "Entreprise");
});

test("an article at the beginning of a sentence counts as one", () => {
  const defined = 'Acme ("Customer") and Bright ("Supplier") agree.';
  assert.equal(namesIn(defined, "The Supplier acts.", "The Supplier pays.").article("processor"), "the ");
  assert.equal(namesIn(defined, "Data is kept by Supplier.", "It is held by Supplier.").article("processor"), "");
});

test("an article of another language counts as one", () => {
  const german = namesIn("Acme („Anbieter“) liefert.", "Der Anbieter ist Processor.", "Daten gibt man dem Anbieter.");
  assert.equal(german.ownWord("processor"), "Anbieter");
  assert.equal(german.article("processor"), "the ");
  const french = namesIn("Acme SA (« Éditeur ») livre.", "L’Éditeur est processor.", "C’est à l’Éditeur.");
  assert.equal(french.article("processor"), "the ");
});

test("the party before the verb is obliged", () => {
  const names = namesIn("Nothing is defined here.");
  assert.equal(names.obligedParty("The processor shall notify the controller."), "processor");
  assert.equal(names.obligedParty("The customer must pay the supplier."), "controller");
  assert.equal(names.obligedParty("El encargado deberá informar al responsable."), "processor");
  assert.equal(names.obligedParty("El responsable podrá auditar al encargado."), "controller");
  assert.equal(names.obligedParty("Records are kept."), undefined);
});

test("a possessive is not the obliged party", () => {
  const names = namesIn("Nothing is defined here.");
  assert.equal(
    names.obligedParty("The processor, on the controller’s instructions, shall delete the data."),
    "processor",
  );
});

test("each party and the parties stand for both", () => {
  const names = namesIn("Nothing is defined here.");
  assert.equal(names.obligedParty("Each party shall keep records."), "both");
  assert.equal(names.obligedParty("The parties shall keep records."), "both");
  assert.equal(names.obligedParty("Both parties must keep records."), "both");
});

test("a sub-processor is no processor", () => {
  const names = namesIn("Nothing is defined here.");
  assert.equal(names.obligedParty("Every sub-processor shall keep records."), "sub_processor");
  assert.equal(names.obligedParty("The sub processor shall keep records."), "sub_processor");
});

test("a control without terms has no names", () => {
  const names = readTermNames(toPassages([aFile(['Acme ("Customer") shall pay.'])]), undefined);
  assert.equal(names.ownWord("controller"), undefined);
  assert.equal(names.obligedParty("The Customer shall pay."), undefined);
});

test("a party that is feminine in German is recognised", () => {
  const passages = toPassages([aFile(["Die Parteien schließen diesen Vertrag."])]);
  const { obligedParty } = readTermNames(passages, {
    processor: { meaning: "Acts.", isParty: true, alsoCalled: ["Auftragnehmer"] },
    controller: { meaning: "Decides.", isParty: true, alsoCalled: ["Auftraggeber"] },
  });
  assert.equal(obligedParty("Die Auftragnehmerin muss jeden Vorfall melden."), "processor");
  assert.equal(obligedParty("Die Auftraggeberinnen dürfen prüfen, und die Auftraggeberin hat Zugang."), "controller");
});
