import assert from "node:assert/strict";
import { test } from "node:test";
import { type ReadControl, readLabels } from "./reading.ts";

const control: ReadControl = {
  code: "DPA",
  conditions: { transfersOutsideEea: { whenSilent: "does_not_apply" } },
  clusters: [
    {
      items: [
        { externalId: "Art. 28(3)(a)", criteria: [{ key: "instructions" }, { key: "documented" }] },
        { externalId: "Art. 44", appliesWhen: "transfersOutsideEea", criteria: [{ key: "instrument" }] },
        { externalId: "Privacy Shield", appliesWhen: "never", criteria: [{ key: "listed" }] },
      ],
    },
  ],
};
const text = "The processor acts on instructions. All data stays in Vienna.";
const read = (reading: string) => readLabels(reading, { control, text, file: "a.md" });

const whole = `? transfersOutsideEea no 2
# Art. 28(3)(a) = partially_compliant
instructions met 1 Binds the processor to instructions.
documented missing ~ Instructions could be documented elsewhere.
# Art. 44 = not_applicable
instrument not_applicable 2`;

test("a whole reading becomes labels with offsets, reasons and doubts", () => {
  const { labels, problems } = read(whole);
  assert.deepEqual(problems, []);
  assert.deepEqual(labels.conditions, [{ key: "transfersOutsideEea", holds: "no", start: 36, end: 61 }]);
  assert.deepEqual(labels.items[0]?.criteria, [
    { key: "instructions", verdict: "met", start: 0, end: 35, reason: "Binds the processor to instructions." },
    { key: "documented", verdict: "missing", doubt: "Instructions could be documented elsewhere." },
  ]);
});

test("a criterion that was left out, twice read or unknown is a problem", () => {
  assert.match(
    read(whole.replace("documented missing", "records missing")).problems.join("\n"),
    /documented is missing[\s\S]*records is unknown/,
  );
  assert.match(read(`${whole}\ninstrument not_applicable`).problems.join("\n"), /instrument stands 2 times/);
});

test("a verdict that cites no unit of the document is a problem", () => {
  assert.match(read(whole.replace("met 1", "met 7")).problems.join("\n"), /no unit 7; the document has 2/);
  assert.match(read(whole.replace("met 1", "met")).problems.join("\n"), /needs the number of the unit/);
});

test("a verdict must agree with its condition, and a level with its verdicts", () => {
  assert.match(
    read(whole.replace("instrument not_applicable", "instrument missing")).problems.join("\n"),
    /its condition does not hold/,
  );
  assert.match(
    read(whole.replace("= not_applicable", "= compliant")).problems.join("\n"),
    /exactly when all criteria are/,
  );
});
