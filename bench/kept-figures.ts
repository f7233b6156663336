import { readFile, writeFile } from "node:fs/promises";
import { arch, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { type Figure, findRatio, isMet, limitOf } from "./told-figures.ts";

const docs = join(import.meta.dirname, "../docs");

/** What there is to measure, in the order of the table. */
export const benchmarks: Record<string, string> = {
  api: "One read over HTTP, against a bare route with one primary-key read",
  upload: "Chunked uploads, against tus and against a bare pipe to disk",
  "sdk-upload": "Uploads through the SDK and the command line",
  extract: "Pages read from PDF, against pdftotext -bbox",
  analysis: "Judging: pages × items",
  submission: "From submission to result on an idle service",
  cases: "Agreement with the labels of bench/cases",
  quality: "Agreement with the labels of ContractNLI and CUAD, where they lie beside the project",
  catalogue: "An imported catalog of a thousand items",
  webhooks: "Events delivered, against a bare loop of signed posts",
  portal: "The portal, from its address to a form that can be typed into, and with two thousand requirements in it",
  reports: "A review of 2,000 requirements as a file",
  overload: "Three times the capacity, and one company's flood beside another",
  footprint: "What a document costs in processor, rows and bytes",
  queue: "Waiting in the real queue, against the simulation",
  growth: "A thousand documents and a million: every read, and the claim of a job",
  fuzz: "Every operation of the description, sent what it asks for and anything else",
  soak: "Half of capacity, for half an hour",
};

interface Run {
  date: string;
  on: string;
  /** Of the machine, before the run. */
  load: string;
  exitCode: number | null;
  figures: Figure[];
}

const inFigures = (value: number | undefined): string => {
  if (value === undefined || !Number.isFinite(value)) return "–";
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) < 1 ? value.toPrecision(3) : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
};

const withUnit = (text: string, unit: string | undefined) => (unit === undefined ? text : `${text} ${unit}`);

function barOf(one: Figure): string {
  const limit = limitOf(one);
  const sign = one.atLeast !== undefined ? "≥" : one.below !== undefined ? "<" : "≤";
  return limit === undefined ? "–" : withUnit(`${sign} ${limit}`, one.peer === undefined ? one.unit : "×");
}

export function rowOf(one: Figure): Record<string, string> {
  const limit = limitOf(one);
  const against =
    one.peer !== undefined
      ? `${one.peer.name}: ${withUnit(inFigures(one.peer.seen), one.unit)}`
      : limit === undefined
        ? "–"
        : `limit: ${withUnit(String(limit), one.unit)}`;
  return {
    Figure: one.figure,
    Seen: withUnit(inFigures(one.seen), one.unit),
    "Peer or limit": against,
    Ratio: inFigures(findRatio(one)),
    Bar: barOf(one),
    "Met?": limit === undefined ? "" : isMet(one) ? "met" : "missed",
  };
}

export const currentLoad = () => (loadavg()[0] ?? 0).toFixed(1);

/** One that tells nothing and ends well was skipped for want of what it needs: what was kept of it stays. */
export const isSkipped = ({ exitCode, figures }: Pick<Run, "exitCode" | "figures">) =>
  exitCode === 0 && figures.length === 0;

/** The last run of each, so that one of them can be measured again by itself; docs/benchmarks.md is written from them. */
export async function keepRun(
  name: string,
  run: Pick<Run, "load" | "exitCode" | "figures">,
  folder = docs,
): Promise<void> {
  if (isSkipped(run)) return;
  const kept = await readKept(folder);
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  const on = `${cpus().length} cores (${cpus()[0]?.model.trim()}, ${arch()}), ${gibibytes} GiB`;
  kept[name] = { date: new Date().toISOString().slice(0, 10), on, ...run };
  const inOrder = Object.fromEntries(Object.keys(benchmarks).flatMap((one) => (kept[one] ? [[one, kept[one]]] : [])));
  await writeFile(join(folder, "benchmarks.json"), `${JSON.stringify(inOrder, null, 2)}\n`);
  await writePage(folder);
}

export async function writePage(folder = docs): Promise<void> {
  await writeFile(join(folder, "benchmarks.md"), toMarkdown(await readKept(folder)));
}

const readKept = (folder: string): Promise<Record<string, Run>> =>
  readFile(join(folder, "benchmarks.json"), "utf8").then(
    (text) => JSON.parse(text) as Record<string, Run>,
    () => ({}),
  );

function toMarkdown(kept: Record<string, Run>): string {
  const tables = Object.entries(kept).map(([name, { date, on, load, exitCode, figures }]) => {
    const head = `## ${name}: ${benchmarks[name]}\n\n${date}, ${on}; load of the machine before it: ${load}.`;
    if (figures.length === 0) return `${head} It ended with code ${exitCode} and told nothing.`;
    const rows = figures.map(rowOf);
    const columns = Object.keys(rows[0] ?? {});
    const lines = [columns, columns.map(() => "---"), ...rows.map((row) => Object.values(row))];
    return `${head}\n\n${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`;
  });
  const missing = Object.keys(benchmarks).filter((name) => kept[name] === undefined);
  return `# Benchmarks

The last run of each, with its date and the load of the machine before it: \`npm run bench\` measures all of them but the soak and
writes this page; \`npm run bench -- --only api,upload\` measures some again. Where there is a peer, both were measured in the same
run and the bar is for their ratio (the median of the ratios within each round, where there are rounds); else the ratio is the one
to the limit. Ratios to a peer are what counts; times depend on the machine and on what else runs on it, which the load tells.${
    missing.length === 0 ? "" : `\n\nNo run is kept of: ${missing.join(", ")}.`
  }

${tables.join("\n\n")}
`;
}
