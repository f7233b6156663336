import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { interrupted } from "../analysis/analyser.ts";
import type { AssistingAnalyser } from "../analysis/verdict/external-verdict.ts";
import { silence, silenceRuntime } from "../encoder/silent-runtime.ts";
import { AppError } from "../platform/app-error.ts";
import type { ThreadAnswer, ThreadRequest } from "./thread-protocol.ts";

interface ThreadedAnalyserOptions {
  /** Cores the models may use. */
  threads: number;
  onModelsMissing: (message: string) => void;
  /** One of the threads beside it ended by itself; another takes its place. */
  onModelThreadLost: (message: string) => void;
  /** The thread ended by itself; what it was at is tried again. */
  onThreadLost: (error: unknown) => void;
}

/**
 * Longer than loading the models takes on a slow machine: a thread that is ended while the native runtime loads or computes
 * takes the whole process along.
 */
const closeMilliseconds = 20_000;

interface Waiting {
  resolve(answer: ThreadAnswer): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  waiting: Map<number, Waiting>;
}

type Request = ThreadRequest extends infer One ? (One extends unknown ? Omit<One, "call"> : never) : never;

/**
 * Judges in a thread of its own: going through a thousand pages for hundreds of criteria takes seconds of the
 * processor, and requests and heartbeats must not wait for it. A lost thread is replaced by the next document.
 */
export function openThreadedAnalyser(options: ThreadedAnalyserOptions): AssistingAnalyser {
  let thread: Thread | undefined;
  let isClosed = false;
  let calls = 0;

  function start(): Thread {
    silenceRuntime();
    const worker = new Worker(join(import.meta.dirname, "analysis-thread.ts"), {
      workerData: { threads: options.threads },
      // The thread gets nothing it could leak: no settings, no secrets.
      env: silence,
      // A larger one is filled before it is looked through: measured, 30 MB more and no time less.
      resourceLimits: { maxYoungGenerationSizeMb: 24 },
    });
    const waiting = new Map<number, Waiting>();
    const started = { worker, waiting };
    worker.on("message", (answer: ThreadAnswer) => {
      if (answer.kind === "modelsMissing") return options.onModelsMissing(answer.message);
      if (answer.kind === "modelThreadLost") return options.onModelThreadLost(answer.message);
      const one = waiting.get(answer.call);
      waiting.delete(answer.call);
      if (answer.kind === "failed")
        one?.reject(answer.isPassing ? interrupted(answer.message) : new Error(answer.message));
      else one?.resolve(answer);
    });
    const lose = (error: Error) => {
      if (thread === started) thread = undefined;
      if (!isClosed) options.onThreadLost(error);
      for (const one of waiting.values()) {
        one.reject(interrupted(error));
      }
      waiting.clear();
    };
    worker.once("error", lose);
    worker.once("exit", (code) => lose(new Error(`the analysis thread ended with code ${code}`)));
    return started;
  }

  function call(to: Thread, request: Request): { call: number; answer: Promise<ThreadAnswer> } {
    const call = ++calls;
    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
    to.waiting.set(call, { resolve, reject });
    to.worker.postMessage({ ...request, call });
    return { call, answer: promise };
  }

  const ask = (to: Thread, request: Request) => call(to, request).answer;

  return {
    async open(subject, signal) {
      signal?.throwIfAborted();
      if (isClosed) throw new AppError("unavailable", "The analysis is being stopped.");
      thread ??= start();
      const own = thread;
      const opening = call(own, { kind: "open", subject });
      const cancel = () => void ask(own, { kind: "cancel", analysis: opening.call }).catch(() => undefined);
      signal?.addEventListener("abort", cancel, { once: true });
      const forget = () => signal?.removeEventListener("abort", cancel);
      const opened = await opening.answer.catch((error: unknown) => {
        forget();
        throw error;
      });
      if (opened.kind !== "opened") throw new Error(`the thread answered ${opened.kind} to open`);
      const { analysis, engine } = opened;
      return {
        engine,
        // While one is saved or waits for its last batch, the next is at work.
        itemsAtOnce: 3,
        async judge(item) {
          const judged = await ask(own, { kind: "judge", analysis, item });
          if (judged.kind !== "judged") throw new Error(`the thread answered ${judged.kind} to judge`);
          return judged.findings;
        },
        async retrieve(item) {
          const found = await ask(own, { kind: "retrieve", analysis, item });
          if (found.kind !== "retrieved") throw new Error(`the thread answered ${found.kind} to retrieve`);
          return found.retrieved;
        },
        async compose(item, verdicts) {
          const made = await ask(own, { kind: "compose", analysis, item, verdicts });
          if (made.kind !== "composed") throw new Error(`the thread answered ${made.kind} to compose`);
          return made.composed;
        },
        async close() {
          forget();
          if (thread === own) await ask(own, { kind: "closeAnalysis", analysis });
        },
      };
    },
    async close() {
      isClosed = true;
      const own = thread;
      if (own === undefined) return;
      // Batches that wait are given up, the one that is computed is not; an idle thread answers at once.
      const patience = AbortSignal.timeout(closeMilliseconds);
      const isPatienceOver = new Promise((resolve) => patience.addEventListener("abort", resolve, { once: true }));
      await Promise.race([ask(own, { kind: "close" }).catch(() => undefined), isPatienceOver]);
      await own.worker.terminate();
    },
  };
}
