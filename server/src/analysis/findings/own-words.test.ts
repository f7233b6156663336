import assert from "node:assert/strict";
import { test } from "node:test";
import { agreementTerms } from "../../testing/rendered-findings.ts";
import { aFile } from "../../testing/written-pages.ts";
import { readTermNames } from "../passages/parties.ts";
import { toPassages } from "../passages/passages.ts";
import { wordsForTexts } from "./own-words.ts";

const terms = {
  ...agreementTerms,
  main_agreement: { meaning: "Main.", isParty: false, alsoCalled: ["main contract"] },
};

function read(...lines: string[]) {
  const passages = toPassages([aFile(lines)]);
  const names = readTermNames(passages, terms);
  return { names, words: wordsForTexts(names, terms, passages) };
}

test("a party has the word that the document defines for it", () => {
  const { words } = read('Bright Ltd (the "Supplier") agrees.', "The Supplier acts. This Supplier is bound.");
  assert.deepEqual([words.ownWord("processor"), words.article("processor")], ["Supplier", "the "]);
  assert.equal(words.ownWord("controller"), undefined);
});

test("what the document calls itself is no party's name, nor anything else's", () => {
  const { names, words } = read(
    'This agreement on data ("DPA") is an addition to the main contract.',
    "For this DPA Bright is the processor.",
    "This DPA ends with it.",
  );
  assert.equal(names.ownWord("processor"), "DPA");
  assert.deepEqual([words.ownWord("processor"), words.ownWord("main_agreement")], [undefined, undefined]);
  assert.equal(words.article("processor"), "");
});
