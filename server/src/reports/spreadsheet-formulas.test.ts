import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCell } from "./write-csv.ts";

test("no text of a document begins a formula, whichever separator the spreadsheet uses", () => {
  const payload = "=HYPERLINK(1)";
  for (const text of [
    payload,
    `a;${payload}`,
    `a; "${payload}`,
    `a\t${payload}`,
    `a\n${payload}`,
    `a\r\n${payload}`,
    `a;+1`,
  ])
    for (const separator of [",", ";", "\t"])
      for (const cell of formatCell(text).split(new RegExp(`[${separator}\r\n]`)))
        assert.doesNotMatch(cell, /^[ "]*[=+\-@]/, JSON.stringify(text));
});

test("other text stays as it is", () => {
  assert.equal(formatCell("a; b = c"), "a; b = c");
  assert.equal(formatCell(-5), "-5");
});
