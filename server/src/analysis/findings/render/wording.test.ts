import assert from "node:assert/strict";
import { test } from "node:test";
import { type Language, languages } from "../../language/words.ts";
import { reasons } from "../../verdict/reason.ts";
import { complianceLevels } from "../findings.ts";
import type { Wording } from "./wording.ts";
import { wordingOf } from "./wording-by-language.ts";

/** Every form of page label that extraction makes, and its translations. */
const labels: Record<string, Record<Language, string>> = {
  "12": { en: "12", de: "12", fr: "12", es: "12" },
  "12 (as rendered)": {
    en: "12 (as rendered)",
    de: "12 (gerendert)",
    fr: "12 (selon le rendu)",
    es: "12 (según el renderizado)",
  },
  "section 4": { en: "section 4", de: "Abschnitt 4", fr: "section 4", es: "sección 4" },
  "slide 3": { en: "slide 3", de: "Folie 3", fr: "diapositive 3", es: "diapositiva 3" },
  "slide 3 (hidden)": {
    en: "slide 3 (hidden)",
    de: "Folie 3 (ausgeblendet)",
    fr: "diapositive 3 (masquée)",
    es: "diapositiva 3 (oculta)",
  },
  "sheet section 2": {
    en: "sheet section 2",
    de: "Tabellenblatt section 2",
    fr: "feuille section 2",
    es: "hoja section 2",
  },
  "mail header": { en: "mail header", de: "E-Mail-Kopf", fr: "en-tête du courriel", es: "encabezado del correo" },
  body: { en: "body", de: "E-Mail-Text", fr: "corps du courriel", es: "cuerpo del correo" },
  "body, section 2": {
    en: "body, section 2",
    de: "E-Mail-Text, Abschnitt 2",
    fr: "corps du courriel, section 2",
    es: "cuerpo del correo, sección 2",
  },
};

for (const language of languages)
  test(`page labels are translated to ${language}, and stay the same when translated again`, () => {
    const { page } = wordingOf(language);
    for (const [label, expected] of Object.entries(labels)) {
      assert.equal(page(label), expected[language]);
      assert.equal(page(expected[language]), expected[language]);
    }
  });

test("a place names pages, parts and the file", () => {
  const pages = ["3", "5 (as rendered)", "section 4"];
  assert.equal(wordingOf("en").where(pages, "a.txt"), "a.txt, pages 3 and 5 (as rendered) and section 4");
  assert.equal(wordingOf("de").where(pages, undefined), "Seiten 3 und 5 (gerendert) und Abschnitt 4");
});

const topics = { met: ["a"], partly: ["b"], contradicted: ["c"], missing: ["d"], not_applicable: ["e"] };

function everySentence(wording: Wording): string[] {
  const requiredFigure = { comparison: "at_most", value: 72, unit: "hours" } as const;
  const facts = {
    ...{ requiredFigure, foundFigure: "x", weakWords: "x", party: "x", exception: "x", condition: "x", where: "p" },
  };
  return [
    ...[wording.quoted("x"), wording.labelled("x", "y"), wording.listed(["x", "y"])],
    ...Object.values(wording.verdict),
    ...reasons.flatMap((reason) => [wording.reason(reason, {}), wording.reason(reason, facts)]),
    ...complianceLevels.map((level) => wording.opening(level, 12.5, topics)),
    ...[wording.noStrength, wording.covered, wording.risk],
    ...[wording.gapMissing("x"), wording.gapFound("x", "y", "p", "Z")],
    ...[0, 1, 2].map((found) => wording.gapOtherKind("x", found, 9)),
    ...[wording.openingOtherKind(9.5, "x"), wording.otherKindTopic, wording.wordsAlone],
    ...[wording.dropped(1), wording.dropped(2)],
    ...[
      wording.recommendAdd(["x", "y"]),
      wording.recommendComplete(["x", "y"]),
      wording.recommendReplace("x", "p"),
      wording.recommendCheck("x", "p"),
    ],
    ...[wording.locationIn("x", "p", "3"), wording.locationIn("x", "p", undefined)],
    ...[wording.locationAfter("x", "y", "p"), wording.locationAtEnd("x", "p")],
    wording.lookFor("x"),
  ];
}

test("in French no line breaks before double punctuation or within guillemets", () => {
  for (const text of everySentence(wordingOf("fr")))
    assert.doesNotMatch(text, /[^\u00a0\u202f][:;?!»]|«[^\u00a0\u202f]/u, JSON.stringify(text));
});

for (const language of ["en", "de", "es"] as const)
  test(`in ${language} there is no space before a colon or a semicolon`, () => {
    for (const text of everySentence(wordingOf(language))) assert.doesNotMatch(text, /\s[:;]/u, JSON.stringify(text));
  });

/** Times a year, and the wording. */
const frequencies: [timesPerYear: number, said: Record<Language, string>][] = [
  [
    0.5,
    {
      en: "at least once every 2 years",
      de: "mindestens einmal alle 2 Jahre",
      fr: "au moins une fois tous les 2 ans",
      es: "como mínimo una vez cada 2 años",
    },
  ],
  [
    365 / 30,
    {
      en: "at least once every 30 days",
      de: "mindestens einmal alle 30 Tage",
      fr: "au moins une fois tous les 30 jours",
      es: "como mínimo una vez cada 30 días",
    },
  ],
  [
    1,
    {
      en: "at least once a year",
      de: "mindestens einmal im Jahr",
      fr: "au moins une fois par an",
      es: "como mínimo una vez al año",
    },
  ],
  [
    4,
    {
      en: "at least 4 times a year",
      de: "mindestens 4 Mal im Jahr",
      fr: "au moins 4 fois par an",
      es: "como mínimo 4 veces al año",
    },
  ],
];

for (const language of languages)
  test(`a required frequency is worded in ${language} as people say it`, () => {
    for (const [value, said] of frequencies) {
      const figure = { comparison: "at_least", value, unit: "times_per_year" } as const;
      const expected = wordingOf(language).reason("figure_absent", { requiredFigure: figure });
      assert.ok(expected.includes(said[language]), expected);
    }
  });

test("an English topic is the criterion's key as a person would write it", () => {
  const { topic } = wordingOf("en");
  const topics = {
    "no-own-purposes": "No own purposes",
    "cia-resilience": "CIA resilience",
    "detect-respond": "Detection and response",
    "out-of-scope-use": "Out-of-scope use",
    "other-ai-systems": "Other AI systems",
    "admt-opt-out": "ADMT opt-out",
    "all-ephi-in-scope": "All ePHI in scope",
    "art-32-elements": "Art. 32 elements",
    "chapter-v-basis": "Chapter V basis",
    "sub-processor-breaches": "Sub-processor breaches",
    "high-risk-class": "High-risk class",
    "residual-risk": "Residual risk",
    "sale-third-parties": "Third parties in sales",
    "maintained-daily": "Maintained daily",
  };
  for (const [key, written] of Object.entries(topics)) assert.equal(topic(key), written);
});
