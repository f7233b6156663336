import { parentPort, workerData } from "node:worker_threads";
import { type ModelFile, openSession, type Row } from "./model-session.ts";

/** A thread that computes some of a model's batches beside the thread that asks: the runtime computes in its caller's. */
const port = parentPort;
if (port === null) throw new Error("this file is started as a thread");

const session = openSession(workerData as ModelFile);
session.then(
  () => port.postMessage({ kind: "ready" }),
  (error: unknown) => {
    throw error;
  },
);

port.on("message", async ({ batch, rows }: { batch: number; rows: Row[] }) => {
  const figures = await (await session).runBatch(rows);
  port.postMessage({ kind: "done", batch, figures });
});
