import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { forEachBatch } from "../platform/for-each-batch.ts";
import { freeIfUnshared, markUnshared } from "../uploads/checked-bytes.ts";
import { chooseEncoding } from "./compress-responses.ts";
import { isUnchanged, tagOf } from "./entity-tags.ts";

/** Entries serialized before yielding to the event loop. */
export const entriesPerBatch = 20;

/** The elements of a long JSON array, serialized in batches so that one large response does not block other requests. */
export class LongJsonArray {
  readonly #pieces: Buffer[];

  /** `written`: serialized entries, separated by commas. */
  constructor(written: Buffer[] = []) {
    this.#pieces = written.map(markUnshared);
  }

  /** Yields to the event loop between batches. */
  static async from<T>(entries: T[], write: (entry: T) => string): Promise<LongJsonArray> {
    const list = new LongJsonArray();
    await forEachBatch(entries, entriesPerBatch, (portion) => list.add(portion, write));
    return list;
  }

  add<T>(entries: T[], write: (entry: T) => string): void {
    if (entries.length === 0) return;
    const text = entries.map(write).join(",");
    this.#pieces.push(markUnshared(Buffer.from(this.#pieces.length === 0 ? text : `,${text}`)));
  }

  get pieces(): readonly Buffer[] {
    return this.#pieces;
  }
}

/**
 * A response body in memory, written to the socket in parts: one system call would copy megabytes while everything waits.
 * Unlike other streams it needs no database connection or file while the client reads.
 */
export class PreparedResponse extends Readable {
  readonly #pieces: Iterator<Buffer>;

  constructor(pieces: Buffer[]) {
    super({ highWaterMark: partBytes });
    this.#pieces = splitParts(pieces);
  }

  override _read(): void {
    // Without yielding, a fast connection would receive the whole body in one iteration of the event loop.
    setImmediate(() => {
      const { value, done } = this.#pieces.next();
      this.push(done ? null : value);
    });
  }
}

const partBytes = 128 * 1024;

function* splitParts(pieces: Buffer[]): Generator<Buffer> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += partBytes) yield piece.subarray(at, at + partBytes);
}

/** Sends an object's JSON with its empty arrays replaced by long ones, which are in the order of the text. */
export async function sendWithArrays(
  reply: FastifyReply,
  text: string,
  lists: [member: string, list: LongJsonArray][],
): Promise<never> {
  const pieces = insertArrays(text, lists);
  const isKnown = isUnchanged(reply, await tagOf(pieces));
  // Freed at once: leaving megabytes to the garbage collector makes it run too often. A compressor, however, may still read
  // a piece in another thread when the connection closes.
  if (isKnown) pieces.forEach(freeIfUnshared);
  else if (chooseEncoding(reply.request.headers["accept-encoding"]) === undefined)
    reply.raw.once("close", () => pieces.forEach(freeIfUnshared));
  if (isKnown) return reply.code(304).send() as never;
  reply.type("application/json; charset=utf-8");
  reply.header(
    "content-length",
    pieces.reduce((sum, { length }) => sum + length, 0),
  );
  return new PreparedResponse(pieces) as never;
}

/** `"member":[]` cannot occur inside a JSON string, where quotes are escaped. */
export function insertArrays(text: string, lists: [member: string, list: LongJsonArray][]): Buffer[] {
  const parts: Buffer[] = [];
  let done = 0;
  for (const [member, list] of lists) {
    const empty = `"${member}":[]`;
    const at = text.indexOf(empty, done);
    if (at < 0) throw new Error(`the text has no empty array ${member}`);
    const opened = at + empty.length - 1;
    parts.push(Buffer.from(text.slice(done, opened)), ...list.pieces);
    done = opened;
  }
  return [...parts, Buffer.from(text.slice(done))];
}
