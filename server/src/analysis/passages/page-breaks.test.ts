import assert from "node:assert/strict";
import { test } from "node:test";
import { aFile } from "../../testing/written-pages.ts";
import { toPassages } from "./passages.ts";
import { splitAtPages } from "./split-at-pages.ts";

const textsOf = (...pages: string[][]) => toPassages([aFile([], { pages })]).map(({ text }) => text);

test("a sentence that continues on the next page is one passage, and can be quoted on each", () => {
  const file = aFile(["Records are kept. The processor informs the", "_ Page 1"], {
    pages: [["^ Agreement", "controller without delay. It pays."]],
  });
  const passages = toPassages([file]);
  assert.deepEqual(
    passages.map(({ text, page }) => [text, page]),
    [
      ["Records are kept.", 1],
      ["The processor informs the controller without delay.", 1],
      ["It pays.", 2],
    ],
  );
  assert.deepEqual(
    passages
      .slice(1, 2)
      .flatMap(splitAtPages)
      .map(({ text, page, start, end }) => {
        assert.equal(file.pages[page - 1]?.text.slice(start, end), text);
        return [text, page];
      }),
    [
      ["The processor informs the", 1],
      ["controller without delay.", 2],
    ],
  );
});

test("a sentence may continue over several pages, and a footnote is not in between", () => {
  const [first, ...others] = textsOf(
    ["The processor, who has been chosen", "~ 1 By the board."],
    ["with all due care for the"],
    ["work, keeps records."],
  );
  assert.deepEqual(
    [first, ...others],
    ["1 By the board.", "The processor, who has been chosen with all due care for the work, keeps records."],
  );
});

test("a title, a number and a list item do not continue what is above the page break", () => {
  for (const next of ["# agreement", "4.2 duties of the processor.", "(b) shows them.", "* shows them."])
    assert.equal(textsOf(["The processor keeps the records that are named in the"], [next]).length, 2);
});

test("a line that may be a title is not continued by a capital letter, and a sentence is", () => {
  assert.equal(textsOf(["Annex II: measures"], ["Access is limited."]).length, 2);
  assert.deepEqual(
    textsOf(["Die Daten werden gelöscht, sobald sie für den Zweck nach den Vorgaben der"], ["DSGVO unnötig sind."]),
    ["Die Daten werden gelöscht, sobald sie für den Zweck nach den Vorgaben der DSGVO unnötig sind."],
  );
});

test("a long paragraph without an end is continued by a capital letter, too", () => {
  const page =
    "The process is overseen by a board that meets every month, reviews all changes, and reports to the owner of each Change";
  assert.equal(textsOf([`${page} and Release`], ["Control Board of the company."]).length, 1);
});

test("members that a page break separates from their lead-in have it", () => {
  const passages = toPassages([aFile(["The processor shall (a) keep"], { pages: [["records; and (b) show them;"]] })]);
  assert.deepEqual(
    passages.map(({ text, leadIn }) => [text, leadIn]),
    [
      ["The processor shall (a) keep records; and", ""],
      ["(b) show them;", "The processor shall"],
    ],
  );
});
