// The whole check, cheapest step first. With file names it runs only those tests.
import { spawn } from "node:child_process";
import { chmod, glob, mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../server/src/postgres/embedded-postgres.ts";
import { prepareTemplate } from "../server/src/testing/test-template.ts";

const root = join(import.meta.dirname, "..");
const files = process.argv.slice(2);

function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: "inherit" });
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
            glob(["{server,sdk,cli,portal,e2e,bench}/**/*.test.ts", "tools/*.test.ts"], { cwd: root }),
          );
    const env = {
      ...{ ...process.env, ASSAY_TEST_POSTGRES: postgres.url, NODE_ENV: "test" },
      // Shared with the service. A test process then starts in half the time, because it skips parsing and type stripping.
      NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "assay-compile"),
    };
    // Half of the files mostly wait for another process, so more files than cores run at a time.
    const concurrency = `--test-concurrency=${Math.max(3, availableParallelism() - 1)}`;
    const fileTimeout = `--import=${join(import.meta.dirname, "test-file-timeout.ts")}`;
    return await run(
      process.execPath,
      [fileTimeout, "--test", "--test-reporter=spec", concurrency, ...chosen.sort()],
      env,
    );
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
