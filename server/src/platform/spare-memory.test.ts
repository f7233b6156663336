import assert from "node:assert/strict";
import { test } from "node:test";
import { isWorthHandingBack } from "./spare-memory.ts";

const mebibyte = 1024 * 1024;
const look = { heapBytes: 190 * mebibyte, usedBytes: 50 * mebibyte, busy: 0.1 };

test("what a thread keeps without need is handed back while little happens", () => {
  assert.equal(isWorthHandingBack(look), true);
});

test("not while requests come one after another", () => {
  assert.equal(isWorthHandingBack({ ...look, busy: 0.2 }), false);
});

test("not what is soon needed again", () => {
  assert.equal(isWorthHandingBack({ ...look, usedBytes: 130 * mebibyte }), false);
});
