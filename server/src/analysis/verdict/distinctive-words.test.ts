import assert from "node:assert/strict";
import { test } from "node:test";
import { wordingOf } from "../findings/render/wording-by-language.ts";
import { type Language, languages } from "../language/words.ts";
import { findDistinctiveWords } from "./distinctive-words.ts";
import type { Reason } from "./reason.ts";

const within72Hours = { figure: { comparison: "at_most", value: 72, unit: "hours" } as const };

const passages: Record<Language, [reason: Reason, text: string, words: string, rendered: string][]> = {
  en: [
    [
      ...(["not_binding", "The Supplier will\nendeavour to tell the Customer.", "endeavour"] as const),
      "The wording “endeavour” leaves room for discretion.",
    ],
    [
      ...(["figure_not_met", "Breaches are reported within thirty (30) days.", "thirty (30) days"] as const),
      "The figure “thirty (30) days” does not meet the requirement (at most 72 hours).",
    ],
  ],
  de: [
    [
      ...(["not_binding", "Vorfälle werden in der Regel gemeldet.", "in der Regel"] as const),
      "Die Formulierung „in der Regel“ lässt Spielraum.",
    ],
    [
      ...(["figure_not_met", "Vorfälle werden binnen 30 Tagen gemeldet.", "30 Tagen"] as const),
      "Die Angabe „30 Tagen“ entspricht nicht der Anforderung (höchstens 72 Stunden).",
    ],
  ],
  fr: [
    [
      ...(["not_binding", "Le prestataire s’efforce de signaler les incidents.", "s’efforce"] as const),
      "L’expression «\u00a0s’efforce\u00a0» laisse une marge d’appréciation.",
    ],
    [
      ...(["figure_not_met", "Les incidents sont signalés dans les 30 jours.", "30 jours"] as const),
      "La valeur «\u00a030 jours\u00a0» ne respecte pas l’exigence (au plus 72 heures).",
    ],
  ],
  es: [
    [
      ...(["not_binding", "El proveedor procurará comunicar los incidentes.", "procurará"] as const),
      "La expresión «procurará» deja margen de apreciación.",
    ],
    [
      ...(["figure_not_met", "Los incidentes se comunican en un plazo de 30 días.", "30 días"] as const),
      "El valor «30 días» no respeta lo exigido (como máximo 72 horas).",
    ],
  ],
};

for (const language of languages)
  test(`a reason names in ${language} the words of the passage that it rests on, as they are written there`, () => {
    for (const [reason, text, words, rendered] of passages[language]) {
      assert.equal(findDistinctiveWords(reason, within72Hours, text, language), words);
      const facts = { requiredFigure: within72Hours.figure, weakWords: words, foundFigure: words };
      assert.equal(wordingOf(language).reason(reason, facts), rendered);
    }
  });

test("of several figures none is named, because it is unclear which one is meant", () => {
  const text = "Breaches are reported within 30 days and closed within 60 days.";
  assert.equal(findDistinctiveWords("figure_not_met", within72Hours, text, "en"), undefined);
});

test("ambiguous weak words are not named, and do not hide others", () => {
  const named = (text: string, language: Language) =>
    findDistinctiveWords("not_binding", within72Hours, text, language);
  assert.equal(named("Programs which might circumvent controls are blocked.", "en"), undefined);
  assert.equal(named("The nature and aim of the processing are described; it may change.", "en"), undefined);
  assert.equal(named("The list, as amended from time to time, is binding.", "en"), undefined);
  assert.equal(named("Where the Supplier intends to engage another, it shall ask before.", "en"), undefined);
  assert.equal(named("Die Liste, wie von Zeit zu Zeit geändert, ist verbindlich.", "de"), undefined);
  assert.equal(named("La liste, modifiée de temps à autre, fait foi.", "fr"), undefined);
  assert.equal(named("The Supplier may, where practicable, tell the Customer.", "en"), "where practicable");
  assert.equal(named("Geräte, die als Beweis dienen können, werden gesichert.", "de"), undefined);
  assert.equal(named("Des tiers peuvent voir l’écran.", "fr"), undefined);
  assert.equal(named("El proveedor podrá tratar los datos.", "es"), undefined);
});

test("a figure that meets the requirement is not named, whatever the reason says", () => {
  const text = "Breaches are reported within 24 hours.";
  assert.equal(findDistinctiveWords("figure_not_met", within72Hours, text, "en"), undefined);
});

test("nothing is named if the passage has no such words", () => {
  for (const reason of ["not_binding", "exception", "figure_not_met", "incomplete", "stated"] as const)
    assert.equal(findDistinctiveWords(reason, within72Hours, "Breaches are reported.", "en"), undefined);
});
