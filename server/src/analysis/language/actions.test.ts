import assert from "node:assert/strict";
import { test } from "node:test";
import { actOf, bareActOf, doingsIn, isAboutOthers } from "./actions.ts";

test("what a statement is about comes after its modal verb, or after a longer way to say so", () => {
  assert.equal(actOf("The recipient may not copy the samples"), "copy the samples");
  assert.equal(actOf("The recipient shall be free to copy the samples"), "copy the samples");
  assert.equal(actOf("The recipient is not required to copy the samples"), "copy the samples");
  assert.equal(actOf("Nothing shall prevent the recipient from copying the samples"), "copying the samples");
  assert.equal(actOf("The recipient agrees not to copy the samples"), "copy the samples");
  assert.equal(actOf("The recipient undertakes to copy the samples"), "copy the samples");
  assert.equal(actOf("The recipient has the right to copy the samples"), "copy the samples");
  assert.equal(actOf("The recipient is entitled, but not obliged, to copy the samples"), "copy the samples");
  assert.equal(actOf("Except where the law may require it, the recipient cannot copy the samples"), "copy the samples");
  assert.equal(actOf("Records of transfers"), "Records of transfers");
});

test("the first of several acts is the one a statement is about", () => {
  const notice = "The recipient shall tell the supplier when it is required to open the samples";
  assert.equal(actOf(notice), "tell the supplier when it is required to open the samples");
});

test("when and how something is done is not what is done", () => {
  assert.equal(actOf("The recipient shall not, at any time during the tests, copy the samples"), "copy the samples");
});

test("an act is named without how it is done and without a verb that only carries it", () => {
  assert.equal(bareActOf("The recipient may make a copy of the samples"), "a copy of the samples");
  assert.equal(bareActOf("Every change shall be formally approved by the board"), "approved by the board");
  assert.equal(bareActOf("The supplier must carry out a review of access"), "a review of access");
  assert.equal(bareActOf("The supplier must provide notice"), "provide notice");
});

test("several things may be done, and what they are done to is none of them", () => {
  assert.deepEqual(doingsIn("It shall not use, duplicate or disclose the drawings"), ["use", "duplicate", "disclose"]);
  assert.deepEqual(doingsIn("The drawings shall not be copied"), ["copied"]);
  assert.deepEqual(doingsIn("It shall not directly or indirectly sell copies of the drawings"), ["sell"]);
  assert.deepEqual(doingsIn("(b) disclose the drawings"), ["disclose"]);
});

test("one's own people are no outsiders, and what is silent on whom it reaches may reach both", () => {
  const own = "It may show the samples to its employees.";
  const outside = "It shall not show the samples to any third party.";
  assert.ok(isAboutOthers(own, outside));
  assert.ok(isAboutOthers(outside, own));
  assert.ok(isAboutOthers(own, "It shall not show the samples to competitors."));
  assert.ok(!isAboutOthers(own, "It shall not show the samples to anybody."));
  assert.ok(!isAboutOthers(outside, "Neither it nor its employees may show the samples to anybody."));
});
