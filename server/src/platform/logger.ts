import { type Logger, pino } from "pino";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Handing a block over to be written costs about as much as making a hundred lines, whatever the block's size. */
const gatheredBytes = 64 * 1024;
/** The writer wants it larger than what is gathered. */
const maxWrite = 2 * gatheredBytes;

/** Lines of JSON on standard output. They carry ids, durations and counts; never keys, names or document text. */
export function openLogger(level: LogLevel): Logger {
  // Gathered for a moment and written together; pino writes out the rest when the process ends.
  const gathering = { sync: false, minLength: gatheredBytes, maxWrite, periodicFlush: 100, contentMode: "buffer" };
  // As bytes: of text, the writer measures with each line all that it has gathered, which cost more than the line.
  const streamWrite = ((line: string) => Buffer.from(line)) as unknown as (line: string) => string;
  const options = { level, base: null, timestamp: isoTime(), hooks: { streamWrite } };
  return pino(options, pino.destination(gathering as object));
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
