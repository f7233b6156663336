import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { AppError } from "../platform/app-error.ts";
import { parseFields } from "../results/result-fields.ts";
import { readIncluded } from "./result-inclusion.ts";

const criterion = Type.Object({ key: Type.String(), statement: Type.String(), probabilities: Type.Object({}) });
const item = Type.Object({ result: Type.Object({ criteria: Type.Array(criterion) }) });
const schema = Type.Object({
  complianceItems: Type.Array(item),
  quotes: Type.Array(Type.Object({ page: Type.String(), text: Type.String() })),
  conditions: Type.Array(Type.Object({ statement: Type.String() })),
});

const cases: [include: string | undefined, fields: string | undefined, expected: string[]][] = [
  [undefined, undefined, []],
  ["", undefined, []],
  ["quotes, probabilities", undefined, ["quotes", "probabilities"]],
  ["quotes,quotes", "quotes.page", ["quotes"]],
  [undefined, "complianceItems.result.criteria.statement", ["statements"]],
  [undefined, "conditions.statement,quotes.text", ["quotes", "statements"]],
  [undefined, "complianceItems.result.criteria.probabilities", ["probabilities"]],
  [undefined, "complianceItems.result.criteria,quotes,conditions", []],
  [undefined, "complianceItems,complianceItems.result.criteria.statement", []],
];

for (const [include, fields, expected] of cases) {
  test(`include=${include} and fields=${fields} include ${expected.join(" and ") || "nothing"}`, () => {
    const included = readIncluded(include, fields === undefined ? undefined : parseFields(fields, schema));
    assert.deepEqual(
      Object.entries(included).flatMap(([name, isIncluded]) => (isIncluded ? [name] : [])),
      expected,
    );
  });
}

test("an unknown value of include is refused and named", () => {
  const message = 'include must be one or more of quotes, statements, probabilities, not "texts".';
  assert.throws(
    () => readIncluded("quotes,texts", undefined),
    (error) => error instanceof AppError && error.code === "invalid_request" && error.message === message,
  );
  assert.throws(() => readIncluded("quotes,", undefined), /not ""/);
});
