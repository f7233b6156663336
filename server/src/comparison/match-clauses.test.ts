import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hostilePieces } from "../testing/hostile-pieces.ts";
import { assertLinear } from "../testing/linear-time.ts";
import { diffWords, type WordRun } from "./diff-words.ts";
import { matchClauses } from "./match-clauses.ts";

const matchTexts = (before: string[], after: string[]) => matchClauses(before.map(toClause), after.map(toClause));
const toClause = (text: string) => ({ text: text.replace(/^# /, ""), isHeading: text.startsWith("# ") });

const breach = "The processor shall notify the controller of a personal data breach within 24 hours.";
const audits = "The controller may audit the processor once a year and after every incident.";
const secrecy = "Persons authorised to process the data are bound to confidentiality by contract.";
const deletion = "All personal data is deleted at the end of the provision of services.";
const law = "This agreement is governed by the law of Austria.";

/** "= 1", "~ 1>2", "> 1", "+ 2", "- 1": kept, reworded, moved, added, removed. */
const describe = (before: string[], after: string[]) =>
  matchTexts(before, after).map((match) => {
    if (match.before === undefined) return `+ ${match.after}`;
    if (match.after === undefined) return `- ${match.before}`;
    return `${match.isMoved ? ">" : ""}${match.isReworded ? "~" : ""}${match.isMoved || match.isReworded ? "" : "="} ${match.before} ${match.after}`;
  });

test("clauses that were added, removed and reworded are distinguished", () => {
  const weakened = breach.replace("within 24 hours", "without undue delay");
  assert.deepEqual(describe([breach, audits, secrecy], [weakened, audits, law]), ["~ 0 0", "= 1 1", "- 2", "+ 2"]);
  assert.deepEqual(describe([breach, audits, law], [breach, law]), ["= 0 0", "- 1", "= 2 1"]);
  assert.deepEqual(describe([], [law]), ["+ 0"]);
  assert.deepEqual(describe([law], []), ["- 0"]);
});

test("a clause that stands elsewhere was moved, whether or not it was reworded as well", () => {
  assert.deepEqual(describe([breach, audits, secrecy, deletion], [audits, secrecy, deletion, breach]), [
    "= 1 0",
    "= 2 1",
    "= 3 2",
    "> 0 3",
  ]);
  assert.deepEqual(
    describe(["# 3. Audits", audits, breach, law, deletion], [breach, law, deletion, "# 9. Audits", audits]),
    ["= 2 0", "= 3 1", "= 4 2", "> 0 3", "> 1 4"],
  );
  const reworded = breach.replace("24 hours", "three days");
  assert.deepEqual(describe([breach, audits, secrecy], [audits, secrecy, reworded]), ["= 1 0", "= 2 1", ">~ 0 2"]);
});

test("a clause that was renumbered, or printed with other quotes and hyphens, is the same", () => {
  assert.deepEqual(describe([`7.2 ${breach}`, `(a) ${law}`], [`8.1 ${breach}`, `(c) ${law}`]), ["= 0 0", "= 1 1"]);
  assert.deepEqual(describe(['The "Client" pays.'], ["The “Client” pays."]), ["= 0 0"]);
});

test("of repeated short texts those in the same place are the same, and none is moved", () => {
  const before = ["Not applicable", breach, "Not applicable", audits, "Not applicable"];
  assert.deepEqual(describe(before, ["Not applicable", breach, audits, "Not applicable"]), [
    "= 0 0",
    "= 1 1",
    "- 2",
    "= 3 2",
    "= 4 3",
  ]);
  assert.deepEqual(describe(["Yes", breach], [breach, "Yes"]), ["- 0", "= 1 0", "+ 1"]);
});

test("whatever the versions are, each clause has one place in the comparison, in the order of the newer version", () => {
  const clause = fc.constantFrom(breach, audits, secrecy, law, "Yes", "", `${breach} ${law}`, `${audits} Not more.`);
  fc.assert(
    fc.property(fc.array(clause), fc.array(clause), (before, after) => {
      const matches = matchTexts(before, after);
      const placesOf = (side: "before" | "after") =>
        matches.flatMap((match) => (match[side] === undefined ? [] : [match[side]]));
      assert.deepEqual(placesOf("after"), [...after.keys()]);
      assert.deepEqual(
        placesOf("before").sort((a, b) => a - b),
        [...before.keys()],
      );
      const unchanged = matches.filter(({ isReworded, isMoved }) => !isReworded && !isMoved);
      const kept = unchanged.flatMap((match) => (match.after === undefined ? [] : (match.before ?? [])));
      assert.deepEqual(
        kept,
        kept.toSorted((a, b) => a - b),
        "what is not moved keeps its order",
      );
      if (before.join("\n") === after.join("\n")) assert.ok(matches.every((match) => match.before === match.after));
    }),
    { seed: 1 },
  );
});

const textOf = (runs: WordRun[], without: WordRun["kind"]) =>
  runs
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join("");

test("the difference of a reworded clause shows the words that left and those that came", () => {
  assert.deepEqual(diffWords(breach, breach.replace("within 24 hours", "without undue delay")), [
    { kind: "same", text: "The processor shall notify the controller of a personal data breach " },
    { kind: "removed", text: "within 24 hours" },
    { kind: "added", text: "without undue delay" },
    { kind: "same", text: "." },
  ]);
});

test("from a difference both versions can be read, also where it is too long to compare word by word", () => {
  const words = fc.array(fc.constantFrom("shall", "may", " ", "not", ",", "the processor", "\n", "7.2"), {
    maxLength: 60,
  });
  const check = (before: string, after: string) => {
    const runs = diffWords(before, after);
    assert.equal(textOf(runs, "added"), before);
    assert.equal(textOf(runs, "removed"), after);
  };
  fc.assert(
    fc.property(words, words, (before, after) => check(before.join(" "), after.join(" "))),
    { seed: 1 },
  );
  check("a b ".repeat(50_000), "b a c ".repeat(50_000));
});

/** Two versions of a document of this many characters. */
const versions: Record<string, (piece: string, size: number) => [string[], string[]]> = {
  "one clause": (piece, size) => [[piece.repeat(size)], [`x${piece.repeat(size)}y`]],
  "equal clauses": (piece, size) => [Array(size).fill(piece), Array(Math.ceil(size / 2)).fill(piece)],
  "clauses in reverse": (piece, size) => {
    const clauses = Array.from(
      { length: size / 8 },
      (_, at) => `${at} ${piece} of the processor and its clients ${at}`,
    );
    return [clauses, clauses.toReversed()];
  },
  "similar clauses": (piece, size) => [
    Array.from({ length: size / 8 }, (_, at) => `the ${piece} ${at} shall`),
    Array.from({ length: size / 8 }, (_, at) => `the ${piece} ${at} may`),
  ],
  "long clauses that differ everywhere": (piece, size) => {
    const clause = (word: string) => `${piece} ${word} `.repeat(40);
    const some = (word: string) => Array.from({ length: size / 500 }, (_, at) => `${clause(word)}${at}`);
    return [some("a"), some("b")];
  },
};

for (const [name, write] of Object.entries(versions))
  test(`comparing ${name} takes time linear in the length of hostile text`, async () => {
    for (const piece of ["a ", hostilePieces.filter((_, at) => at % 9 === 0).join("")])
      await assertLinear(
        (size) => {
          const [before, after] = write(piece, size);
          for (const match of matchTexts(before, after))
            if (match.isReworded) diffWords(before[match.before ?? 0] ?? "", after[match.after ?? 0] ?? "");
        },
        8000,
        JSON.stringify(piece),
      );
  });
