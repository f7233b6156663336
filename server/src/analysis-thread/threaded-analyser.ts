import { join } from "node:path";
import type { AssistingAnalyser } from "../analysis/verdict/external-verdict.ts";
import { openModelThreads } from "../encoder/model-threads.ts";
import { AppError } from "../platform/app-error.ts";
import { openThread, Transferred } from "../platform/worker-thread.ts";
import type { AnalysisMethods, HostMethods } from "./analysis-thread.ts";

interface ThreadedAnalyserOptions {
  /** Cores that the models may use. */
  cores: number;
  onModelsMissing: (message: string) => void;
  /** A model's thread was lost. The next batch starts another. */
  onModelThreadLost: (error: Error) => void;
  /** The analysis thread was lost. The next document starts another, and jobs that were interrupted are retried. */
  onThreadLost: (error: Error) => void;
}

/** Judges in a thread: searching a thousand pages takes seconds, and neither requests nor heartbeats may wait for it. */
export function openThreadedAnalyser(options: ThreadedAnalyserOptions): AssistingAnalyser {
  const { cores, onModelsMissing, onModelThreadLost, onThreadLost } = options;
  let models = openModelThreads(onModelThreadLost);
  let isClosed = false;
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

  return {
    async open(subject, signal) {
      if (isClosed) throw new AppError("unavailable", "The analysis is being stopped.");
      const connection = thread.connect({ signal });
      try {
        return {
          engine: await connection.call("open", subject),
          // While one item is saved or waits for its last batch, the next is computed.
          itemsAtOnce: 3,
          judge: (item) => connection.call("judge", item),
          retrieve: (item) => connection.call("retrieve", item),
          compose: (item, verdicts) => connection.call("compose", { item, verdicts }),
          close: async () => connection.close(),
        };
      } catch (error) {
        connection.close();
        throw error;
      }
    },
    async close() {
      isClosed = true;
      await thread.stop();
      await models.close();
    },
  };
}
