import assert from "node:assert/strict";
import { test } from "node:test";
import { usualVerdicts } from "./verdict-frequencies.ts";

test("a criterion that nobody labelled has no usual verdict", () => {
  assert.deepEqual(usualVerdicts(undefined), { met: 0, partly: 0, contradicted: 0, missing: 0 });
});

test("a verdict is the more usual the more documents have it", () => {
  const counts = { met: 0, partly: 0, contradicted: 0, missing: 0 };
  const [few, many] = [2, 40].map((missing) => usualVerdicts({ ...counts, missing }));
  assert.ok((few?.missing ?? 0) > 0);
  assert.ok((many?.missing ?? 0) > (few?.missing ?? 0));
  assert.ok((many?.met ?? 0) < (few?.met ?? 0) && (few?.met ?? 0) < 0);
});
