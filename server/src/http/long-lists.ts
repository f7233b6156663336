import { setImmediate as nextTurn } from "node:timers/promises";

/** Few enough that others hardly wait, enough that a turn is worth taking. */
export const entriesPerTurn = 50;

/**
 * The JSON of a long list, written a piece at a time: whoever asks for two thousand findings does not hold up those who
 * ask for one. Pieces are kept as bytes, which are sent as they are and mean no work to the garbage collector.
 */
export class LongList {
  readonly #pieces: Buffer[] = [];

  /** Entries that are there in any case, with the event loop's other work in between. */
  static async inTurns<T>(entries: T[], write: (entry: T) => string): Promise<LongList> {
    const list = new LongList();
    for (let at = 0; at < entries.length; at += entriesPerTurn) {
      if (at > 0) await nextTurn();
      list.add(entries.slice(at, at + entriesPerTurn), write);
    }
    return list;
  }

  add<T>(entries: T[], write: (entry: T) => string): void {
    if (entries.length === 0) return;
    const text = entries.map(write).join(",");
    this.#pieces.push(Buffer.from(this.#pieces.length === 0 ? text : `,${text}`));
  }

  get pieces(): readonly Buffer[] {
    return this.#pieces;
  }
}

/**
 * An object's JSON with its long lists put where it has empty ones; in the order of the text. Outside of a string, where
 * quotes are escaped, a member's name and brackets stand for nothing else.
 */
export function withLists(text: string, lists: [member: string, list: LongList][]): Buffer {
  const parts: Buffer[] = [];
  let done = 0;
  for (const [member, list] of lists) {
    const empty = `"${member}":[]`;
    const at = text.indexOf(empty, done);
    if (at < 0) throw new Error(`there is no place for ${member}`);
    const opened = at + empty.length - 1;
    parts.push(Buffer.from(text.slice(done, opened)), ...list.pieces);
    done = opened;
  }
  parts.push(Buffer.from(text.slice(done)));
  return Buffer.concat(parts);
}
