import { readFile, writeFile } from "node:fs/promises";
import { arch, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { type Figure, findRatio, isMet, limitOf } from "./figures.ts";

const docs = join(import.meta.dirname, "../docs");

/** All benchmarks, in the order of docs/benchmarks.md. */
export const benchmarks: Record<string, string> = {
  api: "One read over HTTP, against a bare route with one primary-key read",
  upload: "Chunked uploads, against tus and against a bare pipe to disk",
  "sdk-upload": "Uploads through the SDK and the command line",
  extract: "Pages extracted from PDF, against pdftotext -bbox",
  analysis: "Judging: pages × items",
  submission: "From submission to result on an idle service",
  real: "Agreement with the labels of the sealed real documents, if their texts are next to the project",
  cases: "Agreement with the labels of bench/cases",
  formats: "The same words in ten formats: verdicts and passages as in Markdown",
  quality: "Agreement with the labels of ContractNLI and CUAD, if they are next to the project",
  catalogue: "An imported catalog of a thousand items",
  webhooks: "Events delivered, against a bare loop of signed posts",
  portal: "The portal: time until it can be used, and a review of two thousand requirements",
  reports: "A review of 2,000 requirements as a file",
  overload: "Three times the capacity, and one company's flood beside another company",
  footprint: "CPU, rows and bytes of a document",
  queue: "Wait times of the real queue, against the simulation",
  growth: "Every read and the claim of a job, with a thousand documents and with a million",
  fuzz: "Valid and invalid requests to every operation of the API description",
  soak: "Half of capacity, for half an hour",
};

interface Run {
  date: string;
  on: string;
  /** Load average of the machine before the run. */
  load: string;
  exitCode: number | null;
  figures: Figure[];
}

const formatNumber = (value: number | undefined): string => {
  if (value === undefined || !Number.isFinite(value)) return "–";
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) < 1 ? value.toPrecision(3) : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
};

const withUnit = (text: string, unit: string | undefined) => (unit === undefined ? text : `${text} ${unit}`);

function formatBar(one: Figure): string {
  const limit = limitOf(one);
  const sign = one.atLeast !== undefined ? "≥" : one.below !== undefined ? "<" : "≤";
  return limit === undefined ? "–" : withUnit(`${sign} ${limit}`, one.peer === undefined ? one.unit : "×");
}

export function toRow(one: Figure): Record<string, string> {
  const limit = limitOf(one);
  const reference =
    one.peer !== undefined
      ? `${one.peer.name}: ${withUnit(formatNumber(one.peer.measured), one.unit)}`
      : limit === undefined
        ? "–"
        : `limit: ${withUnit(String(limit), one.unit)}`;
  return {
    Figure: one.figure,
    Measured: withUnit(formatNumber(one.measured), one.unit),
    "Peer or limit": reference,
    Ratio: formatNumber(findRatio(one)),
    Bar: formatBar(one),
    "Met?": limit === undefined ? "" : isMet(one) ? "met" : "missed",
  };
}

export const currentLoad = () => (loadavg()[0] ?? 0).toFixed(1);

/** A benchmark that succeeds without figures was skipped because something it needs is missing. */
export const isSkipped = ({ exitCode, figures }: Pick<Run, "exitCode" | "figures">) =>
  exitCode === 0 && figures.length === 0;

/** Saves the last run of a benchmark and writes docs/benchmarks.md. A skipped run leaves the earlier one. */
export async function saveRun(
  name: string,
  run: Pick<Run, "load" | "exitCode" | "figures">,
  folder = docs,
): Promise<void> {
  if (isSkipped(run)) return;
  const runs = await readRuns(folder);
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  const on = `${cpus().length} cores (${cpus()[0]?.model.trim()}, ${arch()}), ${gibibytes} GiB`;
  runs[name] = { date: new Date().toISOString().slice(0, 10), on, ...run };
  const inOrder = Object.fromEntries(Object.keys(benchmarks).flatMap((one) => (runs[one] ? [[one, runs[one]]] : [])));
  await writeFile(join(folder, "benchmarks.json"), `${JSON.stringify(inOrder, null, 2)}\n`);
  await writeBenchmarksPage(folder);
}

export async function writeBenchmarksPage(folder = docs): Promise<void> {
  await writeFile(join(folder, "benchmarks.md"), toMarkdown(await readRuns(folder)));
}

const readRuns = (folder: string): Promise<Record<string, Run>> =>
  readFile(join(folder, "benchmarks.json"), "utf8").then(
    (text) => JSON.parse(text) as Record<string, Run>,
    () => ({}),
  );

function toMarkdown(runs: Record<string, Run>): string {
  const tables = Object.entries(runs).map(([name, { date, on, load, exitCode, figures }]) => {
    const head = `## ${name}: ${benchmarks[name]}\n\n${date}, ${on}; load before the run: ${load}.`;
    if (figures.length === 0) return `${head} It ended with code ${exitCode} without figures.`;
    const rows = figures.map(toRow);
    const columns = Object.keys(rows[0] ?? {});
    const lines = [columns, columns.map(() => "---"), ...rows.map((row) => Object.values(row))];
    return `${head}\n\n${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`;
  });
  const missing = Object.keys(benchmarks).filter((name) => runs[name] === undefined);
  return `# Benchmarks

The last run of each benchmark, with its date, machine and the load before it. \`npm run bench\` runs all but the soak test and writes
this page; \`npm run bench -- --only api,upload\` repeats some. Where there is a peer, both were measured in the same run and the bar
applies to their ratio (the median over rounds); otherwise the ratio is to the limit. Compare ratios rather than times: times depend
on the machine and its load.${missing.length === 0 ? "" : `\n\nNo saved run of: ${missing.join(", ")}.`}

${tables.join("\n\n")}
`;
}
