import assert from "node:assert/strict";
import { test } from "node:test";
import { outline, readSample } from "../../testing/sample-office.ts";
import { readText } from "./read-text.ts";

const outlineOf = async (text: string | Buffer): Promise<string[]> => outline((await readSample(readText, text)).pages);

test("hard-wrapped lines are one paragraph, short lines are separate ones", async () => {
  const text = `This agreement is made between the parties named below and
ends when either of them gives notice in writing to the
other one.
Signed:

ACME Inc.
Main Street 1
- first item
- second item
`;
  assert.deepEqual(await outlineOf(text), [
    "body: This agreement is made between the parties named below and ends when either of them gives notice in writing to the other one.",
    "body: Signed:",
    "body: ACME Inc.",
    "body: Main Street 1",
    "listItem: - first item",
    "listItem: - second item",
  ]);
});

test("single numbered lines above text are headings", async () => {
  const text = "1. Scope\n\n1.1 General\n\nAll staff.\n\nArticle 2\n\nDuties.\n\n§ 3 Fristen\n\nEin Monat.\n";
  const { pages } = await readSample(readText, text);
  assert.deepEqual(outline(pages), [
    "heading: 1. Scope",
    "heading: 1.1 General < 1. Scope",
    "body: All staff. < 1.1 General < 1. Scope",
    "heading: Article 2",
    "body: Duties. < Article 2",
    "heading: § 3 Fristen",
    "body: Ein Monat. < § 3 Fristen",
  ]);
  assert.equal(pages.length, 3);
});

test("dates, sentences and numbered lists are not headings", async () => {
  const text =
    "12 March 2024\n\n3 apples were eaten\n\n1. Buy milk\n\n2. Buy bread\n\n3. Go home.\n\n2 Parties sign this.\n\nend";
  assert.ok((await outlineOf(text)).every((line) => !line.startsWith("heading")));
});

test("ranges cover their words", async () => {
  const { pages } = await readSample(readText, "Größe 😀\n\nzweite Zeile\n");
  const [page] = pages;
  assert.deepEqual(
    page?.paragraphs.map(({ start, end }) => page.text.slice(start, end)),
    ["Größe 😀", "zweite Zeile"],
  );
  assert.equal(page?.text, "Größe 😀\nzweite Zeile");
  assert.equal(page?.label, "section 1");
});

test("the language is detected from the words", async () => {
  const text =
    "Der Auftragnehmer verpflichtet sich, alle personenbezogenen Daten vertraulich zu behandeln und zu löschen.";
  assert.equal((await readSample(readText, text)).facts.language, "de");
});

test("right-to-left words keep their reading order", async () => {
  assert.deepEqual(await outlineOf("سياسة أمن المعلومات 2024"), ["body: سياسة أمن المعلومات 2024"]);
});

test("empty, blank, too large and binary files are refused", async () => {
  await assert.rejects(outlineOf(""), /^Error: The file is empty|The file is empty/);
  await assert.rejects(outlineOf(" \n\t\n"), /no text/);
  await assert.rejects(outlineOf(Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 7) % 32))), /not text/);
  await assert.rejects(readSample(readText, "x".repeat(2000), { maxUnpackedBytes: 1000 }), /larger than/);
});
