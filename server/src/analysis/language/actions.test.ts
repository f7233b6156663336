import assert from "node:assert/strict";
import { test } from "node:test";
import { findAction, findActionVerbs, findBareAction, isAboutOtherPeople } from "./actions.ts";

test("the action follows the modal verb, or a longer expression with the same meaning", () => {
  assert.equal(findAction("The recipient may not copy the samples"), "copy the samples");
  assert.equal(findAction("The recipient shall be free to copy the samples"), "copy the samples");
  assert.equal(findAction("The recipient is not required to copy the samples"), "copy the samples");
  assert.equal(findAction("Nothing shall prevent the recipient from copying the samples"), "copying the samples");
  assert.equal(findAction("The recipient agrees not to copy the samples"), "copy the samples");
  assert.equal(findAction("The recipient undertakes to copy the samples"), "copy the samples");
  assert.equal(findAction("The recipient has the right to copy the samples"), "copy the samples");
  assert.equal(findAction("The recipient is entitled, but not obliged, to copy the samples"), "copy the samples");
  assert.equal(
    findAction("Except where the law may require it, the recipient cannot copy the samples"),
    "copy the samples",
  );
  assert.equal(findAction("Records of transfers"), "Records of transfers");
});

test("the first of several actions is the one a statement is about", () => {
  const notice = "The recipient shall tell the supplier when it is required to open the samples";
  assert.equal(findAction(notice), "tell the supplier when it is required to open the samples");
});

test("an adverbial is no part of the action", () => {
  assert.equal(
    findAction("The recipient shall not, at any time during the tests, copy the samples"),
    "copy the samples",
  );
});

test("the bare action has no adverbs and no light verb", () => {
  assert.equal(findBareAction("The recipient may make a copy of the samples"), "a copy of the samples");
  assert.equal(findBareAction("Every change shall be formally approved by the board"), "approved by the board");
  assert.equal(findBareAction("The supplier must carry out a review of access"), "a review of access");
  assert.equal(findBareAction("The supplier must provide notice"), "provide notice");
});

test("all joined verbs are found, and their objects are not", () => {
  assert.deepEqual(findActionVerbs("It shall not use, duplicate or disclose the drawings"), [
    "use",
    "duplicate",
    "disclose",
  ]);
  assert.deepEqual(findActionVerbs("The drawings shall not be copied"), ["copied"]);
  assert.deepEqual(findActionVerbs("It shall not directly or indirectly sell copies of the drawings"), ["sell"]);
  assert.deepEqual(findActionVerbs("(b) disclose the drawings"), ["disclose"]);
});

test("staff and outsiders are different people, and a text that names neither may be about both", () => {
  const own = "It may show the samples to its employees.";
  const outside = "It shall not show the samples to any third party.";
  assert.ok(isAboutOtherPeople(own, outside));
  assert.ok(isAboutOtherPeople(outside, own));
  assert.ok(isAboutOtherPeople(own, "It shall not show the samples to competitors."));
  assert.ok(!isAboutOtherPeople(own, "It shall not show the samples to anybody."));
  assert.ok(!isAboutOtherPeople(outside, "Neither it nor its employees may show the samples to anybody."));
});
