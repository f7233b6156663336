import assert from "node:assert/strict";
import { test } from "node:test";
import { gerundOf, participleOf, pastOf, thirdPersonOf } from "./english-forms.ts";

test("an English verb is bent by rule or by heart, and an expression by its first word", () => {
  assert.equal(participleOf("carry out"), "carried out");
  assert.equal(participleOf("withdraw"), "withdrawn");
  assert.equal(pastOf("withdraw"), "withdrew");
  assert.equal(gerundOf("process"), "processing");
  assert.equal(thirdPersonOf("notify"), "notifies");
});

test("a last consonant is doubled where English doubles it", () => {
  assert.equal(participleOf("incur"), "incurred");
  assert.equal(participleOf("shred"), "shredded");
  assert.equal(gerundOf("transmit"), "transmitting");
  assert.equal(participleOf("audit"), "audited");
});

test("a verb that the dictionary has bent already stays as it is", () => {
  assert.equal(participleOf("based on"), "based on");
  assert.equal(participleOf("need"), "needed");
});

test("an e at the end gives way where it is silent", () => {
  assert.equal(gerundOf("use"), "using");
  assert.equal(gerundOf("lie"), "lying");
  assert.equal(gerundOf("be"), "being");
  assert.equal(gerundOf("agree"), "agreeing");
});
