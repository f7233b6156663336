import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleLimits } from "../../testing/sample-office.ts";
import { readSections, toPage } from "./paged-text.ts";
import { block, heading, normaliseLine, type TextBlock, tableRow } from "./text-block.ts";

const pagesOf = async (blocks: TextBlock[]) => Array.fromAsync(readSections({ blocks }, sampleLimits).pages(1));

test("paragraphs cover the words of their page in order", () => {
  const page = toPage({
    number: 1,
    label: "section 1",
    blocks: [block(" a\tb "), block("\u200b"), heading("H", 2), block("c\n d")],
  });
  assert.equal(page.text, "a b\nH\nc d");
  assert.deepEqual(
    page.paragraphs.map(({ start, end }) => [start, end]),
    [
      [0, 3],
      [4, 5],
      [6, 9],
    ],
  );
});

test("a heading replaces those of its level and below", () => {
  const { paragraphs } = toPage({
    number: 1,
    label: "1",
    blocks: [heading("A", 1), heading("B", 3), heading("C", 2), block("x"), heading("D", 1), block("y")],
  });
  assert.deepEqual(
    paragraphs.map(({ headingPath }) => headingPath.join("/")),
    ["A", "A/B", "A/C", "A/C", "D", "D"],
  );
});

test("headings continue into the next section", async () => {
  const pages = await pagesOf([heading("T", 0), heading("A", 1), block("a"), heading("B", 1), block("b")]);
  assert.deepEqual(
    pages.map(({ label, text }) => [label, text]),
    [
      ["section 1", "T\nA\na"],
      ["section 2", "B\nb"],
    ],
  );
  assert.deepEqual(pages[1]?.paragraphs[1]?.headingPath, ["T", "B"]);
});

test("an outer heading belongs to the section below it", async () => {
  const pages = await pagesOf([heading("A", 2), heading("B", 2), heading("Annex", 1), heading("C", 2), block("c")]);
  assert.deepEqual(
    pages.map(({ text }) => text),
    ["A", "B", "Annex\nC\nc"],
  );
});

test("text without headings is one section", async () => {
  assert.equal((await pagesOf([block("a"), block("b")])).length, 1);
});

test("characters that cannot be stored or seen are removed from a line", () => {
  assert.equal(normaliseLine("a\u0000b\u00adc\ud800 \u00a0\r\n d\ufeff"), "abc\ufffd d");
});

test("a row keeps empty cells, except at its end", () => {
  assert.equal(tableRow(["a", "", "c\nd", " "])?.text, "a |  | c d");
  assert.equal(tableRow(["", " "]), undefined);
});
