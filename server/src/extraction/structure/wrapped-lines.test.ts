import assert from "node:assert/strict";
import { test } from "node:test";
import { readTextBlocks } from "./wrapped-lines.ts";

const blocksOf = (text: string) => readTextBlocks(text).map(({ kind, text }) => `${kind}: ${text}`);

const wrapped = `1. Lending of crates
The depot lends crates to growers of the valley between the
months of March and October, for a deposit that is named in
clause 4. Growers of other valleys ask the store-
keeper first. The storekeeper notes every crate in
the book at the gate.
2. Returns
A crate comes back:
(a) clean and dry, without leaves, earth or labels in it and
    without a smell;
(b) before the first of November.
`;

test("wrapped lines become paragraphs at the width of the document, without empty lines between them", () => {
  assert.deepEqual(blocksOf(wrapped), [
    "listItem: 1. Lending of crates",
    "body: The depot lends crates to growers of the valley between the months of March and October, for a deposit that is named in clause 4. Growers of other valleys ask the storekeeper first. The storekeeper notes every crate in the book at the gate.",
    "listItem: 2. Returns",
    "body: A crate comes back:",
    "listItem: (a) clean and dry, without leaves, earth or labels in it and without a smell;",
    "listItem: (b) before the first of November.",
  ]);
});

test("empty lines between the lines of a paragraph and page numbers do not end it", () => {
  const lines = wrapped.split("\n").slice(1, 6);
  const [paragraph] = blocksOf(`${lines.join("\n\n")}\n`);
  assert.match(paragraph ?? "", /^body: The depot .* at the gate\.$/);
  const broken = `${lines.slice(0, 1).join("\n")}\n\n- 3 -\n\f\n${lines.slice(1).join("\n")}\n`;
  assert.deepEqual(
    blocksOf(broken).map((one) => one.slice(0, 20)),
    ["footer: - 3 -", "body: The depot lend"],
  );
});

test("a dash within a sentence begins no list item", () => {
  const lines = [
    "Whoever finds a crate of the depot in another valley - or",
    "– what is rarer – outside of it brings it back to the gate",
    "and gets a small reward.",
  ];
  assert.deepEqual(blocksOf(lines.join("\n")), [`body: ${lines.join(" ")}`]);
});

test("the Spanish word for or begins no list item, and the letter as a bullet does", () => {
  const lines = [
    "Quien encuentre una caja del almacén en otro valle, en un río",
    "o en el camino la devuelve en la puerta del almacén y recibe",
    "una pequeña recompensa.",
  ];
  assert.deepEqual(blocksOf(lines.join("\n")), [`body: ${lines.join(" ")}`]);
  const items = ["The following crates are lent out to the growers of the valley:", "o small crates", "o large crates"];
  assert.deepEqual(blocksOf(items.join("\n")).slice(1), ["listItem: o small crates", "listItem: o large crates"]);
});

test("lines that are paragraphs stay apart", () => {
  const lines = [
    "Lending",
    "The depot lends crates to growers.",
    "Whoever borrows a crate signs for it in the book at the gate and takes good care of it as long as it is lent to him or her.",
    "apples",
    "pears",
  ];
  assert.deepEqual(
    blocksOf(lines.join("\n")),
    lines.map((line) => `body: ${line}`),
  );
});

test("cells behind tabs, bars and wide gaps are rows", () => {
  assert.deepEqual(blocksOf("Crate\tDeposit\nSmall\t4 euros for the season,\n  paid at the gate\n"), [
    "tableRow: Crate | Deposit",
    "tableRow: Small | 4 euros for the season, paid at the gate",
  ]);
  assert.deepEqual(blocksOf("| Crate | Deposit |\n|---|---|\n| Small | 4 euros |\n"), [
    "tableRow: Crate | Deposit",
    "tableRow: Small | 4 euros",
  ]);
  assert.deepEqual(blocksOf("Crate     Deposit\nSmall     4 euros\nLarge     9 euros\n"), [
    "tableRow: Crate | Deposit",
    "tableRow: Small | 4 euros",
    "tableRow: Large | 9 euros",
  ]);
  assert.deepEqual(blocksOf("1.\tLending\n(a)\tcrates\n"), ["listItem: 1.\tLending", "listItem: (a)\tcrates"]);
});
