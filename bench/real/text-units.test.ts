import assert from "node:assert/strict";
import { test } from "node:test";
import { splitIntoUnits } from "./text-units.ts";

const textsOf = (text: string) => splitIntoUnits(text).map(({ start, end }) => text.slice(start, end));

test("sentences, list members and table cells are units of their own", () => {
  const text =
    "# Scope\n\nWe store data. We delete it.\n- names\n- addresses\n\n| Purpose | Basis |\n|---|---|\n| Payroll | Contract |\n";
  assert.deepEqual(textsOf(text), [
    ...["# Scope", "We store data.", "We delete it.", "- names", "- addresses"],
    ...["Purpose", "Basis", "Payroll", "Contract"],
  ]);
});

test("wrapped lines form one sentence, and offsets keep the line break", () => {
  assert.deepEqual(textsOf("The processor shall\nact on instructions.\n"), [
    "The processor shall\nact on instructions.",
  ]);
});

test("neither an abbreviation nor the number of a clause ends a unit", () => {
  assert.deepEqual(textsOf("1.2. Security: measures under Art. 32 GDPR apply.\n"), [
    "1.2. Security: measures under Art. 32 GDPR apply.",
  ]);
});
