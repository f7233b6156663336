import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../server/src/testing/until.ts";
import { findSecretsInOutput, formatLeaks } from "./output-secrets.ts";

/** The service as a separate process with its own data directory and port. */
export interface AssayProcess {
  child: ChildProcess;
  url: string;
  output(): string;
  /** Resolves with the exit code. Rejects if the process has written a secret. */
  ended: Promise<number | null>;
}

const root = join(import.meta.dirname, "..");

/** Of this test run; spares a process parsing and type stripping. */
const compileCache = process.env["NODE_COMPILE_CACHE"];
/** What every process of the service and every tool gets from the environment of the tests. */
export const inheritedEnvironment = {
  PATH: process.env["PATH"] ?? "",
  ...(compileCache !== undefined && { NODE_COMPILE_CACHE: compileCache }),
};

/** As in `npm start` and the image. */
export const serviceSettings = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "1048576" };

const unlimited = "1000000000";
/** Settings without rate limits. */
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

/** Secrets in the output of processes that no test waits for fail the file when it ends. */
const unchecked = new Set<() => string[]>();
const leaks: string[] = [];
process.once("exit", () => {
  for (const findLeaks of unchecked) leaks.push(...findLeaks());
  if (leaks.length === 0) return;
  process.stderr.write(`${formatLeaks(leaks)}\n`);
  process.exitCode = 1;
});

/**
 * Starts the service without waiting for it. Its output is searched for secrets when it ends.
 *
 * With `logFile` the output goes to that file and `output` stays empty, for benchmarks. `nodeArgs` also apply to the threads of the
 * process.
 */
export function spawnAssay(
  env: Record<string, string>,
  args: string[] = [],
  logFile?: string,
  nodeArgs: string[] = [],
): AssayProcess {
  const log = logFile === undefined ? "pipe" : openSync(logFile, "a");
  const child = spawn(process.execPath, [...nodeArgs, join(root, "server/src/main.ts"), ...args], {
    cwd: root,
    env: { ...inheritedEnvironment, HOME: tmpdir(), ...serviceSettings, ...env },
    stdio: ["ignore", log, log],
  });
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  const findLeaks = () => findSecretsInOutput(output, env);
  unchecked.add(findLeaks);
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once("close", (code) => {
      unchecked.delete(findLeaks);
      const found = findLeaks();
      leaks.push(...found);
      if (found.length === 0) resolve(code);
      else reject(new Error(formatLeaks(found)));
    }),
  );
  // A test that does not wait must not get an unhandled rejection.
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
    // A running child would keep the test process from ending.
    assay.child.kill("SIGKILL");
    throw error;
  }
  return assay;
}
