import type { Clock } from "../platform/clock.ts";

/** Stands still until it is advanced. */
export interface TestClock extends Clock {
  advance(seconds: number): void;
}

export function testClock(start = new Date("2026-03-01T12:00:00.000Z")): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance(seconds) {
      now += seconds * 1000;
    },
  };
}
