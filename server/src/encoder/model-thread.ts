import { lowerThreadPriority } from "../platform/lower-thread-priority.ts";
import { serveThread, threadData } from "../platform/worker-thread.ts";
import { type ModelFile, type ModelRuntime, openRuntime, type Row } from "./model-runtime.ts";

/** A thread that runs one model: the native runtime computes in the thread that calls it. */
export interface ModelMethods {
  /** Resolves when the model is loaded. */
  load(): Promise<void>;
  runBatch(rows: Row[]): Promise<Float32Array[]>;
  /** Frees the model's memory, which terminating the thread does not. Batches that still wait are refused. */
  release(): Promise<void>;
}

lowerThreadPriority();
const opening = openRuntime(threadData<ModelFile>());
// A failure is reported to whoever calls `load`.
opening.catch(() => undefined);
let isReleased = false;
let last: Promise<unknown> = Promise.resolve();

/** One task at a time: after `release` no native code may run, or terminating the thread would abort the process. */
function inOrder<Result>(task: (runtime: ModelRuntime) => Promise<Result>): Promise<Result> {
  const result = last.then(async () => task(await opening));
  last = result.catch(() => undefined);
  return result;
}

const methods: ModelMethods = {
  async load() {
    await opening;
  },
  runBatch: (rows) =>
    inOrder(async (runtime) => {
      if (isReleased) throw new Error("the model is closed");
      return runtime.runBatch(rows);
    }),
  release() {
    isReleased = true;
    return inOrder((runtime) => runtime.release());
  },
};
serveThread(() => methods);
