import { join } from "node:path";
import { openThread } from "../platform/worker-thread.ts";
import type { ItemMethods, ItemSelection, ItemTotals } from "./item-thread.ts";

export interface WrittenItems {
  /** Concatenated, the JSON of the items that are shown, with commas between them. Nothing else refers to their memory. */
  pieces: Buffer[];
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
  const keep = (piece: Uint8Array<ArrayBuffer> | undefined) => {
    if (piece !== undefined) pieces.push(Buffer.from(piece.buffer));
  };
  const connection = thread.connect();
  try {
    // A failure of the thread fails `add` and `end`, too.
    connection.call("begin", selection).catch(() => undefined);
    for await (const texts of batches) keep(await connection.call("add", texts));
    const { piece, counted } = await connection.call("end");
    keep(piece);
    return { counted, pieces };
  } finally {
    connection.close();
  }
}
