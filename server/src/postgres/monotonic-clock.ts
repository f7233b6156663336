import type { ConstructorOptions } from "pg-boss";

type QueueClock = NonNullable<ConstructorOptions["clock"]>;

/**
 * Advances evenly from the start of the process, even when the machine's clock is changed. The queue's timers compare two
 * readings: after the clock is set back a day they would sleep for that day, and nobody would look for dead workers or
 * start jobs that are due. The queue itself measures the difference to the database's time.
 */
export const monotonicClock: QueueClock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, milliseconds) => setInterval(work, milliseconds),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};
