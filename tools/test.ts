// The whole check, cheapest step first. With file names it runs only those tests.
import { spawn } from "node:child_process";
import { chmod, glob, mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { run as runTests } from "node:test";
import { spec } from "node:test/reporters";
import { startEmbeddedPostgres } from "../server/src/postgres/embedded-postgres.ts";
import { prepareTemplate } from "../server/src/testing/test-template.ts";

const root = join(import.meta.dirname, "..");
const files = process.argv.slice(2);
/** More failed files than this are no accident. */
const maxRepeatedFiles = 8;

function run(command: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit" });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

async function step(name: string, command: string, args: string[]): Promise<void> {
  const startedAt = performance.now();
  const code = await run(join(root, "node_modules", ".bin", command), args);
  console.log(`${code === 0 ? "ok" : "FAILED"}: ${name} (${Math.round(performance.now() - startedAt)} ms)`);
  if (code !== 0) process.exit(code);
}

/** Drills mostly wait; browsers, models and services need a core. */
const kinds = [/(^e2e\/drills\/|-drill\.)/, /^e2e\/portal-/, /^e2e\//, /./];

/**
 * Spreads each kind of file evenly over the run, so that files that wait run beside files that compute. The last tenth of the
 * run is left to short files.
 */
function order(all: string[]): string[] {
  const byKind = Map.groupBy(all.toSorted(), (file) => kinds.findIndex((kind) => kind.test(file)));
  const placed = [...byKind].flatMap(([kind, files]) => {
    const share = kind === kinds.length - 1 ? 1 : 0.9;
    return files.map((file, index) => ({ file, place: (share * (index + 0.5)) / files.length }));
  });
  return placed.toSorted((a, b) => a.place - b.place).map(({ file }) => file);
}

interface FilesOutcome {
  isSuccess: boolean;
  failed: string[];
}

/** `node --test` would sort the files. */
async function runFiles(ordered: string[], env: NodeJS.ProcessEnv, concurrency: number): Promise<FilesOutcome> {
  const results = runTests({
    files: ordered.map((file) => resolve(root, file)),
    env,
    concurrency,
    execArgv: [`--import=${join(import.meta.dirname, "test-file-timeout.ts")}`],
  });
  const seconds = new Map<string, number>();
  const failed = new Set<string>();
  let isSuccess = false;
  results.on("test:summary", ({ file, success, duration_ms }) => {
    if (file === undefined) isSuccess = success;
    else seconds.set(relative(root, file), duration_ms / 1000);
  });
  results.on("test:fail", ({ file }) => {
    if (file !== undefined) failed.add(relative(root, file));
  });
  for await (const piece of results.compose(new spec())) process.stdout.write(piece);
  const slowest = [...seconds].toSorted(([, a], [, b]) => b - a).slice(0, 10);
  console.log(`slowest files: ${slowest.map(([file, each]) => `${file} ${each.toFixed(0)} s`).join(", ")}`);
  return { isSuccess, failed: [...failed] };
}

/**
 * Tests with deadlines of their own can fail because the machine was busy with the files beside them. A few files that failed
 * run again, one at a time and alone: what is broken fails again.
 */
async function runFilesAndRepeatFailed(ordered: string[], env: NodeJS.ProcessEnv): Promise<number> {
  // Many files mostly wait for another process, so more files than cores run at a time. The variable is for comparisons.
  const concurrency = Number(process.env["ASSAY_TEST_CONCURRENCY"] ?? Math.max(3, availableParallelism() - 1));
  const first = await runFiles(ordered, env, concurrency);
  if (first.isSuccess) return 0;
  if (files.length > 0 || first.failed.length === 0 || first.failed.length > maxRepeatedFiles) return 1;
  console.log(`\nagain, alone: ${first.failed.join(", ")}\n`);
  const second = await runFiles(first.failed, env, 1);
  if (!second.isSuccess) return 1;
  console.log(`passed only alone, after failing beside others: ${first.failed.join(", ")}`);
  return 0;
}

async function tests(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "assay-test-"));
  // The database's account needs to traverse the folder.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({
    dataDirectory: folder,
    password: "test",
    // Test data need not survive a crash.
    settings: ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"],
    onProblem: (message) => console.error(message),
  });
  try {
    await prepareTemplate(postgres.url);
    const chosen =
      files.length > 0
        ? files
        : await Array.fromAsync(
            glob(["{server,sdk,cli,mcp,portal,e2e,bench}/**/*.test.ts", "tools/{*,python-client/*}.test.ts"], {
              cwd: root,
            }),
          );
    return await runFilesAndRepeatFailed(order(chosen), {
      ...{ ...process.env, ASSAY_TEST_POSTGRES: postgres.url, NODE_ENV: "test" },
      // Shared with the service. A test process then starts in half the time, because it skips parsing and type stripping.
      NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "assay-compile"),
    });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

if (files.length === 0) {
  await step("format and lint", "biome", ["check", "--error-on-warnings", "."]);
  await step("types", "tsc", ["-p", "."]);
  await step("types of the portal", "tsc", ["-p", "portal"]);
  await step("dead code", "knip", []);
}
process.exit(await tests());
