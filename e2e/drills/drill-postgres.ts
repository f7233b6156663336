import { randomInt } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../server/src/postgres/embedded-postgres.ts";
import { until } from "../../server/src/testing/until.ts";
import { aDataDirectory } from "../assay-process.ts";

const password = "drill";

/** A real PostgreSQL on its own loopback address that can be killed, stopped and frozen. */
export interface DrillPostgres {
  url: string;
  /** Like `pg_ctl -m immediate`: ends without a checkpoint, restarts automatically and recovers. */
  crash(): Promise<void>;
  /** `kill -9` of the postmaster. Its other processes end when they notice, and it restarts automatically. */
  kill(): Promise<void>;
  /** Shuts down until `start` is called. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Suspends all its processes: connections stay open without responses. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Process ids of the client connections. */
  backends(): Promise<number[]>;
  remove(): Promise<void>;
}

export async function startDrillPostgres(settings: string[] = []): Promise<DrillPostgres> {
  const data = await aDataDirectory();
  // Its own address instead of its own port, because the socket name contains the usual port.
  const host = ["127", randomInt(1, 255), randomInt(255), randomInt(1, 255)].join(".");
  let server: EmbeddedPostgres | undefined;
  const start = async () => {
    server ??= await startEmbeddedPostgres({
      ...{ dataDirectory: data.path, password, onProblem: () => undefined },
      // Only processes crash here, not the machine, so nothing is lost without fsync.
      settings: [`listen_addresses=${host}`, "fsync=off", ...settings],
    });
  };
  const stop = async () => {
    const running = server;
    server = undefined;
    await running?.stop();
  };
  const postmaster = async () =>
    Number((await readFile(join(data.path, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
  const listProcesses = async () => {
    const first = await postmaster();
    return [first, ...(await childrenOf(first))];
  };
  const kill = async (name: NodeJS.Signals) => {
    const ended = await postmaster();
    process.kill(ended, name);
    await until(async () => (await postmaster().catch(() => ended)) !== ended, 30);
  };
  await start();
  return {
    url: `postgresql://assay:${password}@${host}:5432/assay`,
    crash: () => kill("SIGQUIT"),
    kill: () => kill("SIGKILL"),
    stop,
    start,
    freeze: async () => signal(await listProcesses(), "SIGSTOP"),
    thaw: async () => signal(await listProcesses(), "SIGCONT"),
    async backends() {
      const found: number[] = [];
      for (const pid of await childrenOf(await postmaster())) {
        const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
        if (/^postgres: assay assay /.test(command)) found.push(pid);
      }
      return found;
    },
    async remove() {
      await stop();
      await data.remove();
    },
  };
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has already ended.
    }
  }
}

export async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of (await readdir("/proc")).filter((one) => /^\d+$/.test(one))) {
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // The process name in brackets may contain spaces; the parent is the second field after it.
    if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent) found.push(Number(name));
  }
  return found;
}
