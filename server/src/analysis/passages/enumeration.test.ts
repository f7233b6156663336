import assert from "node:assert/strict";
import { test } from "node:test";
import { aFile } from "../../testing/written-pages.ts";
import { toPassages } from "./passages.ts";

const leadInsOf = (...lines: string[]) => toPassages([aFile(lines)]).map(({ leadIn }) => leadIn);

test("numbered members have their lead-in, whether the format calls them a list or not", () => {
  for (const mark of ["", "* "]) {
    const leadIns = leadInsOf(
      "Staff may not:",
      `${mark}1. copy data;`,
      `${mark}2. connect devices.`,
      `${mark}4.2 Data is kept.`,
    );
    assert.deepEqual(leadIns, ["", "Staff may not:", "Staff may not:", ""]);
  }
});

test("a clause whose number does not continue the count ends the enumeration, also in a list", () => {
  assert.deepEqual(leadInsOf("* 2.1 The processor shall:", "* (a) keep records.", "* 2.2 The controller pays."), [
    "",
    "2.1 The processor shall:",
    "",
  ]);
  assert.deepEqual(leadInsOf("1. The processor shall:", "(a) keep records.", "* 3. The controller pays."), [
    "",
    "1. The processor shall:",
    "",
  ]);
});

test("a number below that of the lead-in is that of a member", () => {
  assert.deepEqual(leadInsOf("4.3 The processor shall:", "4.3.1 keep records;", "4.3.2 show them.", "4.4 It pays."), [
    "",
    "4.3 The processor shall:",
    "4.3 The processor shall:",
    "",
  ]);
});

test("the lead-in ends before the first member, also where the others are paragraphs", () => {
  assert.deepEqual(leadInsOf("It pays. The processor shall (a) keep records; and", "(b) show them."), [
    "",
    "",
    "The processor shall",
  ]);
  assert.deepEqual(leadInsOf("The processor shall (a) keep records; (b) show them."), ["", "The processor shall"]);
});
