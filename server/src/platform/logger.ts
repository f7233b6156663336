import { type Logger, pino } from "pino";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** A write costs about as much as formatting a hundred lines, whatever its size, so lines are buffered. */
const bufferBytes = 64 * 1024;
/** sonic-boom requires it to be larger than the buffer. */
const maxWrite = 2 * bufferBytes;

/** Logs lines of JSON to standard output: ids, durations and counts; never keys, names or document text. */
export function openLogger(level: LogLevel): Logger {
  // Flushed every 100 ms; pino flushes the rest when the process ends.
  const buffering = { sync: false, minLength: bufferBytes, maxWrite, periodicFlush: 100, contentMode: "buffer" };
  // As bytes: with text, sonic-boom measures the whole buffer again for every line.
  const streamWrite = ((line: string) => Buffer.from(line)) as unknown as (line: string) => string;
  const options = { level, base: null, timestamp: isoTime(), hooks: { streamWrite } };
  return pino(options, pino.destination(buffering as object));
}

/** Under load many lines share a millisecond; formatting the date is a good part of the cost of a line. */
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
