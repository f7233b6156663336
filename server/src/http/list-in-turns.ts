import { setImmediate as nextTurn } from "node:timers/promises";

/** Few enough that others hardly wait, enough that a turn is worth taking. */
export const entriesPerTurn = 25;

/**
 * The JSON of a long list, written a piece at a time with the event loop's other work in between: whoever asks for two
 * thousand findings does not hold up those who ask for one.
 */
export async function writeListInTurns<T>(entries: T[], write: (entry: T) => string): Promise<string> {
  const pieces: string[] = [];
  for (let at = 0; at < entries.length; at += entriesPerTurn) {
    if (at > 0) await nextTurn();
    for (const entry of entries.slice(at, at + entriesPerTurn)) pieces.push(write(entry));
  }
  return `[${pieces.join(",")}]`;
}
