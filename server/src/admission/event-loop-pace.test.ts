import assert from "node:assert/strict";
import { test } from "node:test";
import { nextScale, type Pace } from "./event-loop-pace.ts";

const late: Pace = { lateMilliseconds: 100, busy: 0.9, isShared: false };
const inTime: Pace = { lateMilliseconds: 1, busy: 0.9, isShared: true };

test("a loop that is late halves what is begun at once, down to a least; one in time gives it back step by step", () => {
  let scale = 1;
  scale = nextScale(scale, late);
  assert.equal(scale, 0.5);
  for (let look = 0; look < 20; look++) scale = nextScale(scale, late);
  assert.equal(scale, 1 / 64);
  scale = nextScale(scale, inTime);
  assert.equal(scale, 1.25 / 64);
  for (let look = 0; look < 40; look++) scale = nextScale(scale, inTime);
  assert.equal(scale, 1);
});

test("late is sooner while others are there to feel it, and never while other programs are the cause", () => {
  const little = { ...late, lateMilliseconds: 10 };
  assert.equal(nextScale(1, little), 1);
  assert.equal(nextScale(1, { ...little, isShared: true }), 0.5);
  assert.equal(nextScale(1, { ...late, isShared: true, busy: 0.1 }), 1);
});
