import assert from "node:assert/strict";
import { test } from "node:test";
import { clausesOf } from "./clauses.ts";

const read = (text: string, under = "") =>
  clausesOf(text, under).map(({ polarity }) => `${polarity.modality}${polarity.hasException ? " but" : ""}`);

test("an exception reaches as far as its clause", () => {
  assert.deepEqual(read("It shall not sell the samples, and shall not use them other than for the tests."), [
    "prohibits",
    "prohibits but",
  ]);
  assert.deepEqual(read("It shall keep the samples; it may discard the boxes unless they are marked."), [
    "obliges",
    "permits but",
  ]);
});

test("members of an enumeration go on under what comes before them", () => {
  assert.deepEqual(read("It shall not (a) sell the samples or (b) use them except for the tests."), [
    "prohibits",
    "prohibits",
    "prohibits but",
  ]);
  assert.deepEqual(read("sell the samples;", "The recipient shall not:"), ["prohibits"]);
});

test("nor goes on with what was forbidden, and neither begins it", () => {
  assert.deepEqual(read("It shall not sell the samples nor use them."), ["prohibits", "prohibits"]);
  assert.deepEqual(read("Neither the recipient nor its staff shall sell the samples."), ["prohibits"]);
});

test("a clause that begins with its verb is about what was named before", () => {
  const [, second] = clausesOf("The samples are kept locked up and shall not be copied.", "");
  assert.match(second?.text ?? "", /^The samples .*shall not be copied/);
});

test("nor before a modal verb goes on forbidding", () => {
  assert.deepEqual(read("It shall not copy the samples, nor may it use them."), ["prohibits", "prohibits"]);
});

test("whether or not, and a month, end no clause", () => {
  assert.deepEqual(read("It shall not sell the samples, whether or not marked, except to its staff."), [
    "prohibits but",
  ]);
  assert.equal(read("Reports are due in April and May of each year.").length, 1);
});

test("an exception after a comma closes all that was said", () => {
  assert.deepEqual(read("It shall not sell the samples and shall not use them, except with consent."), [
    "prohibits but",
    "prohibits but",
  ]);
});

test("what has a subject and a verb of its own goes on under nothing", () => {
  assert.deepEqual(read("It shall not sell the samples; the use of them is governed by the annex."), [
    "prohibits",
    "states",
  ]);
  assert.deepEqual(read("It agrees not to sell the samples but may copy the manual."), ["prohibits", "permits"]);
});
