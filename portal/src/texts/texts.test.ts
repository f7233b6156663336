import assert from "node:assert/strict";
import { test } from "node:test";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";

/** A stand-in for every argument: prints as "2" and has the members of a document's state. */
const anything = Object.assign(Object("2"), {
  status: "processing",
  progress: { pagesDone: 1, pageCount: 1, itemsDone: 1, itemCount: 2 },
});

function everyText(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") return [String(value(...Array(value.length).fill(anything)))];
  return Object.values(value as object).flatMap(everyText);
}

test("in French no line breaks before double punctuation or within guillemets", () => {
  const texts = everyText(fr);
  assert.ok(texts.length > 300);
  for (const text of texts)
    assert.doesNotMatch(text.replace(/https?:/g, ""), /[^\u00a0\u202f][:;?!»]|«[^\u00a0\u202f]/u, JSON.stringify(text));
});

test("page labels are translated", () => {
  const names = (label: string) => [en, de, fr].map(({ evidence }) => evidence.item.place("a", label));
  assert.deepEqual(names("12"), ["a, page 12", "a, Seite 12", "a, page 12"]);
  assert.deepEqual(names("12 (as rendered)"), [
    ...["a, page 12 (as rendered)", "a, Seite 12 (gerendert)", "a, page 12 (selon le rendu)"],
  ]);
  assert.deepEqual(names("slide 3 (hidden)"), [
    ...["a, slide 3 (hidden)", "a, Folie 3 (ausgeblendet)", "a, diapositive 3 (masquée)"],
  ]);
  assert.deepEqual(names("body, section 2"), [
    ...["a, body, section 2", "a, E-Mail-Text, Abschnitt 2", "a, corps du courriel, section 2"],
  ]);
  assert.deepEqual(names("Abschnitt 4"), ["a, Abschnitt 4", "a, Abschnitt 4", "a, Abschnitt 4"]);
});

test("a page label at the start of a heading is capitalised", () => {
  assert.equal(en.evidence.item.pageOf("section 4", 9), "Section 4 of 9");
  assert.equal(de.evidence.item.pageOf("2", 3), "Seite 2 von 3");
});
