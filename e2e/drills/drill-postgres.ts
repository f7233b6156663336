import { randomInt } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../server/src/postgres/embedded-postgres.ts";
import { aDataDirectory, until } from "../assay-process.ts";

const password = "drill";

/** A real PostgreSQL on a loopback address of its own, to be ended, kept away and frozen. */
export interface DrillPostgres {
  url: string;
  /** What `pg_ctl -m immediate` does: no farewell, no checkpoint, recovery at the next start, which follows by itself. */
  crash(): Promise<void>;
  /** `kill -9` of the server itself: its other processes are left without it, until they notice and it is started again. */
  kill(): Promise<void>;
  /** Ends in good order and stays away until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Every process of it stands still: connections stay open, and nothing is answered. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Processes that serve one connection each. */
  backends(): Promise<number[]>;
  remove(): Promise<void>;
}

export async function aDrillPostgres(settings: string[] = []): Promise<DrillPostgres> {
  const data = await aDataDirectory();
  // Not a port of its own: its socket is looked for under the usual one.
  const host = ["127", randomInt(1, 255), randomInt(255), randomInt(1, 255)].join(".");
  let server: EmbeddedPostgres | undefined;
  const start = async () => {
    server ??= await startEmbeddedPostgres({
      ...{ dataDirectory: data.path, password, onProblem: () => undefined },
      // Processes end here, machines do not: nothing is lost by leaving the disk to write when it likes.
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
  const all = async () => {
    const first = await postmaster();
    return [first, ...(await childrenOf(first))];
  };
  const endBy = async (name: NodeJS.Signals) => {
    const ended = await postmaster();
    process.kill(ended, name);
    await until(async () => (await postmaster().catch(() => ended)) !== ended, 30);
  };
  await start();
  return {
    url: `postgresql://assay:${password}@${host}:5432/assay`,
    crash: () => endBy("SIGQUIT"),
    kill: () => endBy("SIGKILL"),
    stop,
    start,
    freeze: async () => signal(await all(), "SIGSTOP"),
    thaw: async () => signal(await all(), "SIGCONT"),
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
      // It has just ended by itself.
    }
  }
}

export async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of (await readdir("/proc")).filter((one) => /^\d+$/.test(one))) {
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // The name stands in brackets and may hold anything; the parent is the second word behind it.
    if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent) found.push(Number(name));
  }
  return found;
}
