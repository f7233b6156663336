import assert from "node:assert/strict";
import { test } from "node:test";
import { steadyClock } from "./steady-clock.ts";

const dayMilliseconds = 86_400_000;

test("the queue's clock tells the time, and stays when the machine's is set ahead or back", (context) => {
  const before = steadyClock.now();
  const machine = Date.now();
  assert.ok(Math.abs(before - machine) < dayMilliseconds / 24);
  for (const jump of [dayMilliseconds, -dayMilliseconds]) {
    context.mock.timers.enable({ apis: ["Date"], now: machine + jump });
    assert.ok(Math.abs(steadyClock.now() - before) < dayMilliseconds / 24);
    context.mock.timers.reset();
  }
});
