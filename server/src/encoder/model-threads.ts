import { join } from "node:path";
import type { MessagePort } from "node:worker_threads";
import { AppError } from "../platform/app-error.ts";
import { type Connection, openThread } from "../platform/worker-thread.ts";
import type { ModelFile } from "./model-runtime.ts";
import type { ModelMethods } from "./model-thread.ts";
import { silence, silenceRuntime } from "./silent-runtime.ts";

/** Threads that run models, one for each model and core. */
export interface ModelThreads {
  /** Loads the model first if that core has not loaded it. The port speaks `ModelMethods`. */
  connect(model: ModelFile, core: number): Promise<MessagePort>;
  close(): Promise<void>;
}

/** `onLost` reports a thread that crashed or could not be started again; the next connection replaces it. */
export function openModelThreads(onLost: (error: Error) => void = () => undefined): ModelThreads {
  const threads = new Map<string, ReturnType<typeof openModelThread>>();
  let isClosed = false;
  return {
    async connect(model, core) {
      if (isClosed) throw new Error("the models are closed");
      const key = `${model.file} ${core}`;
      const thread = threads.get(key) ?? openModelThread(model, onLost);
      threads.set(key, thread);
      return thread.connect();
    },
    async close() {
      isClosed = true;
      await Promise.all([...threads.values()].map((thread) => thread.close()));
    },
  };
}

function openModelThread(model: ModelFile, onLost: (error: Error) => void) {
  silenceRuntime();
  const thread = openThread<ModelMethods>({
    file: join(import.meta.dirname, "model-thread.ts"),
    data: model,
    env: silence,
    // The thread only passes tokens on.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
    onLost,
  });
  let opening: Promise<Connection<ModelMethods>> | undefined;
  let wasLoaded = false;

  async function load(): Promise<Connection<ModelMethods>> {
    const connection = thread.connect();
    connection.signal.addEventListener("abort", () => {
      opening = undefined;
    });
    try {
      await connection.call("load");
      wasLoaded = true;
      return connection;
    } catch (error) {
      if (!connection.signal.aborted) {
        await thread.stop();
        if (wasLoaded) onLost(error as Error);
      }
      throw error;
    }
  }

  async function connect(): Promise<MessagePort> {
    opening ??= load();
    // Shows whether the thread is still there.
    await (await opening).call("load");
    return thread.openPort();
  }

  return {
    connect: () =>
      connect().catch((error: unknown) => {
        // The thread had just been lost, and the next attempt starts another.
        if (error instanceof AppError && error.code === "unavailable") return connect();
        throw error;
      }),
    async close() {
      const connection = await opening?.catch(() => undefined);
      await connection?.call("release").catch(() => undefined);
      await thread.stop();
    },
  };
}
