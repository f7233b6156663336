import assert from "node:assert/strict";
import { test } from "node:test";
import { openSpan } from "./match-span.ts";

const text =
  "# Records\n\nLogs are kept for **two years**. Backups are kept for one. Nobody may delete a log.\n\nLogs are kept.";
const start = text.indexOf("Backups");
const isRight = openSpan(text, start, text.indexOf(" Nobody"));

test("a quote of the span, in it or around it is right, whatever its Markdown", () => {
  assert.ok(isRight("Backups are kept for one."));
  assert.ok(isRight("backups are kept"));
  assert.ok(isRight("Logs are kept for two years. Backups are kept for one."));
});

test("a quote that overlaps by half of the shorter text is right, by less it is wrong", () => {
  assert.ok(isRight("are kept for one. Nobody"));
  assert.ok(!isRight("for one. Nobody may delete a log."));
});

test("another sentence is wrong, and a word too short to be found only once", () => {
  assert.ok(!isRight("Nobody may delete a log."));
  assert.ok(!isRight("Logs are kept for two years."));
  assert.ok(!isRight("kept"));
});
