import assert from "node:assert/strict";
import { test } from "node:test";
import { guessLanguage } from "../analysis/language/words.ts";
import { type ControlDocument, type ItemTranslation, translatedLanguages } from "./catalogue-format.ts";
import { findFrameworkProblems } from "./check-framework.ts";
import { readShippedCatalogue } from "./shipped-catalogue.ts";

const frameworks = await readShippedCatalogue();
const controls = frameworks.flatMap((framework) => framework.controls);
const itemsOf = (control: ControlDocument) => control.clusters.flatMap((cluster) => cluster.items);

/** Every text of an item that a reader sees, by its place. */
function listTexts(
  texts: Omit<ItemTranslation, "criteria" | "askOwner"> & { criteria: Record<string, { statement: string }> },
) {
  const { name, objective, risks, compensatingControls, recommendation, criteria } = texts;
  return {
    ...{ name, objective, action: recommendation.action, section: recommendation.section, text: recommendation.text },
    ...Object.fromEntries(risks.map((risk, at) => [`risk ${at + 1}`, risk])),
    ...Object.fromEntries(compensatingControls.map((one, at) => [`compensating control ${at + 1}`, one])),
    ...Object.fromEntries(Object.entries(criteria).map(([key, { statement }]) => [`criterion ${key}`, statement])),
  };
}

for (const language of translatedLanguages) {
  test(`every control and every item of the catalogue is translated to ${language}`, () => {
    for (const control of controls) {
      assert.ok(control.translations?.[language], control.code);
      for (const item of itemsOf(control))
        assert.ok(item.translations?.[language], `${control.code} ${item.externalId}`);
    }
  });

  test(`no text in ${language} is still in English`, () => {
    for (const control of controls)
      for (const item of itemsOf(control)) {
        const texts = item.translations?.[language];
        assert.ok(texts);
        const english = listTexts({
          ...item,
          criteria: Object.fromEntries(item.criteria.map((one) => [one.key, one])),
        });
        for (const [place, text] of Object.entries(listTexts(texts))) {
          const original = english[place as keyof typeof english] ?? "";
          const at = `${control.code} ${item.externalId} ${place}: ${text}`;
          if (original.split(" ").length > 3) assert.notEqual(text, original, at);
          // Shorter texts have too few function words to detect their language.
          if (text.split(" ").length > 12) assert.equal(guessLanguage(text), language, at);
        }
      }
  });

  test(`each criterion has phrases and contradictions in ${language}`, () => {
    for (const control of controls)
      for (const item of itemsOf(control))
        for (const { key } of item.criteria) {
          const texts = item.translations?.[language]?.criteria[key];
          assert.ok((texts?.phrases.length ?? 0) >= 4, `${control.code} ${item.externalId} ${key}`);
          assert.ok((texts?.contradictions.length ?? 0) >= 1, `${control.code} ${item.externalId} ${key}`);
        }
  });
}

test("French texts have typographic apostrophes, and no line breaks before double punctuation or within guillemets", () => {
  for (const control of controls)
    for (const item of itemsOf(control)) {
      const texts = item.translations?.fr;
      assert.ok(texts);
      for (const [place, text] of Object.entries(listTexts(texts)))
        assert.doesNotMatch(
          text,
          /\p{L}'|[^\u00a0\u202f\d][:;?!»]|«[^\u00a0\u202f]/u,
          `${item.externalId} ${place}: ${text}`,
        );
    }
});

function findProblemsAfter(change: (control: ControlDocument) => void): string[] {
  const [framework] = structuredClone(frameworks);
  const [control] = framework?.controls ?? [];
  assert.ok(control);
  change(control);
  return findFrameworkProblems(framework);
}

test("a translation that lacks a criterion, a term or a placeholder, or has an unknown one, is reported with its place", () => {
  const german = (control: ControlDocument) => {
    const texts = itemsOf(control)[0]?.translations?.de;
    assert.ok(texts);
    return texts;
  };
  const problems = [
    ...findProblemsAfter((control) => {
      german(control).criteria = {};
    }),
    ...findProblemsAfter((control) => {
      german(control).recommendation.text = "{nobody|Niemand} unterschreibt.";
    }),
    ...findProblemsAfter((control) => {
      german(control).risks.push("Noch eines");
    }),
    ...findProblemsAfter((control) => {
      const texts = control.translations?.de;
      assert.ok(texts);
      texts.clusters = {};
      texts.terms = {};
    }),
  ].join("\n");
  assert.match(problems, /in de lacks the criterion/);
  assert.match(problems, /in de recommendation\.text has an unknown placeholder: nobody/);
  assert.match(problems, /in de has \d+ risks instead of \d+/);
  assert.match(problems, /in de lacks the cluster/);
  assert.match(problems, /in de lacks the term/);
});
