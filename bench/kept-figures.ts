import { readFile, writeFile } from "node:fs/promises";
import { arch, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { type Figure, isMet } from "./told-figures.ts";

const docs = join(import.meta.dirname, "../docs");

/** What there is to measure, in the order of the table. */
export const benchmarks: Record<string, string> = {
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
  growth: "A thousand documents and a million: every read, and the claim of a job",
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

export const shown = ({ seen, unit }: Figure) =>
  `${Number.isInteger(seen) ? seen : seen.toFixed(Math.abs(seen) < 10 ? 2 : 1)}${unit === undefined ? "" : ` ${unit}`}`;
export const bar = ({ atLeast, below, atMost }: Figure) => {
  if (atLeast !== undefined) return `≥ ${atLeast}`;
  if (atMost !== undefined) return `≤ ${atMost}`;
  return below !== undefined ? `< ${below}` : "–";
};
export const verdict = (figure: Figure) => (bar(figure) === "–" ? "" : isMet(figure) ? "met" : "missed");

export const currentLoad = () => (loadavg()[0] ?? 0).toFixed(1);

/** The last run of each, so that one of them can be measured again by itself; docs/benchmarks.md is written from them. */
export async function keepRun(name: string, run: Pick<Run, "load" | "exitCode" | "figures">): Promise<void> {
  const path = join(docs, "benchmarks.json");
  const kept = await readFile(path, "utf8").then(
    (text) => JSON.parse(text) as Record<string, Run>,
    () => ({}) as Record<string, Run>,
  );
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  const on = `${cpus().length} cores (${cpus()[0]?.model.trim()}, ${arch()}), ${gibibytes} GiB`;
  kept[name] = { date: new Date().toISOString().slice(0, 10), on, ...run };
  const inOrder = Object.fromEntries(Object.keys(benchmarks).flatMap((one) => (kept[one] ? [[one, kept[one]]] : [])));
  await writeFile(path, `${JSON.stringify(inOrder, null, 2)}\n`);
  await writeFile(join(docs, "benchmarks.md"), toMarkdown(inOrder as Record<string, Run>));
}

function toMarkdown(kept: Record<string, Run>): string {
  const tables = Object.entries(kept).map(([name, { date, on, load, exitCode, figures }]) => {
    const head = `## ${name}: ${benchmarks[name]}\n\n${date}, ${on}; load of the machine before it: ${load}.`;
    if (figures.length === 0) return `${head} It ended with code ${exitCode} and told nothing.`;
    const rows = figures.map((one) => `| ${one.figure} | ${shown(one)} | ${bar(one)} | ${verdict(one)} |`);
    return `${head}\n\n| Figure | Seen | Bar | |\n|---|---|---|---|\n${rows.join("\n")}`;
  });
  return `# Benchmarks

The last run of each: \`npm run bench\` measures all of them but the soak and writes this page; \`npm run bench -- --only api,upload\`
measures some again. Ratios are taken within one run and are what counts; times depend on the machine and on what else runs
on it, which the load tells. Accuracy on public data is measured apart, with \`npm run bench:quality\`, and stands in the README.

${tables.join("\n\n")}
`;
}
