import assert from "node:assert/strict";
import { test } from "node:test";
import { aFile } from "../../testing/written-pages.ts";
import { toPassages } from "../passages/passages.ts";
import { indexPassages } from "../search/lexical-index.ts";
import { findSection, listSections } from "./sections.ts";

const file = aFile(["# 1. Security", "Data is encrypted.", "# 2. Personal data breaches", "We act."], {
  pages: [["# 3. Payment", "You pay."]],
});
const passages = toPassages([file]);
const index = indexPassages(passages, "en");
test("sections come in the order of the document, each once, with their page", () => {
  assert.deepEqual(listSections(passages, passages), [
    { heading: "1. Security", english: "1. Security", file: 0, page: 1, start: 0 },
    { heading: "2. Personal data breaches", english: "2. Personal data breaches", file: 0, page: 1, start: 2 },
    { heading: "3. Payment", english: "3. Payment", file: 0, page: 2, start: 4 },
  ]);
});

test("a text belongs in the section whose heading is similar to its usual place", () => {
  const sections = listSections(passages, passages);
  assert.equal(findSection(sections, "Notice of data breaches", index)?.heading, "2. Personal data breaches");
  assert.equal(findSection(sections, "Bananas", index), undefined);
  assert.equal(findSection([], "Security", index), undefined);
});
