import { join } from "node:path";
import type { ItemCounts } from "../documents/document.ts";
import { openThread } from "../platform/worker-thread.ts";
import type { ItemMethods, ItemSelection } from "./item-thread.ts";

export interface WrittenItems {
  /** Concatenated, the JSON of the items that are shown, with commas between them. Nothing else refers to their memory. */
  pieces: Buffer[];
  counted: ItemCounts;
}

const thread = openThread<ItemMethods>({
  file: join(import.meta.dirname, "item-thread.ts"),
  resourceLimits: { maxYoungGenerationSizeMb: 16 },
});

/** A result's first portions are read without waiting for the thread; each further one waits until it is written. */
const portionsReadAhead = 10;
/**
 * After this the rest is read without waiting. The database counts the time between two portions as the statement's, and
 * after 15 seconds would cancel a result that only waits for a busy thread.
 */
const maxWaitingMilliseconds = 5000;
/** While pauses are asked for, one of a millisecond comes after so many portions: about a third of the time. */
const portionsPerPause = 2;
const pauseMilliseconds = 1;

/**
 * Writes items in a thread while they are read. Two thousand items are megabytes to parse and to serialise, and collecting
 * that garbage in the main thread delayed every other request. A long result is read no faster than it is written: otherwise
 * the database and the thread would occupy both of two cores.
 */
export async function writeItems(
  selection: ItemSelection,
  read: (take: (texts: string[]) => Promise<void> | undefined) => Promise<void>,
  shouldPause = () => false,
): Promise<WrittenItems> {
  const pieces: Buffer[] = [];
  const keep = (piece: Uint8Array<ArrayBuffer> | undefined) => {
    if (piece !== undefined) pieces.push(Buffer.from(piece.buffer));
  };
  const connection = thread.connect();
  let portions = 0;
  let waiting: PromiseWithResolvers<void> | undefined;
  let failure: { error: unknown } | undefined;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    waiting?.resolve();
  }, maxWaitingMilliseconds);

  async function add(texts: string[], portion: number): Promise<void> {
    keep(await connection.call("add", texts));
    if (portion <= portionsReadAhead || portion % portionsPerPause !== 0 || isLate || !shouldPause()) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  }

  try {
    // A failure of the thread fails `add` and `end`, too.
    connection.call("begin", selection).catch(() => undefined);
    await read((texts) => {
      if (failure !== undefined) throw failure.error;
      portions += 1;
      const own = Promise.withResolvers<void>();
      add(texts, portions).then(own.resolve, (error: unknown) => {
        failure ??= { error };
        own.resolve();
      });
      if (portions <= portionsReadAhead || isLate) return undefined;
      waiting = own;
      return own.promise;
    });
    const { piece, counted } = await connection.call("end");
    if (failure !== undefined) throw failure.error;
    keep(piece);
    return { counted, pieces };
  } finally {
    clearTimeout(timer);
    connection.close();
  }
}
