import { type Logger as PinoLogger, pino } from "pino";

export type Logger = Pick<PinoLogger, "debug" | "info" | "warn" | "error">;
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Lines of JSON on standard output. They carry ids, durations and counts; never keys, names or document text. */
export function openLogger(level: LogLevel): PinoLogger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ sync: false, minLength: 0 }),
  );
}
