import assert from "node:assert/strict";
import { test } from "node:test";
import { fillTerms } from "./fill-terms.ts";

const meaning = "What it stands for.";
const terms = {
  processor: { meaning, isParty: true, alsoCalled: [] },
  controller: { meaning, isParty: true, alsoCalled: [] },
  breach_contact: { meaning, isParty: false, alsoCalled: [] },
};
const called = (own: Record<string, string>, article = "") => ({
  ownWord: (key: string) => own[key],
  article: () => article,
  obligedParty: () => undefined,
});
const bright = called({ processor: "Brightharbor" });
const german = {
  ...{ name: "AVV", description: "Prüft.", documentKind: "Vertrag", keywords: [], clusters: {} },
  terms: {
    processor: { name: "Auftragsverarbeiter", alsoCalled: ["Auftragnehmer"] },
    controller: { name: "Verantwortlicher", alsoCalled: ["Kundin", "Auftraggeber"] },
    breach_contact: { name: "Meldestelle", alsoCalled: [] },
  },
};
const french = {
  ...german,
  terms: {
    processor: { name: "sous-traitant", alsoCalled: ["prestataire", "éditeur", "autre prestataire"] },
    controller: { name: "entité", alsoCalled: ["la société", "l'entreprise"] },
  },
};
const spanish = {
  ...german,
  terms: {
    processor: { name: "encargado del tratamiento", alsoCalled: ["proveedor"] },
    controller: { name: "parte receptora", alsoCalled: ["receptora"] },
  },
};
const control = { terms, translations: { de: german, fr: french, es: spanish } };

test("the terms of a control are read once for all of its items, however many placeholders they have", () => {
  let reads = 0;
  const counted = {
    terms: {
      get processor() {
        reads += 1;
        return terms.processor;
      },
    },
  };
  const fill = () => fillTerms("{controller} and {processor} tell {controller}.", "en", called({}), counted);
  const first = fill();
  const inFirst = reads;
  for (let item = 0; item < 10; item++) assert.equal(fill(), first);
  // Each placeholder still looks up its own term.
  assert.ok(reads < 11 * inFirst, `${reads} reads, ${inFirst} of them for the first item`);
});

test("a term becomes the document's own word, a party without one is named, and the rest is left to the author", () => {
  assert.equal(
    fillTerms("{processor} tells {controller} at {breach_contact}.", "en", bright, control),
    "Brightharbor tells the controller at [breach contact].",
  );
  assert.equal(fillTerms("{unknown_thing} is kept.", "en", bright, {}), "[unknown thing] is kept.");
});

test("a sentence that begins with a party begins with a capital letter", () => {
  assert.equal(
    fillTerms("{controller} decides. {controller} pays {controller}.", "en", bright, control),
    "The controller decides. The controller pays the controller.",
  );
});

test("a party that the document names with an article keeps it", () => {
  assert.equal(
    fillTerms(
      "{processor} acts. It is {processor} who acts.",
      "en",
      called({ processor: "Supplier" }, "the "),
      control,
    ),
    "The Supplier acts. It is the Supplier who acts.",
  );
});

const dealing = {
  name: "Incident and DPIA practice",
  terms: {
    ...terms,
    sub_processor: { meaning, isParty: true, alsoCalled: ["subcontractor"] },
    csirt: { meaning, isParty: true, alsoCalled: ["CSIRT", "regulator"] },
    ict_provider: { meaning, isParty: true, alsoCalled: ["ICT third-party service provider"] },
    dpia_owner: { meaning, isParty: true, alsoCalled: [] },
  },
};

test("after a determiner a party takes no article", () => {
  const text =
    "{processor} tells the {sub_processor} concerned, a {sub_processor}, every {sub_processor} and its {sub_processor}.";
  assert.equal(
    fillTerms(text, "en", called({}), dealing),
    "The processor tells the sub-processor concerned, a sub-processor, every sub-processor and its sub-processor.",
  );
  assert.equal(
    fillTerms(text, "en", called({ sub_processor: "Subcontractor" }, "the "), dealing),
    "The processor tells the Subcontractor concerned, a Subcontractor, every Subcontractor and its Subcontractor.",
  );
});

test("a company's name is not used after a determiner", () => {
  assert.equal(
    fillTerms("each {sub_processor} and {sub_processor}", "en", called({ sub_processor: "Cloudy" }), dealing),
    "each sub-processor and Cloudy",
  );
});

test("a party without a word of its own has its abbreviations in capitals, as the control writes them", () => {
  assert.equal(
    fillTerms("{ict_provider} tells {csirt} and {dpia_owner}.", "en", called({}), dealing),
    "The ICT provider tells the CSIRT and the DPIA owner.",
  );
});

const sentence = "{processor|Der Auftragsverarbeiter} nennt {controller|dem Verantwortlichen} die {breach_contact}.";

test("in another language a party reads as written, and what only the author knows has its name in that language", () => {
  assert.equal(
    fillTerms(sentence, "de", called({}), control),
    "Der Auftragsverarbeiter nennt dem Verantwortlichen die [Meldestelle].",
  );
});

test("the document's own word replaces the usual one if the article before it still fits", () => {
  const own = called({ processor: "Auftragnehmer", controller: "Kundin" });
  assert.equal(
    fillTerms(sentence, "de", own, control),
    "Der Auftragnehmer nennt dem Verantwortlichen die [Meldestelle].",
  );
  assert.equal(
    fillTerms("auf Weisung {processor|des Auftragsverarbeiters}", "de", own, control),
    "auf Weisung des Auftragnehmers",
  );
});

test("a German word in the genitive has the right ending", () => {
  assert.equal(
    fillTerms("im Auftrag {controller|des Verantwortlichen}", "de", called({ controller: "Auftraggeber" }), control),
    "im Auftrag des Auftraggebers",
  );
});

test("a listed French or Spanish word is used if the article fits, else the text stays as written", () => {
  const fr = (own: string, text: string) => fillTerms(text, "fr", called({ processor: own, controller: own }), control);
  assert.equal(fr("Prestataire", "{processor|Le sous-traitant} agit."), "Le Prestataire agit.");
  assert.equal(fr("Éditeur", "{processor|Le sous-traitant} agit."), "Le sous-traitant agit.");
  assert.equal(fr("Autre prestataire", "{processor|Le sous-traitant} agit."), "Le sous-traitant agit.");
  assert.equal(fr("Entreprise", "au nom {controller|de l’entité}"), "au nom de l’Entreprise");
  assert.equal(fr("Société", "au nom {controller|de l’entité}"), "au nom de l’entité");
  const es = (own: string, text: string) => fillTerms(text, "es", called({ processor: own, controller: own }), control);
  assert.equal(es("Proveedor", "informa {processor|al encargado del tratamiento}"), "informa al Proveedor");
  assert.equal(es("Receptora", "informa {controller|a la parte receptora}"), "informa a la Receptora");
});

test("a name takes no article in Spanish", () => {
  const own = called({ processor: "Brightharbor", controller: "Customer" });
  const text =
    "{processor|El encargado del tratamiento} informa {controller|a la parte receptora}. El aviso {processor|del encargado del tratamiento} llega {processor|al encargado del tratamiento}.";
  assert.equal(
    fillTerms(text, "es", own, control),
    "Brightharbor informa a Customer. El aviso de Brightharbor llega a Brightharbor.",
  );
  assert.equal(
    fillTerms("cada {processor|encargado del tratamiento}", "es", own, control),
    "cada encargado del tratamiento",
  );
});

test("a name takes no article in French, and prepositions are elided before a vowel", () => {
  const text =
    "{processor|Le sous-traitant} informe {controller|l’entité}. L’avis {processor|du sous-traitant} parvient {processor|au sous-traitant} et {controller|à l’entité}, avec l’accord {controller|de l’entité}.";
  assert.equal(
    fillTerms(text, "fr", called({ processor: "Brightharbor", controller: "Acme" }), control),
    "Brightharbor informe Acme. L’avis de Brightharbor parvient à Brightharbor et à Acme, avec l’accord d’Acme.",
  );
  assert.equal(
    fillTerms("dès que {controller|l’entité} le sait", "fr", called({ controller: "Acme" }), control),
    "dès que l’entité le sait",
  );
});

test("a name takes no article in German and is not inflected", () => {
  const own = called({ processor: "Bayer", controller: "Nordlicht GmbH" });
  assert.equal(fillTerms(sentence, "de", own, control), "Bayer nennt Nordlicht GmbH die [Meldestelle].");
  assert.equal(
    fillTerms("auf Weisung {processor|des Auftragsverarbeiters}", "de", own, control),
    "auf Weisung von Bayer",
  );
  assert.equal(
    fillTerms("mit {processor|jedem Auftragsverarbeiter}", "de", own, control),
    "mit jedem Auftragsverarbeiter",
  );
});

test("a word that the document writes with an article and the catalogue does not list is not taken for a name", () => {
  assert.equal(
    fillTerms(
      "{processor|Der Auftragsverarbeiter} handelt.",
      "de",
      called({ processor: "Betreiberin" }, "the "),
      control,
    ),
    "Der Auftragsverarbeiter handelt.",
  );
});
