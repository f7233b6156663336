import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "./linear-time.ts";

const text = "a, b; c. ";
const eachOnce = (size: number) => text.repeat(size).split(";").join(",");
const eachWithEach = (size: number) => {
  const pieces = text.repeat(size).split(";");
  return pieces.filter((_, at) => pieces.lastIndexOf("nowhere", at) >= 0);
};

test("work that grows with the size passes, and work that grows with its square does not", async () => {
  await assertLinear(eachOnce, 40_000, "each once");
  await assert.rejects(
    assertLinear(eachWithEach, 3000, "each with each"),
    /^AssertionError.*: each with each: 4 times as much takes \d\d\.\d times as long/,
  );
});
