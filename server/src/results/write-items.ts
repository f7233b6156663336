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

/** Portions a result may be ahead of the thread in all. Longer ones keep step with it. */
const mostAhead = 10;
/**
 * How long a result keeps step at most; the rest is read as it comes. The database counts the time that passes between two
 * portions as the statement's, and after 15 seconds would give up a result that only waits for a thread with much to do.
 */
const longestInStepMilliseconds = 5000;
/** Where pauses are wanted, there is one of a millisecond after so many portions: about a third of the time. */
const portionsToPause = 2;
const pauseMilliseconds = 1;

/**
 * Writes items as they are read, in a thread of its own: two thousand of them are megabytes to read, to put together and to
 * write, and the garbage that leaves made everybody wait for its collection, again and again. A long result is read no faster
 * than it is written: the database and the thread would otherwise take both of two processors, and others wait for one. It
 * pauses in between as long as it is said to.
 */
export async function writeItems(
  shown: Shown,
  read: (take: (texts: string[]) => Promise<void> | undefined) => Promise<void>,
  isToPause = () => false,
): Promise<WrittenItems> {
  const pieces: Buffer[] = [];
  const { promise: counted, resolve, reject } = Promise.withResolvers<ItemCounts>();
  // While it is still being read, nobody listens.
  counted.catch(() => undefined);
  let portions = 0;
  let taken = 0;
  let fault: Error | undefined;
  let inStep: PromiseWithResolvers<void> | undefined;
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    inStep?.resolve();
  }, longestInStepMilliseconds);
  const goOn = () => {
    if (inStep === undefined || taken % portionsToPause !== 0 || !isToPause()) inStep?.resolve();
    else setTimeout(inStep.resolve, pauseMilliseconds);
  };
  const { ask, leave } = thread.join({
    answered(answer) {
      if (answer.kind === "piece") pieces.push(Buffer.from(answer.bytes.buffer));
      else if (answer.kind === "ended") resolve(answer.counted);
      else if (++taken === portions) goOn();
    },
    failed(error) {
      fault = error;
      inStep?.reject(error);
      reject(error);
    },
  });
  try {
    ask({ kind: "begin", shown });
    await read((texts) => {
      if (fault !== undefined) throw fault;
      portions += 1;
      ask({ kind: "items", texts });
      if (portions <= mostAhead || isLate) return undefined;
      inStep = Promise.withResolvers();
      return inStep.promise;
    });
    ask({ kind: "end" });
    return { counted: await counted, pieces };
  } catch (error) {
    ask({ kind: "drop" });
    throw error;
  } finally {
    clearTimeout(late);
    leave();
  }
}
