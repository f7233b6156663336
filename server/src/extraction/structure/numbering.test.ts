import assert from "node:assert/strict";
import { test } from "node:test";
import { followsInSequence, parseNumbering, rankOf } from "./numbering.ts";

const numberOf = (text: string) => {
  const found = parseNumbering(text);
  return found && [found.word, found.style, found.parts.join("."), found.rest].join("|");
};

test("numbers are read with their word, style and depth, in four languages", () => {
  assert.equal(numberOf("Article 5 – Storage"), "article|decimal|5|Storage");
  assert.equal(numberOf("ARTICLE IV. STORAGE"), "article|roman|4|STORAGE");
  assert.equal(numberOf("Section 2.3: Storage"), "section|decimal|2.3|Storage");
  assert.equal(numberOf("Schedule One"), "schedule|decimal|1|");
  assert.equal(numberOf("Anhang B Lagerung"), "anhang|letter|2|Lagerung");
  assert.equal(numberOf("§ 3 Lagerung"), "§|decimal|3|Lagerung");
  assert.equal(numberOf("Article premier - Objet"), "article|decimal|1|Objet");
  assert.equal(numberOf("CLÁUSULA SEGUNDA. Objeto"), "cláusula|decimal|2|Objeto");
  assert.equal(numberOf("PRIMERA.- Objeto"), "cláusula|decimal|1|Objeto");
  assert.equal(numberOf("4.2.1 Storage"), "|decimal|4.2.1|Storage");
  assert.equal(numberOf("3a. Storage"), "|decimal|3|Storage");
  assert.equal(numberOf("II.4 Storage"), "|roman|2.4|Storage");
  assert.equal(numberOf("(b) the crates"), "|letter|2|the crates");
});

test("words that only look like numbers are none", () => {
  for (const text of [
    "I agree",
    "A crate",
    "Part of the yard",
    "Section chiefs meet",
    "in. the yard",
    "mix) it",
    "Clause",
  ])
    assert.equal(numberOf(text), undefined, text);
});

test("a number follows the one before it, also from H to I", () => {
  const follows = (own: string, previous: string) => followsInSequence(parseNumbering(own), parseNumbering(previous));
  assert.ok(follows("2. Yard", "1. Crates"));
  assert.ok(follows("4.3 Yard", "4.2 Crates"));
  assert.ok(follows("I. Yard", "H. Crates"));
  assert.ok(follows("Article III", "Article II"));
  assert.ok(!follows("4.1 Yard", "4. Crates"));
  assert.ok(!follows("3. Yard", "1. Crates"));
});

test("annexes are above articles, and articles above decimal numbers", () => {
  const ranks = ["Annex A", "Part II", "Chapter 1", "Article 3", "1. Yard", "Section 1.1", "1.1 Yard"].map((text) => {
    const found = parseNumbering(text);
    return found && rankOf(found);
  });
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => (a ?? 0) - (b ?? 0)),
  );
});
