import { inspect } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "../platform/lower-thread-priority.ts";
import { type ModelFile, openSession, type Row } from "./one-core.ts";

/** A thread that computes a model's batches: the runtime computes in its caller's, and who asks has other things to do. */
const port = parentPort;
if (port === null) throw new Error("this file is started as a thread");
const say = (answer: ThreadAnswer) => port.postMessage(answer);

export type ThreadRequest = { kind: "run"; batch: number; rows: Row[] } | { kind: "close" };
export type ThreadAnswer =
  | { kind: "ready" }
  | { kind: "done"; batch: number; figures: Float32Array[] }
  | { kind: "failed"; batch: number; message: string };

export interface ThreadStart {
  model: ModelFile;
  /** Not 0 once the thread is to end: what waits before that message is then given up, not computed. */
  isClosing: Int32Array;
}

lowerThreadPriority();
const { model, isClosing } = workerData as ThreadStart;
const session = openSession(model);
session.then(
  () => say({ kind: "ready" }),
  (error: unknown) => {
    throw error;
  },
);

port.on("message", async (request: ThreadRequest) => {
  const own = await session;
  if (request.kind === "close") {
    // Ended from outside, the thread would leave the model's memory behind, and inside a batch take the process along.
    await own.close();
    port.close();
    return;
  }
  const { batch, rows } = request;
  if (Atomics.load(isClosing, 0) !== 0) return say({ kind: "failed", batch, message: "the model is being closed" });
  await own.runBatch(rows).then(
    (figures) => say({ kind: "done", batch, figures }),
    (error: unknown) => say({ kind: "failed", batch, message: inspect(error) }),
  );
});
