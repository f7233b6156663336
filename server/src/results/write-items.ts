import { join } from "node:path";
import type { ItemCounts } from "../documents/document.ts";
import { keptThread } from "../platform/kept-thread.ts";
import type { Shown, ThreadAnswer, ThreadRequest } from "./item-thread.ts";

export interface WrittenItems {
  /** Together the JSON of the items that are shown, with commas between them. Nobody else holds their memory. */
  pieces: Buffer[];
  counted: ItemCounts;
}

/** Started when the first result is asked for. */
const thread = keptThread<ThreadRequest, ThreadAnswer>(join(import.meta.dirname, "item-thread.ts"), {
  maxYoungGenerationSizeMb: 16,
});

/**
 * Writes items as they are read, in a thread of its own: two thousand of them are megabytes to read, to put together and to
 * write, and the garbage that leaves made everybody wait for its collection, again and again.
 */
export async function writeItems(
  shown: Shown,
  read: (take: (texts: string[]) => void) => Promise<void>,
): Promise<WrittenItems> {
  const pieces: Buffer[] = [];
  const { promise: counted, resolve, reject } = Promise.withResolvers<ItemCounts>();
  // While it is still being read, nobody listens.
  counted.catch(() => undefined);
  const { ask, leave } = thread.join({
    answered(answer) {
      if (answer.kind === "piece") pieces.push(Buffer.from(answer.bytes.buffer));
      else resolve(answer.counted);
    },
    failed: reject,
  });
  try {
    ask({ kind: "begin", shown });
    await read((texts) => ask({ kind: "items", texts }));
    ask({ kind: "end" });
    return { counted: await counted, pieces };
  } catch (error) {
    ask({ kind: "drop" });
    throw error;
  } finally {
    leave();
  }
}
