import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Works through a long list in batches and yields to the event loop between them. */
export async function forEachBatch<T>(
  entries: readonly T[],
  batchSize: number,
  work: (batch: T[]) => void,
): Promise<void> {
  for (let at = 0; at < entries.length; at += batchSize) {
    if (at > 0) await yieldToEventLoop();
    work(entries.slice(at, at + batchSize));
  }
}
