import assert from "node:assert/strict";
import { test } from "node:test";
import { computeNextAttempt, hasFailedTooLong } from "./retry-schedule.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const even = { scale: 1, random: () => 0.5 };
const secondsFromNow = (at: Date | undefined) => (at === undefined ? undefined : (at.getTime() - now.getTime()) / 1000);

test("an event is tried ten times: at once and after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h", () => {
  const delays = Array.from({ length: 10 }, (_, failed) => secondsFromNow(computeNextAttempt(even, failed + 1, now)));
  assert.deepEqual(delays, [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, undefined]);
});

test("jitter changes a delay by at most a tenth", () => {
  const at = (share: number) => secondsFromNow(computeNextAttempt({ scale: 1, random: () => share }, 2, now)) ?? 0;
  assert.equal(at(0), 270);
  assert.ok(at(0.999) > 329 && at(0.999) < 330);
});

test("Retry-After, in seconds or as a date, is the minimum delay, up to a day", () => {
  const after = (text: string, failures = 1) => secondsFromNow(computeNextAttempt(even, failures, now, text));
  assert.equal(after("120"), 120);
  assert.equal(after("Sun, 01 Mar 2026 12:10:00 GMT"), 600);
  assert.equal(after("1"), 5, "sooner than our own pause is no wish we have to grant");
  assert.equal(after("99999999"), 86_400);
  for (const nonsense of ["", "soon", "-5", "Sun, 01 Mar 2020 12:00:00 GMT", "1e9"]) assert.equal(after(nonsense), 5);
  assert.equal(after("120", 10), undefined, "enough is enough");
});

test("the scale changes our delays and the 5-day rule, not a receiver's Retry-After", () => {
  const quick = { scale: 0.01, random: () => 0.5 };
  assert.equal(secondsFromNow(computeNextAttempt(quick, 2, now)), 3);
  assert.equal(secondsFromNow(computeNextAttempt(quick, 2, now, "60")), 60);
  const since = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  assert.equal(hasFailedTooLong(even, since(5 * 86_400 - 1), now), false);
  assert.equal(hasFailedTooLong(even, since(5 * 86_400), now), true);
  assert.equal(hasFailedTooLong(quick, since(5 * 864), now), true);
});
