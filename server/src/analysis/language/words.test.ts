import assert from "node:assert/strict";
import { test } from "node:test";
import { contentStems, toTokens } from "./words.ts";

test("words of one root share a stem in each language", () => {
  assert.deepEqual(contentStems("notifies", "en"), contentStems("notified", "en"));
  assert.deepEqual(contentStems("Verträge", "de"), contentStems("Vertrage", "de"));
  assert.deepEqual(contentStems("traitements", "fr"), contentStems("traitement", "fr"));
  assert.deepEqual(contentStems("registros", "es"), contentStems("registro", "es"));
});

test("stop words are left out, modal verbs and negations among them", () => {
  assert.deepEqual(contentStems("The processor shall not keep it without them", "en"), ["processor", "keep"]);
  assert.deepEqual(contentStems("Er darf nicht ohne sie", "de"), []);
  assert.deepEqual(contentStems("il ne peut pas", "fr"), []);
  assert.deepEqual(contentStems("no puede sin ella", "es").length, 1);
});

test("a possessive and an elided article are no part of a word", () => {
  assert.deepEqual(
    toTokens("the controller’s data", "en").map(({ word }) => word),
    ["the", "controller", "data"],
  );
  assert.deepEqual(
    toTokens("l’accord d'audit", "fr").map(({ word }) => word),
    ["accord", "audit"],
  );
});

test("a word counts as often as it occurs", () => {
  assert.equal(contentStems("data, data and Data", "en").length, 3);
});
