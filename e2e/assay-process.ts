import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { leakMessage, secretsWritten } from "./secrets-written.ts";

/** The service as its operator starts it: a process of its own, on its own data directory and port. */
export interface AssayProcess {
  child: ChildProcess;
  url: string;
  output(): string;
  /** Resolves with the exit code; fails when a secret stands in what the process has written. */
  ended: Promise<number | null>;
}

const root = join(import.meta.dirname, "..");

/** As `npm start` and the image set them for Node itself. */
export const serviceSettings = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "1048576" };
/**
 * So, too. V8 would let the room for short-lived things grow to 32 MB, and when others want the processor as well, going
 * through as much keeps every request waiting for 20 to 50 ms.
 */
export const serviceFlags = ["--max-semi-space-size=8"];

const unlimited = "1000000000";
/** For whoever asks more of a service than its limits would let anybody. */
export const withoutLimits = {
  ASSAY_RATE_PARTNER_PER_MINUTE: unlimited,
  ASSAY_RATE_COMPANY_PER_MINUTE: unlimited,
  ASSAY_RATE_CHUNKS_PER_MINUTE: unlimited,
  ASSAY_RATE_ADDRESS_PER_MINUTE: unlimited,
  ASSAY_SUBMISSIONS_PER_HOUR: unlimited,
};

export async function aDataDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "assay-e2e-"));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) };
}

export async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** For processes whose end no test waits for: what stands in their output fails the file in the end. */
const unread = new Set<() => string[]>();
const leaks: string[] = [];
process.once("exit", () => {
  for (const look of unread) leaks.push(...look());
  if (leaks.length === 0) return;
  process.stderr.write(`${leakMessage(leaks)}\n`);
  process.exitCode = 1;
});

/**
 * Everything the process writes is looked through for secrets when it ends, whatever the test is about.
 *
 * With `logFile`, what the process writes goes there, and `output` stays empty: for measuring, where reading costs.
 * `nodeArgs` are for Node itself, and hold in the threads of the process as well.
 */
export function spawnAssay(
  env: Record<string, string>,
  args: string[] = [],
  logFile?: string,
  nodeArgs: string[] = [],
): AssayProcess {
  const log = logFile === undefined ? "pipe" : openSync(logFile, "a");
  const child = spawn(process.execPath, [...serviceFlags, ...nodeArgs, join(root, "server/src/main.ts"), ...args], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", HOME: tmpdir(), ...serviceSettings, ...env },
    stdio: ["ignore", log, log],
  });
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  const look = () => secretsWritten(output, env);
  unread.add(look);
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once("close", (code) => {
      unread.delete(look);
      const found = look();
      leaks.push(...found);
      if (found.length === 0) resolve(code);
      else reject(new Error(leakMessage(found)));
    }),
  );
  // Whoever waits for the end hears of it there.
  ended.catch(() => undefined);
  return { child, url: `http://${env["HOST"] ?? "127.0.0.1"}:${env["PORT"]}`, output: () => output, ended };
}

export async function startAssay(
  env: Record<string, string>,
  args: string[] = [],
  logFile?: string,
  nodeArgs: string[] = [],
): Promise<AssayProcess> {
  const assay = spawnAssay({ PORT: String(await aFreePort()), ...env }, args, logFile, nodeArgs);
  try {
    await until(async () => {
      if (assay.child.exitCode !== null) throw new Error(`Assay ended:\n${assay.output()}`);
      return (await fetch(`${assay.url}/health`).catch(() => undefined))?.ok ?? false;
    }, 30);
  } catch (error) {
    // Left running, it would keep the test's own process from ending.
    assay.child.kill("SIGKILL");
    throw error;
  }
  return assay;
}

const lookMilliseconds = 20;

/** Counted in looks: where other programs take the processor, whoever looks is as slow as what is looked at. */
export async function until(isSo: () => Promise<boolean> | boolean, seconds: number): Promise<void> {
  const looks = (seconds * 1000) / lookMilliseconds;
  for (let looked = 0; !(await isSo()); looked++) {
    if (looked > looks) throw new Error(`did not happen within ${seconds} seconds`);
    await wait(lookMilliseconds);
  }
}
