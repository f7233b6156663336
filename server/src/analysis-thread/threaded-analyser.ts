import { join } from "node:path";
import type { AssistingAnalyser, AssistingAnalysis } from "../analysis/verdict/external-verdict.ts";
import { openModelThreads } from "../encoder/model-threads.ts";
import { AppError } from "../platform/app-error.ts";
import { openThread, type Thread, Transferred } from "../platform/worker-thread.ts";
import type { AnalysisMethods, HostMethods } from "./analysis-thread.ts";
import { JudgingBudget, judgingBudgetSeconds } from "./judging-budget.ts";

interface ThreadedAnalyserOptions {
  /** Cores that the models may use. */
  cores: number;
  /** No document is judged longer; smaller documents have less time. */
  judgeSeconds: number;
  onModelsMissing: (message: string) => void;
  /** A model's thread was lost. The next batch starts another. */
  onModelThreadLost: (error: Error) => void;
  /** An analysis thread was lost or was terminated. The next document starts another. */
  onThreadLost: (error: Error) => void;
}

export interface ThreadedAnalyser extends AssistingAnalyser {
  /** Whether a thread has computed for longer than `stuckSeconds` without a pause. */
  isStuck(): boolean;
}

/** A thread pauses many times a second, except while it splits a long document into passages. */
const stuckSeconds = 60;
const pingMilliseconds = 5000;
/** The thread of a document that was closed early is terminated if it has not noticed by then. */
const releaseMilliseconds = 5000;
/** All idle threads but one are stopped after this time. */
const idleMilliseconds = 60_000;

/**
 * Judges in threads: searching a thousand pages takes seconds, and neither requests nor heartbeats may wait for it. Each open
 * document has a thread of its own, so that one which blocks its thread delays no other; the models' threads are shared.
 */
export function openThreadedAnalyser(options: ThreadedAnalyserOptions): ThreadedAnalyser {
  const { cores, judgeSeconds, onModelsMissing, onModelThreadLost, onThreadLost } = options;
  let models = openModelThreads(onModelThreadLost);
  let isClosed = false;
  const threads = new Set<Thread<AnalysisMethods>>();
  const idle: Thread<AnalysisMethods>[] = [];
  const watches = new Set<Watch>();

  function startThread(): Thread<AnalysisMethods> {
    const thread = openThread<AnalysisMethods>({
      file: join(import.meta.dirname, "analysis-thread.ts"),
      data: { cores },
      host: {
        async connectModel({ model, core }) {
          const port = await models.connect(model, core);
          return new Transferred(port, [port]);
        },
        async closeModels() {
          const old = models;
          models = openModelThreads(onModelThreadLost);
          await old.close();
        },
        reportMissingModels: onModelsMissing,
      } satisfies HostMethods,
      // A larger one is filled before it is collected: measured, 30 MB more and no time less.
      resourceLimits: { maxYoungGenerationSizeMb: 24 },
      onLost: onThreadLost,
    });
    threads.add(thread);
    return thread;
  }

  async function release(thread: Thread<AnalysisMethods>): Promise<void> {
    if (isClosed) return;
    if (thread.isRunning()) {
      const connection = thread.connect();
      await connection.call("ping", undefined, { timeoutMilliseconds: releaseMilliseconds }).catch(() => undefined);
      connection.close();
    }
    // A thread that was lost starts again with its next document.
    idle.push(thread);
    const stopIfIdle = () => {
      const at = idle.indexOf(thread);
      if (at < 0 || threads.size === 1) return;
      idle.splice(at, 1);
      threads.delete(thread);
      void thread.stop();
    };
    setTimeout(stopIfIdle, idleMilliseconds).unref();
  }

  return {
    isStuck: () => [...watches].some((watch) => watch.isStuck()),
    async open(subject, signal): Promise<AssistingAnalysis> {
      if (isClosed) throw new AppError("unavailable", "The analysis is being stopped.");
      signal?.throwIfAborted();
      const thread = idle.pop() ?? startThread();
      const connection = thread.connect({ signal });
      const watch = watchThread(() => connection.call("ping"));
      watches.add(watch);
      const budget = new JudgingBudget(judgingBudgetSeconds(subject, judgeSeconds), () => {
        onThreadLost(new Error("a document used up its time; its thread was terminated"));
        void thread.stop();
      });
      let isReleased = false;
      const close = () => {
        if (isReleased) return;
        isReleased = true;
        watch.stop();
        watches.delete(watch);
        connection.close();
        void release(thread);
      };
      // An aborted document may never be closed by a caller that fails on its way.
      connection.signal.addEventListener("abort", close);
      try {
        return {
          engine: await budget.spend(() => connection.call("open", subject)),
          // While one item is saved or waits for its last batch, the next is computed.
          itemsAtOnce: 3,
          judge: (item) => budget.spend(() => connection.call("judge", item)),
          retrieve: (item, wanted) => budget.spend(() => connection.call("retrieve", { item, wanted })),
          compose: (item, verdicts) => budget.spend(() => connection.call("compose", { item, verdicts })),
          close: async () => close(),
        };
      } catch (error) {
        close();
        throw error;
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...threads].map((thread) => thread.stop()));
      await models.close();
    },
  };
}

interface Watch {
  isStuck(): boolean;
  stop(): void;
}

function watchThread(ping: () => Promise<unknown>): Watch {
  let answeredAt = performance.now();
  let isWaiting = false;
  const timer = setInterval(async () => {
    if (isWaiting) return;
    isWaiting = true;
    await ping().catch(() => undefined);
    isWaiting = false;
    answeredAt = performance.now();
  }, pingMilliseconds);
  timer.unref();
  return {
    isStuck: () => performance.now() - answeredAt > stuckSeconds * 1000,
    stop: () => clearInterval(timer),
  };
}
