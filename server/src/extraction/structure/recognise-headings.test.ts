import assert from "node:assert/strict";
import { test } from "node:test";
import { type BlockStyle, block, heading, type TextBlock } from "../text/text-block.ts";
import { recogniseHeadings } from "./recognise-headings.ts";

const first =
  "The depot stores crates for growers of the valley and lends them out between March and October of each year.";
const second = "Whoever borrows a crate brings it back clean and dry, and pays for it if it is lost on the way.";

const styled = (text: string, style: BlockStyle): TextBlock => ({ ...block(text), style });
/** "1 Scope" for a heading of level 1. */
const headingsOf = (blocks: (TextBlock | string)[]) =>
  recogniseHeadings(blocks.map((one) => (typeof one === "string" ? block(one) : one)))
    .filter(({ kind }) => kind === "heading")
    .map(({ text, level }) => `${level} ${text}`);

test("short lines between paragraphs are headings, the first line is the title", () => {
  assert.deepEqual(headingsOf(["Crate Rules of the Depot", "Lending", first, "What happens to lost crates?", second]), [
    "0 Crate Rules of the Depot",
    "1 Lending",
    "1 What happens to lost crates?",
  ]);
});

test("levels follow the numbers, and annexes begin anew", () => {
  assert.deepEqual(
    headingsOf([
      ...["Crate Rules", "PREAMBLE", first, "Article 1 – Lending", first, "1.1 Deposits", second],
      ...["1.2 Returns", first, "Article 2 – Losses", second, "Annex A Prices", "1. Small crates", first],
    ]),
    [
      ...["0 Crate Rules", "1 PREAMBLE", "1 Article 1 – Lending", "2 1.1 Deposits", "2 1.2 Returns"],
      ...["1 Article 2 – Losses", "1 Annex A Prices", "2 1. Small crates"],
    ],
  );
});

test("a heading without a number between 1 and 2 belongs to 1, unless it is a chapter", () => {
  const asked = [
    "1. Lending",
    first,
    "What it costs",
    second,
    "Lost crates",
    first,
    "2. Returns",
    second,
    "3. Law",
    first,
  ];
  assert.deepEqual(headingsOf(["Crate Rules", ...asked]), [
    ...["0 Crate Rules", "1 1. Lending", "2 What it costs", "2 Lost crates", "1 2. Returns", "1 3. Law"],
  ]);
  const chapters = ["Lending", "1. Crates", first, "2. Costs", second, "Returns", "3. Dirt", first, "4. Loss", second];
  assert.deepEqual(
    headingsOf(["Crate Rules", ...chapters]).filter((line) => line.endsWith("Returns")),
    ["1 Returns"],
  );
});

test("headings of German, French and Spanish contracts are recognised", () => {
  const german =
    "Der Verleiher gibt Kisten an Landwirte aus und nimmt sie bis zum Ende des Monats Oktober wieder zurück.";
  assert.deepEqual(
    headingsOf(["Kistenordnung", "§ 1 Ausleihe", german, "§ 2 Rückgabe", german, "Anlage 1 Preise", german]),
    [...["0 Kistenordnung", "1 § 1 Ausleihe", "1 § 2 Rückgabe", "1 Anlage 1 Preise"]],
  );
  const french = "Le dépôt prête des caisses aux agriculteurs et les reprend au plus tard à la fin du mois d'octobre.";
  assert.deepEqual(headingsOf(["Article 1er", french, "Article 2 : Retour", french]), [
    "1 Article 1er",
    "1 Article 2 : Retour",
  ]);
  const spanish = "El almacén presta cajas a los agricultores y las recoge a más tardar a finales del mes de octubre.";
  assert.deepEqual(headingsOf(["PRIMERA.- Préstamo", spanish, "SEGUNDA.- Devolución", spanish]), [
    ...["1 PRIMERA.- Préstamo", "1 SEGUNDA.- Devolución"],
  ]);
});

test("a numbered sentence that obliges somebody is a clause", () => {
  assert.deepEqual(
    headingsOf([
      ...["1. Lending", first, "1.1 The borrower shall return the crates", second],
      ...["1.2 Crates are returned clean", second, "2. THE BORROWER MUST PAY A DEPOSIT", second],
    ]),
    ["1 1. Lending"],
  );
});

test("items of a list, addresses, forms and signatures are no headings", () => {
  const paragraphs = [first, second];
  for (const lines of [
    ["1. Apples", "2. Pears", "3. Plums"],
    ["The depot stores:", "apples", "pears"],
    ["Crate Depot Ltd", "Mill Lane", "Kilkenny", "Ireland"],
    ["Date: 4 March 2024", "Delivery: On Mondays"],
    ["Signed on behalf of the depot", "Name: ____________"],
    ["12 March 2024", "3 crates were lost", "45 Mill Lane"],
    ["Lending ........ 3", "Returns ........ 5"],
    ["You have the right to", "1. keep a crate for one season;"],
  ])
    assert.deepEqual(headingsOf([...paragraphs, ...lines, second]), [], lines.join(", "));
});

test("bold, large and capital lines are headings, whatever their words", () => {
  const text = { isBold: false, size: 11 };
  const bold = { isBold: true, size: 11 };
  assert.deepEqual(
    headingsOf([
      ...[styled("Depot", { isBold: false, size: 18 }), styled(first, text)],
      ...[styled("Crates may be lent twice", bold), styled(second, text)],
      ...[styled("RETURNS", text), styled(second, text), styled("Changes.", bold), styled(first, text)],
    ]),
    ["0 Depot", "1 Crates may be lent twice", "1 RETURNS", "2 Changes."],
  );
});

test("a document in bold letters has no headings for that", () => {
  assert.deepEqual(
    headingsOf(
      [first, second, "Crates are kept dry at the depot in every season of the year", second].map((text) =>
        styled(text, { isBold: true }),
      ),
    ),
    [],
  );
});

test("in a file with headings only lines that stand out are added, below those", () => {
  const bold = styled("Deposits", { isBold: true });
  assert.deepEqual(
    headingsOf([heading("Lending", 1), first, bold, second, "Returns", second, heading("Losses", 1), first]),
    [...["1 Lending", "2 Deposits", "1 Losses"]],
  );
});
