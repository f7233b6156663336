import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ModelFile, OneCore, Row } from "./model-session.ts";
import type { ThreadAnswer, ThreadRequest } from "./model-thread.ts";

interface HelpingThread extends OneCore {
  /** Resolves when the thread has ended, whoever ended it. */
  ended: Promise<Error>;
}

interface Waiting {
  resolve(figures: Float32Array[]): void;
  reject(error: Error): void;
}

async function startThread(model: ModelFile): Promise<HelpingThread> {
  const worker = new Worker(join(import.meta.dirname, "model-thread.ts"), { workerData: model, env: {} });
  const waiting = new Map<number, Waiting>();
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<Error>();
  const ask = (request: ThreadRequest) => worker.postMessage(request);
  let lost: Error | undefined;
  let batches = 0;
  worker.on("message", (answer: ThreadAnswer) => {
    if (answer.kind === "ready") return ready.resolve();
    const one = waiting.get(answer.batch);
    waiting.delete(answer.batch);
    if (answer.kind === "done") one?.resolve(answer.figures);
    else one?.reject(new Error(answer.message));
  });
  const lose = (error: Error) => {
    lost ??= error;
    ready.reject(lost);
    ended.resolve(lost);
    for (const one of waiting.values()) one.reject(lost);
    waiting.clear();
  };
  worker.once("error", lose);
  worker.once("exit", (code) => lose(new Error(`a model's thread ended with code ${code}`)));
  await ready.promise;
  return {
    ended: ended.promise,
    runBatch(rows: Row[]) {
      if (lost !== undefined) return Promise.reject(lost);
      const batch = ++batches;
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>();
      waiting.set(batch, { resolve, reject });
      ask({ kind: "run", batch, rows });
      return promise;
    },
    async close() {
      if (lost !== undefined) return;
      const exited = once(worker, "exit");
      ask({ kind: "close" });
      await exited;
    },
  };
}

/**
 * A further core for a model. When its thread is lost, the batches it was at are refused and the next one starts a new
 * thread; the loss is told once.
 */
export async function openHelpingThread(model: ModelFile, onLost: (error: Error) => void): Promise<OneCore> {
  let thread: Promise<HelpingThread> | undefined;
  let isClosed = false;

  function start(): Promise<HelpingThread> {
    const starting = startThread(model);
    const letGo = (error: Error) => {
      if (thread === starting) thread = undefined;
      if (!isClosed) onLost(error);
    };
    starting.then(async ({ ended }) => letGo(await ended), letGo);
    thread = starting;
    return starting;
  }

  await start();
  return {
    runBatch: async (rows) => (await (thread ?? start())).runBatch(rows),
    async close() {
      isClosed = true;
      const open = await thread?.catch(() => undefined);
      await open?.close();
    },
  };
}
