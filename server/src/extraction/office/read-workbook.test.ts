import assert from "node:assert/strict";
import { test } from "node:test";
import { utils, write } from "@e965/xlsx";
import {
  inlineRow,
  odfBytes,
  outline,
  packageBytes,
  readSample,
  xlsxBytes,
  xlsxParts,
} from "../../testing/sample-office.ts";
import { readWorkbook } from "./read-workbook.ts";

const textsOf = async (bytes: Buffer | string): Promise<string[]> =>
  (await readSample(readWorkbook, bytes)).pages.map(({ text }) => text);

test("an XLSX file has one page for each sheet, with a label for hidden ones", async () => {
  const bytes = xlsxBytes({
    title: "Asset register",
    sheets: [
      { name: "Assets", rows: inlineRow("Name", "Owner") + inlineRow("Server", "IT") },
      { name: "Old &amp; gone", rows: inlineRow("secret"), state: "hidden" },
      { name: "Deep", rows: inlineRow("more"), state: "veryHidden" },
    ],
  });
  const { facts, pages } = await readSample(readWorkbook, bytes);
  assert.equal(facts.title, "Asset register");
  assert.deepEqual(
    pages.map(({ number, label, text }) => [number, label, text]),
    [
      [1, "sheet Assets", "Name | Owner\nServer | IT"],
      [2, "sheet Old & gone (hidden)", "secret"],
      [3, "sheet Deep (hidden)", "more"],
    ],
  );
  assert.deepEqual(outline(pages).slice(0, 1), ["tableRow: Name | Owner"]);
});

test("cells are read as the sheet displays them", async () => {
  const cells = [
    '<c r="A1" t="s"><v>0</v></c>',
    '<c r="B1" s="1"><v>45292</v></c>',
    '<c r="C1" s="2"><v>0.125</v></c>',
    '<c r="D1"><v>1234.5</v></c>',
    '<c r="E1" t="b"><v>1</v></c>',
    '<c r="F1" t="str"><f>A1</f><v>computed</v></c>',
    '<c r="G1" t="e"><v>#REF!</v></c>',
    '<c r="H1" s="3"><v>7</v></c>',
  ];
  const bytes = xlsxBytes({
    sheets: [{ name: "S", rows: `<row r="1">${cells.join("")}</row>` }],
    sharedStrings: "<si><r><t>Rich</t></r><r><t> text</t></r><rPh><t>spoken</t></rPh></si>",
    styles:
      '<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode=";;;"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="165"/></cellXfs>',
  });
  assert.deepEqual(await textsOf(bytes), ["Rich text | 2024-01-01 | 12.50% | 1234.5 | TRUE | computed | #REF! | 7"]);
});

test("columns keep their position, and those that are empty in every row are left out", async () => {
  const cell = (reference: string): string => `<c r="${reference}" t="inlineStr"><is><t>${reference}</t></is></c>`;
  const rows = `<row>${cell("A1")}${cell("D1")}${cell("XFD1")}</row><row>${cell("D2")}</row>`;
  assert.deepEqual(await textsOf(xlsxBytes({ sheets: [{ name: "S", rows }] })), ["A1 | D1 | XFD1\n| D2"]);
});

test("a sheet beyond the limit is truncated, with a footer that says so", async () => {
  const row = `<row>${"<c><v>1</v></c>".repeat(1000)}</row>`;
  const { pages } = await readSample(readWorkbook, xlsxBytes({ sheets: [{ name: "S", rows: row.repeat(201) }] }));
  assert.equal(pages[0]?.paragraphs.length, 201);
  assert.equal(outline(pages).at(-1), "footer: [The sheet continues: only its first 200,000 cells were read.]");
});

test("a workbook of 100,000 sheets is refused before any is read", async () => {
  const parts = xlsxParts({ sheets: [{ name: "S", rows: inlineRow("x") }] });
  const sheets = Array.from({ length: 100_000 }, (_, index) => `<sheet name="S${index}" sheetId="1" r:id="s0"/>`);
  const workbook = String(parts["xl/workbook.xml"]).replace(/<sheet .*?\/>/, () => sheets.join(""));
  const bytes = packageBytes({ ...parts, "xl/workbook.xml": workbook });
  await assert.rejects(readSample(readWorkbook, bytes), /more than 1,000 pages \(sheets\)/);
});

test("reading can begin at a later sheet", async () => {
  const bytes = xlsxBytes({ sheets: ["a", "b"].map((name) => ({ name, rows: inlineRow(name) })) });
  const { pages } = await readSample(readWorkbook, bytes, {}, 2);
  assert.deepEqual(
    pages.map(({ number, text }) => [number, text]),
    [[2, "b"]],
  );
});

test("an XLS file of Excel 97 is read with its hidden sheets", async () => {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([["Größe", 0.5, true], [], [null, "b"]]), "Data");
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([["x"]]), "Gone");
  workbook.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  const { pages } = await readSample(readWorkbook, write(workbook, { type: "buffer", bookType: "xls" }));
  assert.deepEqual(
    pages.map(({ label, text }) => [label, text]),
    [
      ["sheet Data", "Größe | 0.5 | TRUE\n| b"],
      ["sheet Gone (hidden)", "x"],
    ],
  );
});

test("repeated rows and cells of an ODS file are read, up to a limit", async () => {
  const cell = (text: string, attributes = ""): string =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const body =
    `<table:table table:name="One"><table:table-row>${cell("a", 'table:number-columns-repeated="2"')}<table:table-cell/>${cell("d")}</table:table-row>` +
    '<table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>' +
    `<table:table table:name="Two" table:style-name="ta2"><table:table-header-rows><table:table-row table:number-rows-repeated="2">${cell("x")}</table:table-row></table:table-header-rows></table:table>`;
  const automaticStyles = '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>';
  const { pages } = await readSample(readWorkbook, odfBytes({ kind: "spreadsheet", body, automaticStyles }));
  assert.deepEqual(
    pages.map(({ label, text }) => [label, text]),
    [
      ["sheet One", "a | a | d"],
      ["sheet Two (hidden)", "x\nx"],
    ],
  );
});

test("an ODS file that repeats a few cells millions of times is refused", async () => {
  const row = `<table:table-row table:number-rows-repeated="1000000"><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>`;
  const body = `<table:table table:name="S">${row}</table:table>`.repeat(11);
  await assert.rejects(readSample(readWorkbook, odfBytes({ kind: "spreadsheet", body })), /more than 2,000,000 cells/);
});

test("a CSV file keeps its values, whatever its separator", async () => {
  assert.deepEqual(await textsOf('Name;Wert\r\n"Müller; Co";1,5\r\n007;"say ""hi"""\r\n'), [
    'Name | Wert\nMüller; Co | 1,5\n007 | say "hi"',
  ]);
  assert.deepEqual(await textsOf("a\tb\nc\td"), ["a | b\nc | d"]);
  assert.deepEqual(await textsOf('sep=|\na|b,c\n"open|x'), ['a | b,c\n"open | x']);
  assert.deepEqual(await textsOf(Buffer.from("Stra\xdfe,1\nK\xf6ln,2", "latin1")), ["Straße | 1\nKöln | 2"]);
});

test("a cell with several lines is one cell", async () => {
  assert.deepEqual(await textsOf('a,"one\ntwo"\nb,c'), ["a | one two\nb | c"]);
});

test("empty workbooks and other files are refused", async () => {
  await assert.rejects(readSample(readWorkbook, ""), /empty/);
  await assert.rejects(readSample(readWorkbook, xlsxBytes({ sheets: [] })), /no sheets/);
  await assert.rejects(readSample(readWorkbook, xlsxBytes({ sheets: [{ name: "S", rows: "" }] })), /no text/);
  await assert.rejects(readSample(readWorkbook, packageBytes({ "xl/workbook.bin": "x" })), /XLSB/);
  const xls = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600, 7)]);
  await assert.rejects(readSample(readWorkbook, xls), /damaged/);
});
