import { type AssayProcess, aDataDirectory, aFreePort, spawnAssay, until, withoutLimits } from "../assay-process.ts";

export const adminToken = "drill-administrator";

/** Nothing but the fault at hand holds anybody up. */
const drillSettings = {
  ASSAY_LOG_LEVEL: "warn",
  ASSAY_ADMIN_TOKEN: adminToken,
  ASSAY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  ASSAY_CHUNK_SIZE_BYTES: "65536",
  ...withoutLimits,
  // A job that failed is tried again after a second, then two, then four.
  ASSAY_RETRY_SCALE: "0.5",
};

/** With what each process is started: its role, what Node itself is told, and settings of its own. */
interface Part {
  args: string[];
  nodeArgs?: string[];
  env?: Record<string, string>;
}

export interface DrillService {
  /** Of the process that serves requests; the same after a restart. */
  url: string;
  dataDirectory: string;
  /** The running process of that name. */
  process(name: string): AssayProcess;
  names: string[];
  /** As a supervisor would: it ends at once, and is started again. */
  killAndRestart(name: string): Promise<void>;
  /** What all processes have written, those before a restart included. */
  output(): string;
  stop(): Promise<void>;
}

interface ServiceOptions {
  env: Record<string, string>;
  /** `{ api: …, worker: … }`; one named `api` serves the requests. */
  parts: Record<string, Part>;
  dataDirectory?: string;
  /** The database is empty. */
  isFresh?: boolean;
}

export const apiAndWorker: Record<string, Part> = {
  api: { args: ["--role", "api"] },
  worker: { args: ["--role", "worker"] },
};

export async function aDrillService({ env, parts, dataDirectory, isFresh }: ServiceOptions): Promise<DrillService> {
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
    if (found === undefined) throw new Error(`there is no process named ${name}`);
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
      // What was down with it, such as its database, may keep it from starting: then a supervisor tries again.
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
