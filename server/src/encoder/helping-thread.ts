import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ModelFile, Row } from "./model-session.ts";
import type { ThreadRequest } from "./model-thread.ts";

export interface HelpingThread {
  runBatch(rows: Row[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

type Answer = { kind: "ready" } | { kind: "done"; batch: number; figures: Float32Array[] };

interface Waiting {
  resolve(figures: Float32Array[]): void;
  reject(error: Error): void;
}

/** A further core for a model. Its loss is told to whoever waits for it, now or later. */
export async function openHelpingThread(model: ModelFile): Promise<HelpingThread> {
  const worker = new Worker(join(import.meta.dirname, "model-thread.ts"), { workerData: model, env: {} });
  const waiting = new Map<number, Waiting>();
  const ready = Promise.withResolvers<void>();
  const ask = (request: ThreadRequest) => worker.postMessage(request);
  let lost: Error | undefined;
  let batches = 0;
  worker.on("message", (answer: Answer) => {
    if (answer.kind === "ready") return ready.resolve();
    waiting.get(answer.batch)?.resolve(answer.figures);
    waiting.delete(answer.batch);
  });
  const lose = (error: Error) => {
    lost ??= error;
    ready.reject(error);
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  };
  worker.once("error", lose);
  worker.once("exit", (code) => lose(new Error(`a model's thread ended with code ${code}`)));
  await ready.promise;
  return {
    runBatch(rows) {
      if (lost !== undefined) return Promise.reject(lost);
      const batch = ++batches;
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>();
      waiting.set(batch, { resolve, reject });
      ask({ kind: "run", batch, rows });
      return promise;
    },
    async close() {
      if (lost !== undefined) return;
      const ended = once(worker, "exit");
      ask({ kind: "close" });
      await ended;
    },
  };
}
