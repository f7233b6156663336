import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { interrupted } from "../analysis/analyser.ts";
import type { ThreadAnswer, ThreadRequest, ThreadStart } from "./model-thread.ts";
import type { ModelFile, OneCore, Row } from "./one-core.ts";
import { silence, silenceRuntime } from "./silent-runtime.ts";

interface CoreThread extends OneCore {
  /** Resolves when the thread has ended, whoever ended it. */
  ended: Promise<Error>;
}

interface Waiting {
  resolve(figures: Float32Array[]): void;
  reject(error: Error): void;
}

async function startThread(model: ModelFile): Promise<CoreThread> {
  const isClosing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  silenceRuntime();
  const worker = new Worker(join(import.meta.dirname, "model-thread.ts"), {
    workerData: { model, isClosing } satisfies ThreadStart,
    env: silence,
    // It only passes tokens on.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
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
    for (const one of waiting.values()) one.reject(interrupted(lost));
    waiting.clear();
  };
  worker.once("error", lose);
  worker.once("exit", (code) => lose(new Error(`a model's thread ended with code ${code}`)));
  await ready.promise;
  return {
    ended: ended.promise,
    runBatch(rows: Row[]) {
      if (lost !== undefined) return Promise.reject(interrupted(lost));
      const batch = ++batches;
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>();
      waiting.set(batch, { resolve, reject });
      ask({ kind: "run", batch, rows });
      return promise;
    },
    async close() {
      if (lost !== undefined) return;
      const exited = once(worker, "exit");
      Atomics.store(isClosing, 0, 1);
      ask({ kind: "close" });
      await exited;
    },
  };
}

/**
 * A core for a model. When its thread is lost, the batches it was at are refused and the next one starts a new
 * thread; the loss is told once.
 */
export async function openThreadedCore(model: ModelFile, onLost: (error: Error) => void): Promise<OneCore> {
  let thread: CoreThread | undefined;
  let starting: Promise<CoreThread> | undefined;
  let isOpen = false;
  let isClosed = false;

  async function start(): Promise<CoreThread> {
    try {
      const started = await startThread(model);
      thread = started;
      void started.ended.then((error) => {
        thread = undefined;
        if (!isClosed) onLost(error);
      });
      return started;
    } catch (error) {
      if (isOpen && !isClosed) onLost(error as Error);
      throw error;
    } finally {
      starting = undefined;
    }
  }

  function started(): Promise<CoreThread> {
    starting ??= start();
    return starting;
  }

  await started();
  isOpen = true;
  return {
    async runBatch(rows) {
      if (isClosed) throw new Error("the model is closed");
      const own =
        thread ??
        (await started().catch((error: unknown) => {
          throw interrupted(error);
        }));
      return own.runBatch(rows);
    },
    async close() {
      isClosed = true;
      const open = thread ?? (await starting?.catch(() => undefined));
      await open?.close();
    },
  };
}
