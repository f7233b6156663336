import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { forEachBatch } from "../platform/for-each-batch.ts";
import { handOver, letGo } from "../uploads/checked-bytes.ts";

/** Few enough that others hardly wait, enough that a turn is worth taking. */
export const entriesPerTurn = 20;

/**
 * The JSON of a long list, written a piece at a time: whoever asks for two thousand findings does not hold up those who
 * ask for one. Pieces are kept as bytes, which are sent as they are and mean no work to the garbage collector.
 */
export class LongList {
  readonly #pieces: Buffer[];

  /** What is written already, with commas between entries. Nobody else holds it. */
  constructor(written: Buffer[] = []) {
    this.#pieces = written.map(handOver);
  }

  /** Entries that are there in any case, with the event loop's other work in between. */
  static async from<T>(entries: T[], write: (entry: T) => string): Promise<LongList> {
    const list = new LongList();
    await forEachBatch(entries, entriesPerTurn, (portion) => list.add(portion, write));
    return list;
  }

  add<T>(entries: T[], write: (entry: T) => string): void {
    if (entries.length === 0) return;
    const text = entries.map(write).join(",");
    this.#pieces.push(handOver(Buffer.from(this.#pieces.length === 0 ? text : `,${text}`)));
  }

  get pieces(): readonly Buffer[] {
    return this.#pieces;
  }
}

/**
 * An answer that is made already and sent a piece at a time: a system call that is given megabytes copies them all before
 * it comes back. Unlike other streams it holds nothing but its memory while its caller reads.
 */
export class ReadyPieces extends Readable {
  readonly #pieces: Iterator<Buffer>;

  constructor(pieces: Buffer[]) {
    super({ highWaterMark: pieceBytes });
    this.#pieces = inParts(pieces);
  }

  override _read(): void {
    // A connection that takes everything at once would be given everything at once.
    setImmediate(() => {
      const { value, done } = this.#pieces.next();
      this.push(done ? null : value);
    });
  }
}

const pieceBytes = 128 * 1024;

function* inParts(pieces: Buffer[]): Generator<Buffer> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += pieceBytes) yield piece.subarray(at, at + pieceBytes);
}

/** Sends an object's JSON with its long lists put where it has empty ones; in the order of the text. */
export function sendWithLists(reply: FastifyReply, text: string, lists: [member: string, list: LongList][]): never {
  const pieces = withLists(text, lists);
  // Megabytes that nobody needs any more are not left for the garbage collector to find: it would look through everything.
  reply.raw.once("close", () => pieces.forEach(letGo));
  reply.type("application/json; charset=utf-8");
  reply.header(
    "content-length",
    pieces.reduce((sum, { length }) => sum + length, 0),
  );
  return new ReadyPieces(pieces) as never;
}

/** Outside of a string, where quotes are escaped, a member's name and brackets stand for nothing else. */
export function withLists(text: string, lists: [member: string, list: LongList][]): Buffer[] {
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
  return [...parts, Buffer.from(text.slice(done))];
}
