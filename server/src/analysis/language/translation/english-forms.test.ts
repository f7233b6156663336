import assert from "node:assert/strict";
import { test } from "node:test";
import { gerundOf, participleOf, pastOf, thirdPersonOf } from "./english-forms.ts";

test("an English verb is inflected regularly or irregularly, and an expression by its first word", () => {
  assert.equal(participleOf("carry out"), "carried out");
  assert.equal(participleOf("withdraw"), "withdrawn");
  assert.equal(pastOf("withdraw"), "withdrew");
  assert.equal(gerundOf("process"), "processing");
  assert.equal(thirdPersonOf("notify"), "notifies");
});

test("a final consonant is doubled as in English", () => {
  assert.equal(participleOf("incur"), "incurred");
  assert.equal(participleOf("shred"), "shredded");
  assert.equal(gerundOf("transmit"), "transmitting");
  assert.equal(participleOf("audit"), "audited");
});

test("a verb that is already inflected stays as it is", () => {
  assert.equal(participleOf("based on"), "based on");
  assert.equal(participleOf("need"), "needed");
});

test("a silent e is dropped", () => {
  assert.equal(gerundOf("use"), "using");
  assert.equal(gerundOf("lie"), "lying");
  assert.equal(gerundOf("be"), "being");
  assert.equal(gerundOf("agree"), "agreeing");
});
