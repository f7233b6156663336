import assert from "node:assert/strict";
import { test } from "node:test";
import { splitClauses } from "./clauses.ts";

const read = (text: string, leadIn = "") =>
  splitClauses(text, leadIn).map(({ polarity }) => `${polarity.modality}${polarity.hasException ? " but" : ""}`);

test("an exception applies to its own clause only", () => {
  assert.deepEqual(read("It shall not sell the samples, and shall not use them other than for the tests."), [
    "prohibits",
    "prohibits but",
  ]);
  assert.deepEqual(read("It shall keep the samples; it may discard the boxes unless they are marked."), [
    "obliges",
    "permits but",
  ]);
});

test("members of an enumeration inherit the modality of what comes before them", () => {
  assert.deepEqual(read("It shall not (a) sell the samples or (b) use them except for the tests."), [
    "prohibits",
    "prohibits",
    "prohibits but",
  ]);
  assert.deepEqual(read("sell the samples;", "The recipient shall not:"), ["prohibits"]);
});

test("nor continues a prohibition, and neither begins one", () => {
  assert.deepEqual(read("It shall not sell the samples nor use them."), ["prohibits", "prohibits"]);
  assert.deepEqual(read("Neither the recipient nor its staff shall sell the samples."), ["prohibits"]);
});

test("a clause that begins with its verb has the subject of the clause before it", () => {
  const [, second] = splitClauses("The samples are kept locked up and shall not be copied.", "");
  assert.match(second?.text ?? "", /^The samples .*shall not be copied/);
});

test("nor before a modal verb continues a prohibition", () => {
  assert.deepEqual(read("It shall not copy the samples, nor may it use them."), ["prohibits", "prohibits"]);
});

test("neither whether or not nor the month of May ends a clause", () => {
  assert.deepEqual(read("It shall not sell the samples, whether or not marked, except to its staff."), [
    "prohibits but",
  ]);
  assert.equal(read("Reports are due in April and May of each year.").length, 1);
});

test("an exception after a comma applies to all clauses before it", () => {
  assert.deepEqual(read("It shall not sell the samples and shall not use them, except with consent."), [
    "prohibits but",
    "prohibits but",
  ]);
});

test("a clause with a subject and a verb of its own inherits nothing", () => {
  assert.deepEqual(read("It shall not sell the samples; the use of them is governed by the annex."), [
    "prohibits",
    "states",
  ]);
  assert.deepEqual(read("It agrees not to sell the samples but may copy the manual."), ["prohibits", "permits"]);
});
