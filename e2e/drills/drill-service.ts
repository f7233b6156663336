import { until } from "../../server/src/testing/until.ts";
import { type AssayProcess, aDataDirectory, aFreePort, spawnAssay, withoutLimits } from "../assay-process.ts";

export const adminToken = "drill-administrator-token-0123456789";

/** Only the injected fault delays requests. */
const drillSettings = {
  ASSAY_LOG_LEVEL: "warn",
  ASSAY_ADMIN_TOKEN: adminToken,
  ASSAY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  ASSAY_CHUNK_SIZE_BYTES: "65536",
  ...withoutLimits,
  // Failed jobs are retried after 1, 2 and 4 seconds.
  ASSAY_RETRY_SCALE: "0.5",
};

/** Arguments and settings of one process. */
interface Part {
  args: string[];
  nodeArgs?: string[];
  env?: Record<string, string>;
}

export interface DrillService {
  /** Address of the API process; unchanged by a restart. */
  url: string;
  dataDirectory: string;
  process(name: string): AssayProcess;
  names: string[];
  /** Kills a process and restarts it, like a supervisor. */
  killAndRestart(name: string): Promise<void>;
  /** Output of all processes, including those before a restart. */
  output(): string;
  stop(): Promise<void>;
}

interface ServiceOptions {
  env: Record<string, string>;
  /** `{ api: …, worker: … }`; `api` serves the requests. */
  parts: Record<string, Part>;
  dataDirectory?: string;
  /** Whether the database is empty and must be migrated. */
  isFresh?: boolean;
}

export const apiAndWorker: Record<string, Part> = {
  api: { args: ["--role", "api"] },
  worker: { args: ["--role", "worker"] },
};

export async function startDrillService({ env, parts, dataDirectory, isFresh }: ServiceOptions): Promise<DrillService> {
  const data =
    dataDirectory === undefined
      ? await aDataDirectory()
      : { path: dataDirectory, remove: () => Promise.resolve(undefined) };
  const url = `http://127.0.0.1:${await aFreePort()}`;
  const running = new Map<string, AssayProcess>();
  const ended: AssayProcess[] = [];
  let isStopped = false;

  async function start(name: string): Promise<void> {
    const { args, nodeArgs = [], env: own = {} } = parts[name] ?? { args: [] };
    const port = name === "api" ? new URL(url).port : String(await aFreePort());
    const settings = { ...drillSettings, ASSAY_DATA_DIR: data.path, ...env, ...own, PORT: port };
    const started = spawnAssay(settings, args, undefined, nodeArgs);
    running.set(name, started);
    await until(() => {
      if (started.child.exitCode !== null || started.child.signalCode !== null)
        throw new Error(`${name} ended at its start:\n${started.output()}`);
      return /Assay is (running|working)/.test(started.output());
    }, 60);
  }

  function process(name: string): AssayProcess {
    const found = running.get(name);
    if (found === undefined) throw new Error(`unknown process ${name}`);
    return found;
  }

  async function stop(): Promise<void> {
    isStopped = true;
    for (const part of running.values()) {
      part.child.kill("SIGKILL");
      await part.ended;
    }
    await data.remove();
  }

  try {
    if (isFresh) {
      const migration = spawnAssay({ ...drillSettings, ASSAY_DATA_DIR: data.path, ...env }, ["--role", "migrate"]);
      if ((await migration.ended) !== 0) throw new Error(migration.output());
    }
    await Promise.all(Object.keys(parts).map(start));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...{ url, dataDirectory: data.path, process, stop, names: Object.keys(parts) },
    async killAndRestart(name) {
      const victim = process(name);
      victim.child.kill("SIGKILL");
      await victim.ended;
      ended.push(victim);
      // The start may fail while the database is down; a supervisor retries.
      for (const giveUpAt = performance.now() + 60_000; !isStopped; ) {
        const failure = await start(name).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (failure === undefined) return;
        if (performance.now() > giveUpAt) throw failure;
      }
    },
    output: () => [...ended, ...running.values()].map((part) => part.output()).join("\n"),
  };
}
