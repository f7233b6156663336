// npm run bench [-- --only NAME,…]
// Runs the benchmarks one after the other, prints a table and writes docs/benchmarks.md. All of them take an hour or more;
// use a machine without other load.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { serviceSettings } from "../e2e/assay-process.ts";
import type { Figure } from "./figures.ts";
import { benchmarks, currentLoad, isSkipped, saveRun, toRow } from "./saved-runs.ts";

const root = join(import.meta.dirname, "..");
/** Takes half an hour alone. */
const onlyWhenAsked = ["soak"];

const { values } = parseArgs({ options: { only: { type: "string" } } });
const chosen = values.only?.split(",") ?? Object.keys(benchmarks).filter((name) => !onlyWhenAsked.includes(name));
const unknown = chosen.filter((name) => benchmarks[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${Object.keys(benchmarks).join(", ")}.`);
  process.exit(2);
}

async function run(name: string, folder: string) {
  const path = join(folder, `${name}.json`);
  const load = currentLoad();
  console.log(`\n── ${name}: ${benchmarks[name]} (load before it: ${load})\n`);
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    cwd: root,
    env: { ...process.env, ...serviceSettings, ASSAY_BENCH_FIGURES: path },
    stdio: "inherit",
  });
  const [exitCode] = (await once(child, "close")) as [number | null];
  const figures = await readFile(path, "utf8").then(
    (text) => JSON.parse(text) as Figure[],
    () => [],
  );
  await saveRun(name, { load, exitCode, figures });
  return { name, figures, exitCode };
}

const folder = await mkdtemp(join(tmpdir(), "assay-bench-"));
try {
  const runs: Awaited<ReturnType<typeof run>>[] = [];
  for (const name of chosen) runs.push(await run(name, folder));
  console.table(runs.flatMap(({ name, figures }) => figures.map((one) => ({ Benchmark: name, ...toRow(one) }))));
  for (const { name } of runs.filter(isSkipped)) console.log(`${name} was skipped; its last saved run stays.`);
  process.exitCode = runs.some(({ exitCode }) => exitCode !== 0) ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}
