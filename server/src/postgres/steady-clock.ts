import type { ConstructorOptions } from "pg-boss";

type QueueClock = NonNullable<ConstructorOptions["clock"]>;

/**
 * Goes on evenly from when the process began, whatever becomes of the machine's clock. The queue's timers compare two
 * readings: by a clock that is set back a day they would sleep for that day, and nobody would look for dead workers or
 * begin what is due. What it lacks to the database's time is measured by the queue itself.
 */
export const steadyClock: QueueClock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, milliseconds) => setInterval(work, milliseconds),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};
