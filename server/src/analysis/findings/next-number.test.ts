import assert from "node:assert/strict";
import { test } from "node:test";
import { aFile } from "../../testing/written-pages.ts";
import { toPassages } from "../passages/passages.ts";
import { nextClauseNumber, nextHeadingNumber } from "./next-number.ts";

/** The number after the clauses of the section that has this line. */
function numberIn(line: string, ...lines: string[]): string | undefined {
  const passages = toPassages([aFile(lines)]);
  const own = passages.find(({ text }) => text.includes(line));
  assert.ok(own);
  return nextClauseNumber(passages, own);
}

test("a clause continues the numbers of its section as they are written", () => {
  const section = [
    "# 4. Duties",
    "4.1 The Supplier shall act. It pays.",
    "4.2 The Customer shall pay.",
    "# 5. Term",
    "5.1 The agreement shall end.",
  ];
  assert.equal(numberIn("The Supplier shall act", ...section), "4.3");
  assert.equal(numberIn("shall end", ...section), "5.2");
  assert.equal(
    numberIn("handeln", "# § 3 Pflichten", "1. Wir werden handeln.", "2. Wir werden zahlen.", "# § 4 Ende"),
    "3.",
  );
});

test("a section without numbered clauses, or with one figure only, has no number to continue", () => {
  assert.equal(numberIn("acts", "# 4. Duties", "The Supplier acts."), undefined);
  assert.equal(numberIn("Steps", "# Duties", "12 Steps are taken."), undefined);
  assert.equal(numberIn("percent", "# Duties", "3.4 percent are paid.", "3.5 percent are due."), undefined);
});

test("members of a list are no clauses", () => {
  assert.equal(
    numberIn("assist", "# Duties", "The Supplier shall:", "(a) assist the Customer;", "(b) pay."),
    undefined,
  );
});

test("clauses that are numbered through the whole document leave no number free", () => {
  const running = [
    "# I. Duties",
    "1. The Supplier shall act.",
    "2. The Customer shall pay.",
    "# II. Term",
    "3. It shall end.",
    "4. It shall rest.",
  ];
  assert.equal(numberIn("The Supplier shall act", ...running), undefined);
  assert.equal(numberIn("It shall end", ...running), "5.");
});

test("the clauses of an endless section are not counted", () => {
  const clauses = (count: number) => Array.from({ length: count }, (_, at) => `4.${at + 1} The Supplier shall act.`);
  assert.equal(numberIn("4.3 ", "# 4. Duties", ...clauses(900)), "4.901");
  assert.equal(numberIn("4.3 ", "# 4. Duties", ...clauses(998).map((clause) => `${clause} It pays, too.`)), undefined);
});

test("a section continues the numbers of the headings as they are written", () => {
  assert.equal(nextHeadingNumber(["10. Notices", "11. General"]), "12.");
  assert.equal(nextHeadingNumber(["§ 8 Haftung", "§ 9 Schluss"]), "§ 10");
  assert.equal(nextHeadingNumber(["Artikel VIII – Rechte", "Artikel IX – Schluss"]), "Artikel X –");
  assert.equal(nextHeadingNumber(["VII.2 Form", "VII.3 Updates"]), "VII.4");
});

test("an annex, a heading out of order and one without a number have no next", () => {
  assert.equal(nextHeadingNumber(["Annex 1 Measures", "Annex 2 Suppliers"]), undefined);
  assert.equal(nextHeadingNumber(["1. Scope", "7. General"]), undefined);
  assert.equal(nextHeadingNumber(["1. Scope", "2. Term", "Schedule 1 Prices"]), undefined);
  assert.equal(nextHeadingNumber(["1. Scope", "2. Term", "General"]), undefined);
  assert.equal(nextHeadingNumber(["Cláusula primera. Objeto", "Cláusula segunda. Plazo"]), undefined);
  assert.equal(nextHeadingNumber([]), undefined);
});
