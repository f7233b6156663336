import { type Logger, pino } from "pino";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Lines of JSON on standard output. They carry ids, durations and counts; never keys, names or document text. */
export function openLogger(level: LogLevel): Logger {
  // Gathered for a moment and written together; pino writes out the rest when the process ends.
  const destination = pino.destination({ sync: false, minLength: 8192, periodicFlush: 100 });
  return pino({ level, base: null, timestamp: isoTime() }, destination);
}

/** Under load many lines share a millisecond, and writing out its date is a good part of writing the line. */
function isoTime(): () => string {
  let last = 0;
  let text = "";
  return () => {
    const now = Math.floor(performance.timeOrigin + performance.now());
    if (now !== last) {
      last = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}
