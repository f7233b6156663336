import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, open, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { StartProblem } from "../platform/start-problem.ts";
import { preparedBinaries } from "./embedded-binaries.ts";
import { homeForOthers, preparedCluster } from "./embedded-cluster.ts";
import { canReach, chooseRunner, type Runner } from "./runner.ts";

/** How long a start may take: a crash recovery first replays the log. */
const startSeconds = 60;
/** How long a predecessor that was killed may take to go away. */
const predecessorSeconds = 15;
const stopSeconds = 10;
const restartPauseMilliseconds = 2000;
const largestLogBytes = 10 * 1024 * 1024;
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
 * Real PostgreSQL from the installed binaries, reachable only through a socket in a private folder. It stops with
 * this process, however this process ends, and is started again should it end by itself.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDirectory, password } = options;
  const runner = await chooseRunner();
  const binaries = await preparedBinaries(runner, homeForOthers);
  const folder = await preparedCluster({ dataDirectory, binaries, runner, user, password });
  // Short and fixed, whatever the data directory's name: socket paths end at about 100 characters.
  const socketFolder = await mkdtemp(join((await canReach(tmpdir(), runner)) ? tmpdir() : "/tmp", "assay-pg-"));
  if (runner.isSomeoneElse) await chown(socketFolder, runner.uid, runner.gid);
  const urlOf = (database: string) => socketUrl(socketFolder, password, database);
  const logFile = join(dataDirectory, "postgres.log");

  const launch = async (): Promise<ChildProcess> => {
    const giveUpAt = performance.now() + predecessorSeconds * 1000;
    for (;;) {
      const logBytes = (await readFile(logFile, "utf8").catch(() => "")).length;
      const child = await launchOnce(
        join(binaries, "postgres"),
        folder,
        socketFolder,
        runner,
        logFile,
        options.settings ?? [],
      );
      const outcome = await waitUntilReady(child, urlOf("postgres"));
      if (outcome === "ready") return child;
      const log = (await readFile(logFile, "utf8")).slice(logBytes);
      const isPredecessorAlive = /lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(log);
      if (!isPredecessorAlive || performance.now() > giveUpAt)
        throw new StartProblem(`PostgreSQL did not start. Its last words:\n${log.trim()}`);
      await wait(200);
    }
  };

  let isStopping = false;
  const removeSocketFolder = () => rm(socketFolder, { recursive: true, force: true });
  let child = await launch().catch(async (error: unknown) => {
    await removeSocketFolder();
    throw error;
  });
  // Also after a passing cause, such as a full disk: it is tried until it works.
  const restart = async () => {
    while (!isStopping) {
      try {
        child = await launch();
        guard(child);
        return;
      } catch (error) {
        options.onProblem(`PostgreSQL could not be started again: ${error}`);
        await wait(restartPauseMilliseconds);
      }
    }
  };
  const guard = (running: ChildProcess) =>
    running.once("exit", () => {
      if (isStopping) return;
      options.onProblem("PostgreSQL ended by itself and is started again");
      restart().catch((error: unknown) => options.onProblem(String(error)));
    });
  guard(child);
  await createDatabase(urlOf("postgres"));

  return {
    url: urlOf(databaseName),
    async stop() {
      isStopping = true;
      await stopServer(child);
      await removeSocketFolder();
    },
  };
}

function socketUrl(socketFolder: string, password: string, database: string): string {
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/** The database that a service is running in this data directory, for a tool beside it. */
export async function findRunningPostgres(dataDirectory: string, password: string): Promise<string | undefined> {
  const file = await readFile(join(dataDirectory, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  // As PostgreSQL writes it: process, folder, start, port, then the folder of its socket.
  const socketFolder = file.split("\n")[4]?.trim();
  return socketFolder ? socketUrl(socketFolder, password, databaseName) : undefined;
}

async function launchOnce(
  binary: string,
  folder: string,
  socketFolder: string,
  runner: Runner,
  logFile: string,
  settings: string[],
): Promise<ChildProcess> {
  // What the last one said stays readable: it may be why there is a next one.
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  if (size > largestLogBytes) await rename(logFile, `${logFile}.old`);
  const log = await open(logFile, "a", 0o600);
  const watchdog = startWatchdog(socketFolder);
  const child = spawn(
    binary,
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
      ...(runner.isSomeoneElse && { uid: runner.uid, gid: runner.gid }),
      // A group of its own: Ctrl-C reaches us first, so that requests are drained before the database goes.
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
 * A shell that does nothing but wait for this process to end, by whatever means: then its input closes, and it stops
 * PostgreSQL, at first politely. Five seconds after a `kill -9` nothing is left.
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

async function waitUntilReady(child: ChildProcess, url: string): Promise<"ready" | "ended"> {
  const giveUpAt = performance.now() + startSeconds * 1000;
  while (child.exitCode === null && child.signalCode === null) {
    const client = new Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return "ready";
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "28P01") throw wrongPassword();
      if (performance.now() > giveUpAt)
        throw new Error(`PostgreSQL did not answer within ${startSeconds} seconds`, { cause: error });
    } finally {
      await client.end().catch(() => undefined);
    }
    await wait(25);
  }
  return "ended";
}

function wrongPassword(): StartProblem {
  return new StartProblem(
    "The file postgres-password in the data directory is not that of the database beside it. Put back the one it was made with.",
  );
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
  // "Fast": ends sessions and writes everything down, without waiting for clients to leave.
  child.kill("SIGINT");
  const late = setTimeout(() => child.kill("SIGQUIT"), stopSeconds * 1000);
  await ended;
  clearTimeout(late);
}
