import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { ControlDocument } from "../catalogue/catalogue-format.ts";
import { readShippedCatalogue } from "../catalogue/shipped-catalogue.ts";
import { aFile } from "../testing/written-pages.ts";
import type { ItemToJudge, Subject } from "./analyser.ts";
import type { ItemFindings } from "./findings/findings.ts";
import { type RenderedFindings, renderFindings } from "./findings/render/render-findings.ts";
import { guessLanguage, type Language, languages } from "./language/words.ts";
import { openOfflineAnalyser } from "./offline-analyser.ts";

/** Documents and findings in all combinations of four languages. By words alone, because the texts do not depend on the models. */

let control: ControlDocument;
let breach: ControlDocument["clusters"][number]["items"][number];
before(async () => {
  const controls = (await readShippedCatalogue()).flatMap((framework) => framework.controls);
  const found = controls.find(({ code }) => code === "DPA");
  assert.ok(found);
  control = found;
  const item = control.clusters
    .flatMap(({ items }) => items)
    .find(({ externalId }) => externalId === "GDPR Art. 33(2)");
  assert.ok(item);
  breach = item;
});

const agreements: Record<Language, string[]> = {
  en: [
    "# Personal data breaches",
    "The processor shall notify the controller of a personal data breach without undue delay after becoming aware of it.",
    "The processor bears no costs of the notification.",
  ],
  de: [
    "# Verletzungen des Schutzes personenbezogener Daten",
    "Der Auftragsverarbeiter meldet dem Verantwortlichen eine Verletzung des Schutzes personenbezogener Daten unverzüglich, nachdem sie ihm bekannt geworden ist.",
    "Der Auftragsverarbeiter trägt keine Kosten der Meldung.",
  ],
  fr: [
    "# Violations de données à caractère personnel",
    "Le sous-traitant notifie au responsable du traitement toute violation de données à caractère personnel dans les meilleurs délais après en avoir pris connaissance.",
    "Le sous-traitant ne supporte aucun coût de la notification.",
  ],
  es: [
    "# Violaciones de la seguridad de los datos personales",
    "El encargado del tratamiento notificará al responsable del tratamiento, sin dilación indebida, toda violación de la seguridad de los datos personales de la que tenga conocimiento.",
    "El encargado del tratamiento no asume los costes de la notificación.",
  ],
};

function judged(of: Language, item: ItemToJudge = breach): Promise<ItemFindings> {
  return judgedIn({ files: [{ ...aFile(agreements[of]), language: of }], control, items: [item] }, item);
}

const render = (findings: ItemFindings, language: Language, item: ItemToJudge = breach) =>
  renderFindings({ language, control, item, files: [{ name: "agreement.pdf", labelOf: String }] }, findings);

async function judgedIn(subject: Subject, item: ItemToJudge): Promise<ItemFindings> {
  const analyser = openOfflineAnalyser({ models: async () => undefined });
  const analysis = await analyser.open(subject);
  try {
    return await analysis.judge(item);
  } finally {
    await analyser.close();
  }
}

const quotes = /[“„«]\s?[^”“»]*\s?[”“»]/gu;

/** Every sentence of the findings, without quotes and text to insert. */
function saidIn(rendered: RenderedFindings): string[] {
  const { strength, gaps, explanation, recommendations, risks, compensatingControls, criteria } = rendered;
  return [
    ...[
      ...criteria.map(({ statement }) => statement),
      strength,
      ...explanation.split("\n"),
      ...risks,
      ...compensatingControls,
    ],
    ...gaps.flatMap(({ topic, description }) => [topic, description]),
    ...recommendations.map((one) => one.actionableRecommendation),
  ].map((text) => text.replaceAll(quotes, ""));
}

for (const target of languages)
  for (const of of languages)
    test(`the findings of a document in ${of} are rendered in ${target}, and nothing is mixed`, async () => {
      const findings = await judged(of);
      const rendered = render(findings, target);
      for (const { suggestedTextToBeAdded } of rendered.recommendations)
        assert.equal(guessLanguage(suggestedTextToBeAdded), of, suggestedTextToBeAdded);
      // Counts and figures have too few words to guess a language.
      const long = saidIn(rendered).filter((text) => text.split(" ").length > 12 && !/\b100\b/.test(text));
      assert.ok(long.length >= 3, JSON.stringify(findings));
      for (const text of long) assert.equal(guessLanguage(text), target, text);
      for (const { text } of findings.criteria.flatMap(({ evidence }) => evidence))
        assert.ok(
          agreements[of].some((line) => line.includes(text)),
          `${text} is in the document's own words`,
        );
    });

test("evidence is found in a document of any language", async () => {
  for (const of of languages) {
    const { criteria } = await judged(of);
    const quoted = criteria.flatMap(({ evidence }) => evidence.map(({ text }) => text));
    assert.ok(quoted.includes(agreements[of][1] ?? ""), `${of}: ${JSON.stringify(criteria)}`);
  }
});

test("an agreement beside a longer price list in another language is recognised by the keywords of its own language", async () => {
  const agreement = aFile([
    ...agreements.en,
    "The processor acts on documented instructions of the controller and assists it with requests of data subjects.",
    "A sub-processor is engaged with the authorisation of the controller, who may audit the processor.",
    "The controller and the processor cooperate with the supervisory authority.",
  ]);
  const list = ["# Preisliste", "Papier kostet 20 Euro.", "Toner kostet 80 Euro.", "Stifte kosten 2 Euro."];
  const prices = { ...aFile(list, { name: "preise.pdf", pages: [list, list] }), language: "de" };
  const alone = await judgedIn({ files: [prices], control, items: [breach] }, breach);
  const together = await judgedIn({ files: [agreement, prices], control, items: [breach] }, breach);
  assert.ok(alone.otherKind);
  assert.equal(together.otherKind, undefined);
  assert.ok(together.score > 20, String(together.score));
});

test("an item without a translation has all its findings in its own language", async () => {
  const { translations, ...english } = breach;
  assert.ok(translations);
  const findings = await judged("de", english);
  for (const text of saidIn(render(findings, "fr", english)).filter((one) => one.split(" ").length > 12))
    assert.equal(guessLanguage(text), "en", text);
});

test("the findings of an item imported in German are in German, even for an English document", async () => {
  const objective =
    "Der Auftragsverarbeiter meldet dem Verantwortlichen jede Verletzung des Schutzes personenbezogener Daten unverzüglich.";
  const item = { externalId: "1", name: "Meldung von Verletzungen", objective };
  const findings = await judged("en", item);
  assert.equal(findings.catalogueLanguage, "de");
  assert.match(render(findings, "de", item).explanation, /^Das Dokument/);
  assert.equal(findings.criteria[0]?.statement, objective);
  assert.notEqual(findings.criteria[0]?.verdict, "missing");
});

test("a few words are taken for English unless one of them is not", () => {
  const guesses: [text: string, language: Language][] = [
    ...[
      "Risk management",
      "Asset management",
      "Equipment Protect equipment.",
      "Secure areas",
      "Audit logs",
      "Logos",
    ].map((text): [string, Language] => [text, "en"]),
    ["Verschlüsselung", "de"],
    ["Sicherheit der Verarbeitung", "de"],
    ["Gestion des risques", "fr"],
    ["Sécurité du traitement", "fr"],
    ["Seguridad de la información", "es"],
    ["Áreas seguras del edificio", "es"],
  ];
  assert.deepEqual(
    guesses.map(([text]) => [text, guessLanguage(text)]),
    guesses,
  );
});
