import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, open, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { StartProblem } from "../platform/start-problem.ts";
import { canReach } from "../platform/unix-account.ts";
import { prepareBinaries } from "./embedded-binaries.ts";
import { prepareCluster, sharedFolder } from "./embedded-cluster.ts";
import { chooseAccount, type ServerAccount, spawnAs } from "./server-account.ts";

/** Long enough for a crash recovery, which replays the log first. */
const startSeconds = 60;
/** How long the database of a killed process may take to stop. */
const predecessorSeconds = 15;
const stopSeconds = 10;
const restartPauseMilliseconds = 2000;
const maxLogBytes = 10 * 1024 * 1024;
const user = "assay";
const databaseName = "assay";

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  dataDirectory: string;
  password: string;
  /** Further server settings, as `name=value`. */
  settings?: string[];
  onProblem: (message: string) => void;
}

/**
 * Starts PostgreSQL from the installed binaries. Clients reach it only through a socket in a private folder. It stops with
 * this process, however this process ends, and is restarted if it ends by itself.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDirectory, password, settings = [] } = options;
  const account = await chooseAccount();
  const binaries = await prepareBinaries(account, sharedFolder);
  const folder = await prepareCluster({ dataDirectory, binaries, account, user, password });
  // Not in the data directory, because the path of a socket is limited to about 100 characters.
  const socketFolder = await mkdtemp(join((await canReach(tmpdir(), account)) ? tmpdir() : "/tmp", "assay-pg-"));
  if (account.isOther) await chown(socketFolder, account.uid, account.gid);
  const toUrl = (database: string) => toSocketUrl(socketFolder, password, database);
  const logFile = join(dataDirectory, "postgres.log");

  const launch = async (): Promise<ChildProcess> => {
    const giveUpAt = performance.now() + predecessorSeconds * 1000;
    for (;;) {
      const logBytes = (await readFile(logFile, "utf8").catch(() => "")).length;
      const child = await launchOnce({ binaries, folder, socketFolder, account, logFile, settings });
      if (await isReady(child, toUrl("postgres"))) return child;
      const log = (await readFile(logFile, "utf8")).slice(logBytes);
      const isPredecessorAlive = /lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(log);
      if (!isPredecessorAlive || performance.now() > giveUpAt)
        throw new StartProblem(`PostgreSQL did not start. The end of its log:\n${log.trim()}`);
      await wait(200);
    }
  };

  let isStopping = false;
  const removeSocketFolder = () => rm(socketFolder, { recursive: true, force: true });
  let child = await launch().catch(async (error: unknown) => {
    await removeSocketFolder();
    throw error;
  });
  // Retries until it succeeds, because the cause may be temporary, such as a full disk.
  const restart = async () => {
    while (!isStopping) {
      try {
        child = await launch();
        restartOnExit(child);
        return;
      } catch (error) {
        options.onProblem(`PostgreSQL could not be restarted: ${error}`);
        await wait(restartPauseMilliseconds);
      }
    }
  };
  const restartOnExit = (running: ChildProcess) =>
    running.once("exit", () => {
      if (isStopping) return;
      options.onProblem("PostgreSQL ended unexpectedly and is being restarted");
      restart().catch((error: unknown) => options.onProblem(String(error)));
    });
  restartOnExit(child);
  await createDatabase(toUrl("postgres"));

  return {
    url: toUrl(databaseName),
    async stop() {
      isStopping = true;
      await stopServer(child);
      await removeSocketFolder();
    },
  };
}

function toSocketUrl(socketFolder: string, password: string, database: string): string {
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/** The URL of the database that a running service has started in this data directory; for command-line tools. */
export async function findRunningPostgres(dataDirectory: string, password: string): Promise<string | undefined> {
  const file = await readFile(join(dataDirectory, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  // The lines of the file: process id, data folder, start time, port, socket folder.
  const socketFolder = file.split("\n")[4]?.trim();
  return socketFolder ? toSocketUrl(socketFolder, password, databaseName) : undefined;
}

interface Launch {
  binaries: string;
  folder: string;
  socketFolder: string;
  account: ServerAccount;
  logFile: string;
  settings: string[];
}

async function launchOnce(launch: Launch): Promise<ChildProcess> {
  const { binaries, folder, socketFolder, account, logFile, settings } = launch;
  // Appended to, because the log of the last run may say why it ended.
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  if (size > maxLogBytes) await rename(logFile, `${logFile}.old`);
  const log = await open(logFile, "a", 0o600);
  const watchdog = startWatchdog(socketFolder);
  const child = spawn(
    join(binaries, "postgres"),
    [
      ...["-D", folder],
      ...[
        "listen_addresses=",
        `unix_socket_directories=${socketFolder}`,
        "unix_socket_permissions=0700",
        "max_connections=100",
        "log_min_messages=warning",
        "timezone=UTC",
        "shared_buffers=128MB",
        "max_wal_size=512MB",
        ...settings,
      ].flatMap((setting) => ["-c", setting]),
    ],
    {
      cwd: folder,
      ...spawnAs(account),
      // Its own process group: Ctrl-C reaches only this process, which completes its requests before it stops the database.
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    },
  );
  child.once("exit", () => watchdog.kill("SIGKILL"));
  try {
    await once(child, "spawn");
    watchdog.stdin?.write(`${child.pid}\n`);
  } finally {
    await log.close();
  }
  return child;
}

/**
 * A shell that waits for this process to end, even by SIGKILL: its standard input closes then. It stops PostgreSQL within
 * five seconds, by SIGINT first.
 */
function startWatchdog(socketFolder: string): ChildProcess {
  const script = `
    read -r pid || exit 0
    cat >/dev/null
    kill -INT "$pid" 2>/dev/null
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do kill -0 "$pid" 2>/dev/null || break; sleep 0.2; done
    kill -QUIT "$pid" 2>/dev/null && sleep 1 && kill -KILL "$pid" 2>/dev/null
    rm -rf "$1"`;
  const watchdog = spawn("/bin/sh", ["-c", script, "assay-watchdog", socketFolder], {
    detached: true,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
  watchdog.stdin?.on("error", () => undefined);
  watchdog.unref();
  return watchdog;
}

/** Resolves to true when PostgreSQL accepts connections, to false when it has ended. */
async function isReady(child: ChildProcess, url: string): Promise<boolean> {
  const giveUpAt = performance.now() + startSeconds * 1000;
  while (child.exitCode === null && child.signalCode === null) {
    const client = new Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return true;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "28P01")
        throw new StartProblem(
          "The file postgres-password in the data directory does not match the database in it. Restore the original file.",
        );
      if (performance.now() > giveUpAt)
        throw new Error(`PostgreSQL did not answer within ${startSeconds} seconds`, { cause: error });
    } finally {
      await client.end().catch(() => undefined);
    }
    await wait(25);
  }
  return false;
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  // PostgreSQL's fast shutdown: it ends all sessions and writes a checkpoint.
  child.kill("SIGINT");
  const late = setTimeout(() => child.kill("SIGQUIT"), stopSeconds * 1000);
  await ended;
  clearTimeout(late);
}
