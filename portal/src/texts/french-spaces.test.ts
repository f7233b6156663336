import assert from "node:assert/strict";
import { test } from "node:test";
import { fr } from "./fr.ts";

/** A stand-in for every argument: prints as "2" and has the members of a document's state. */
const anything = Object.assign(Object("2"), {
  status: "processing",
  progress: { pagesDone: 1, pageCount: 1, itemsDone: 1, itemCount: 2 },
});

function everyText(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") return [String(value(...Array(value.length).fill(anything)))];
  return Object.values(value as object).flatMap(everyText);
}

test("in French no line breaks before double punctuation or within guillemets", () => {
  const texts = everyText(fr);
  assert.ok(texts.length > 300);
  for (const text of texts)
    assert.doesNotMatch(text.replace(/https?:/g, ""), /[^\u00a0\u202f][:;?!»]|«[^\u00a0\u202f]/u, JSON.stringify(text));
});
