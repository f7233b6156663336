import assert from "node:assert/strict";
import { test } from "node:test";
import { monotonicClock } from "./monotonic-clock.ts";

const dayMilliseconds = 86_400_000;

test("the queue's clock shows the time and does not follow when the machine's clock is set forward or back", (context) => {
  const before = monotonicClock.now();
  const machine = Date.now();
  assert.ok(Math.abs(before - machine) < dayMilliseconds / 24);
  for (const jump of [dayMilliseconds, -dayMilliseconds]) {
    context.mock.timers.enable({ apis: ["Date"], now: machine + jump });
    assert.ok(Math.abs(monotonicClock.now() - before) < dayMilliseconds / 24);
    context.mock.timers.reset();
  }
});
