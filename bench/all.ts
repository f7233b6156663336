// npm run bench [-- --only NAME,…]
// Runs every benchmark, one after the other, prints one table and writes it to docs/benchmarks.md. Takes about half an
// hour; run it on a machine that does nothing else.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { arch, cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Figure, isMet } from "./told-figures.ts";

const root = join(import.meta.dirname, "..");
/** With what each measures, in the order they run. */
const benchmarks: Record<string, string> = {
  api: "One read over HTTP, against a bare route with one primary-key read",
  upload: "Chunked uploads, against tus and against a bare pipe to disk",
  "sdk-upload": "Uploads through the SDK and the command line",
  extract: "Pages read from PDF, against pdftotext",
  analysis: "Judging: pages × items",
  cases: "Agreement with the labels of bench/cases",
  catalogue: "An imported catalog of a thousand items",
  webhooks: "Events delivered, against a bare loop of signed posts",
  portal: "The portal, from its address to a form that can be typed into",
  reports: "A review of 2,000 requirements as a file",
  overload: "Three times the capacity, and one company's flood beside another",
  footprint: "What a document costs in processor, rows and bytes",
  queue: "Waiting in the real queue, against the simulation",
};

const { values } = parseArgs({ options: { only: { type: "string" } } });
const chosen = values.only?.split(",") ?? Object.keys(benchmarks);
const unknown = chosen.filter((name) => benchmarks[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${Object.keys(benchmarks).join(", ")}.`);
  process.exit(2);
}

interface Run {
  name: string;
  figures: Figure[];
  exitCode: number | null;
  load: string;
}

async function run(name: string, folder: string): Promise<Run> {
  const path = join(folder, `${name}.json`);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  console.log(`\n── ${name}: ${benchmarks[name]} (load ${load} before it)\n`);
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    cwd: root,
    env: { ...process.env, ASSAY_BENCH_FIGURES: path },
    stdio: "inherit",
  });
  const [exitCode] = (await once(child, "close")) as [number | null];
  const figures = await readFile(path, "utf8").then(
    (text) => JSON.parse(text) as Figure[],
    () => [],
  );
  return { name, figures, exitCode, load };
}

const shown = ({ seen, unit }: Figure) =>
  `${Number.isInteger(seen) ? seen : seen.toFixed(Math.abs(seen) < 10 ? 2 : 1)}${unit === undefined ? "" : ` ${unit}`}`;
const bar = ({ atLeast, below, atMost }: Figure) => {
  if (atLeast !== undefined) return `≥ ${atLeast}`;
  if (atMost !== undefined) return `≤ ${atMost}`;
  return below !== undefined ? `< ${below}` : "–";
};
const verdict = (figure: Figure) => (bar(figure) === "–" ? "" : isMet(figure) ? "met" : "missed");

const tableOf = (figures: Figure[]) => {
  const rows = figures.map((one) => `| ${one.figure} | ${shown(one)} | ${bar(one)} | ${verdict(one)} |`);
  return `| Figure | Seen | Bar | |\n|---|---|---|---|\n${rows.join("\n")}`;
};

/** It takes half an hour by itself and is run apart, with `npm run soak`; its last figures are shown with the others. */
async function lastSoak(): Promise<string[]> {
  const text = await readFile(join(root, "docs/soak.json"), "utf8").catch(() => undefined);
  if (text === undefined) return [];
  const last = JSON.parse(text) as { date: string; minutes: number; on: string; load: string; figures: Figure[] };
  const head = `## soak: ${last.minutes} minutes at half of capacity\n\nNot part of \`npm run bench\`: the last run of \`npm run soak\`, on ${last.date}, ${last.on}; load of the machine at its end: ${last.load}.`;
  return [`${head}\n\n${tableOf(last.figures)}`];
}

async function toMarkdown(runs: Run[]): Promise<string> {
  const [processor] = cpus();
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  const tables = runs.map(({ name, figures, exitCode, load }) => {
    const head = `## ${name}: ${benchmarks[name]}\n\nLoad of the machine before it: ${load}.`;
    if (figures.length === 0) return `${head} It ended with code ${exitCode} and told nothing.`;
    return `${head}\n\n${tableOf(figures)}`;
  });
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${processor?.model.trim()}, ${arch()}), ${gibibytes} GiB. Ratios are taken
within one run and are what counts; times depend on the machine and on what else runs on it. Accuracy on public data is
measured apart, with \`npm run bench:quality\`.

${[...tables, ...(await lastSoak())].join("\n\n")}
`;
}

const folder = await mkdtemp(join(tmpdir(), "assay-bench-"));
try {
  const runs: Run[] = [];
  for (const name of chosen) runs.push(await run(name, folder));
  console.table(
    runs.flatMap(({ name, figures }) =>
      figures.map((one) => ({
        benchmark: name,
        figure: one.figure,
        seen: shown(one),
        bar: bar(one),
        "": verdict(one),
      })),
    ),
  );
  // A part of them is no table of all.
  if (values.only === undefined) await writeFile(join(root, "docs/benchmarks.md"), await toMarkdown(runs));
  process.exitCode = runs.some(({ exitCode }) => exitCode !== 0) ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}
