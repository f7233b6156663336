import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { nullable } from "../http/wire.ts";
import { AppError } from "../platform/app-error.ts";
import { parseFields, selectFields } from "./result-fields.ts";

const schema = Type.Object({
  documentId: Type.String(),
  status: Type.String(),
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      controlId: Type.String(),
      name: Type.String(),
      result: nullable(Type.Object({ score: Type.Number(), refs: Type.Array(Type.String()) })),
    }),
  ),
});
const answer = {
  documentId: "D",
  status: "completed",
  items: [
    { id: "1", controlId: "C", name: "one", result: { score: 7, refs: ["a"] } },
    { id: "2", controlId: "C", name: "two", result: null },
  ],
};

const cases: [fields: string, expected: unknown][] = [
  ["status", { documentId: "D", status: "completed" }],
  [
    "items.result.score",
    {
      documentId: "D",
      items: [
        { id: "1", controlId: "C", result: { score: 7 } },
        { id: "2", controlId: "C", result: null },
      ],
    },
  ],
  ["status, items", answer],
  ["items.name,items", { documentId: "D", items: answer.items }],
  ["items,items.name", { documentId: "D", items: answer.items }],
  ["documentId", { documentId: "D" }],
];

for (const [fields, expected] of cases) {
  test(`fields=${fields} keeps the named members and all ids`, () => {
    assert.deepEqual(selectFields(answer, parseFields(fields, schema)), expected);
  });
}

for (const fields of [
  "nothing",
  "items.nothing",
  "status.more",
  "items..name",
  ",status",
  "items.result.score.x",
  "items,items.nothing",
  "__proto__",
  "constructor",
]) {
  test(`fields=${fields} is refused and named in the error`, () => {
    assert.throws(
      () => parseFields(fields, schema),
      (error) => error instanceof AppError && error.code === "invalid_request" && /^fields names/.test(error.message),
    );
  });
}
