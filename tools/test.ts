// The whole check, in the order in which mistakes are cheapest to find. With file names only those tests are run.
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
  // The database's account must be able to pass through.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({
    dataDirectory: folder,
    password: "test",
    // Nothing here has to survive a crash; everything has to be quick.
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
    const env = { ...process.env, ASSAY_TEST_POSTGRES: postgres.url, NODE_ENV: "test" };
    // Half of them wait for another process most of the time: on two cores, one after the other takes half as long again.
    const atOnce = `--test-concurrency=${Math.max(2, availableParallelism() - 1)}`;
    const endHung = `--import=${join(import.meta.dirname, "end-hung-tests.ts")}`;
    return await run(process.execPath, [endHung, "--test", "--test-reporter=spec", atOnce, ...chosen.sort()], env);
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
