import assert from "node:assert/strict";
import { test } from "node:test";
import { nextScale } from "./event-loop-pace.ts";

test("a loop that is late halves what is begun at once, down to a least; one in time gives it back step by step", () => {
  let scale = 1;
  scale = nextScale(scale, 100);
  assert.equal(scale, 0.5);
  for (let look = 0; look < 20; look++) scale = nextScale(scale, 100);
  assert.equal(scale, 1 / 64);
  scale = nextScale(scale, 1);
  assert.equal(scale, 1.25 / 64);
  for (let look = 0; look < 40; look++) scale = nextScale(scale, 1);
  assert.equal(scale, 1);
});
