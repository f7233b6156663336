// npm run bench:catalogue
// Cost of an imported catalog with more than a thousand controls: the import, and judging 200 pages against all of it.
import type { SubjectFile } from "../server/src/analysis/analyser.ts";
import { openOfflineAnalyser } from "../server/src/analysis/offline-analyser.ts";
import { fromOscal } from "../server/src/catalogue/oscal-import.ts";
import { openModels } from "../server/src/encoder/open-models.ts";
import { anOscalCatalog } from "../server/src/testing/oscal-catalog.ts";
import { readCases } from "./case-documents.ts";
import { reportFigure } from "./figures.ts";

const pageCount = 200;
const linesPerPage = 24;
/** From the bar for 60 items of our own catalogue on as many pages: 15 seconds. */
const barSecondsPerItem = 15 / 60;

/** Sentences of the labelled documents, repeated with a number. */
async function pages(): Promise<SubjectFile> {
  const texts = (await readCases()).map(({ text }) => text);
  const sentences = texts.flatMap((text) => text.match(/[A-Z][^.!?|\n]{20,}[.!?]/g) ?? []);
  const toPage = (_: unknown, page: number) => {
    const lines = Array.from({ length: linesPerPage }, (_, line) => {
      const at = page * linesPerPage + line;
      return `${sentences[at % sentences.length]} (${Math.floor(at / sentences.length) + 1})`;
    });
    let start = 0;
    const paragraphs = lines.map((text) => {
      const paragraph = { start, end: start + text.length, kind: "body" as const, headingPath: [] };
      start += text.length + 1;
      return paragraph;
    });
    return { number: page + 1, label: String(page + 1), text: lines.join("\n"), paragraphs };
  };
  return { name: "pages", language: "en", pages: Array.from({ length: pageCount }, toPage) };
}

let peakBytes = 0;
const watch = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, 100);

const importedAt = performance.now();
const [control] = fromOscal(anOscalCatalog()).controls;
if (control === undefined) throw new Error("the catalog is empty");
const importMilliseconds = performance.now() - importedAt;
const items = control.clusters.flatMap((cluster) => cluster.items);
const analyser = openOfflineAnalyser({
  models: () =>
    openModels(2, (error) => {
      throw error;
    }),
});
const openedAt = performance.now();
const analysis = await analyser.open({ files: [await pages()], control, items });
const judgedAt = performance.now();
let stored = 0;
for (const item of items) stored += JSON.stringify(await analysis.judge(item)).length;
const endedAt = performance.now();
await analyser.close();
clearInterval(watch);
const whole = (endedAt - openedAt) / 1000;
reportFigure({
  figure: "passages and judging, for each item",
  measured: whole / items.length,
  unit: "s",
  below: barSecondsPerItem,
});
reportFigure({ figure: "peak memory", measured: Math.round(peakBytes / 1e6), unit: "MB" });
console.table({
  "items, criteria": { measured: `${items.length}, ${items.flatMap(({ criteria }) => criteria).length}`, bar: "" },
  "importing, ms": { measured: importMilliseconds.toFixed(0), bar: "" },
  "reading 200 pages, s": { measured: ((judgedAt - openedAt) / 1000).toFixed(1), bar: "" },
  "judging all items, s": { measured: ((endedAt - judgedAt) / 1000).toFixed(1), bar: "" },
  "both, for each item, s": { measured: (whole / items.length).toFixed(3), bar: `< ${barSecondsPerItem}` },
  "findings, MB": { measured: (stored / 1e6).toFixed(1), bar: "" },
  "peak memory, MB": { measured: Math.round(peakBytes / 1e6), bar: "" },
});
process.exit(0);
