import assert from "node:assert/strict";
import { test } from "node:test";
import { TableReader } from "./table-rows.ts";

const header = "No. | Activity | Purpose | Retention";

function read(rows: string[]) {
  const table = new TableReader();
  return rows.flatMap((row) =>
    table.read(row).map(({ start, end, leadIn }) => ({ text: row.slice(start, end), leadIn })),
  );
}

test("a short row is one piece, introduced by the names of the columns", () => {
  assert.deepEqual(read([header, "1 | Payroll | Paying staff | Ten years"]), [
    { text: header, leadIn: "" },
    { text: "1 | Payroll | Paying staff | Ten years", leadIn: "No. | Activity | Purpose | Retention:" },
  ]);
});

test("a long row is read in groups of cells, introduced by the row's name and their columns", () => {
  const purpose = `Paying staff ${"and reporting wages to the tax office ".repeat(5)}`.trim();
  const retention = `Ten years ${"after the end of the calendar year ".repeat(5)}`.trim();
  assert.deepEqual(read([header, `1 | Payroll | ${purpose} | ${retention}`]).slice(1), [
    { text: `1 | Payroll | ${purpose}`, leadIn: "No. | Activity | Purpose:" },
    { text: retention, leadIn: "Payroll, Retention:" },
  ]);
});

test("a row with more cells than the table has columns is read whole", () => {
  const long = "x".repeat(200);
  const pieces = read(["a | b", `${long} | ${long} | ${long}`]).slice(1);
  assert.deepEqual(
    pieces.map(({ text }) => text),
    [long, long, long],
  );
});
