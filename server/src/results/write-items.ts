import { join } from "node:path";
import { openThread } from "../platform/worker-thread.ts";
import type { ItemMethods, ItemSelection, ItemTotals } from "./item-thread.ts";

/** Concatenated, pieces are the JSON of a list's entries with commas between them. Nothing else refers to their memory. */
export interface WrittenItems {
  /** The items that are shown. */
  pieces: Buffer[];
  /** What they cite, by its index. */
  quotes: Buffer[];
  conditions: Buffer[];
  counted: ItemTotals;
}

const thread = openThread<ItemMethods>({
  file: join(import.meta.dirname, "item-thread.ts"),
  resourceLimits: { maxYoungGenerationSizeMb: 16 },
});

/**
 * Writes items in a thread while they are read. Two thousand items are megabytes to parse and to serialise, and collecting
 * that garbage in the main thread delayed every other request. Each batch is written before the next is read: otherwise the
 * database and the thread would occupy both of two cores.
 */
export async function writeItems(selection: ItemSelection, batches: AsyncIterable<string[]>): Promise<WrittenItems> {
  const pieces: Buffer[] = [];
  const toPieces = (piece: Uint8Array<ArrayBuffer> | undefined) =>
    piece === undefined || piece.length === 0 ? [] : [Buffer.from(piece.buffer, 0, piece.length)];
  const connection = thread.connect();
  try {
    // A failure of the thread fails `add` and `end`, too.
    connection.call("begin", selection).catch(() => undefined);
    for await (const texts of batches) pieces.push(...toPieces(await connection.call("add", texts)));
    const { piece, quotes, conditions, counted } = await connection.call("end");
    pieces.push(...toPieces(piece));
    return { counted, pieces, quotes: toPieces(quotes), conditions: toPieces(conditions) };
  } finally {
    connection.close();
  }
}
