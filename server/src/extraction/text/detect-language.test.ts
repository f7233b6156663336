import assert from "node:assert/strict";
import { test } from "node:test";
import { detectLanguage } from "./detect-language.ts";

const sentences = {
  en: "The processor shall notify the controller without undue delay after becoming aware of a personal data breach.",
  de: "Der Auftragsverarbeiter meldet dem Verantwortlichen jede Verletzung des Schutzes personenbezogener Daten unverzüglich.",
  fr: "Le sous-traitant notifie au responsable du traitement toute violation de données à caractère personnel dans les meilleurs délais.",
  es: "El encargado del tratamiento notificará sin dilación indebida al responsable las violaciones de la seguridad de los datos.",
};

for (const [language, sentence] of Object.entries(sentences)) {
  test(`a sentence in ${language} is detected as ${language}`, () => {
    assert.equal(detectLanguage(sentence), language);
  });
}

test("a longer text in another language is detected with its BCP 47 code", () => {
  const dutch =
    "De verwerker stelt de verwerkingsverantwoordelijke zonder onredelijke vertraging in kennis zodra hij kennis heeft genomen van een inbreuk in verband met persoonsgegevens. ".repeat(
      3,
    );
  assert.equal(detectLanguage(dutch), "nl");
  assert.equal(
    detectLanguage("הספק ישמור על סודיות המידע ולא יעביר אותו לצד שלישי ללא הסכמה מראש ובכתב של החברה"),
    "he",
  );
});

test("a few words have no detectable language", () => {
  assert.equal(detectLanguage("Q3 2025: 14 / 22"), undefined);
  assert.equal(detectLanguage(""), undefined);
});
