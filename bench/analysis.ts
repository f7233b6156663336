// npm run bench:analysis
// What judging costs, in the thread in which the service judges: pages × items on this machine, the growth with either, and
// the memory. Ratios are what counts; times depend on the machine and on what else runs on it.
import type { ItemToJudge, SubjectFile } from "../server/src/analysis/analyser.ts";
import { openThreadedAnalyser } from "../server/src/analysis-thread/threaded-analyser.ts";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { casePages } from "./case-sentences.ts";
import { tellFigure } from "./told-figures.ts";

async function pagesOf(count: number): Promise<SubjectFile> {
  const pages = (await casePages(count)).map((chosen, page) => {
    let start = 0;
    const paragraphs = chosen.map((text) => {
      const paragraph = { start, end: start + text.length, kind: "body" as const, headingPath: [] };
      start += text.length + 1;
      return paragraph;
    });
    return { number: page + 1, label: String(page + 1), text: chosen.join("\n"), paragraphs };
  });
  return { name: `${count} pages`, language: "en", pages };
}

async function items(count: number): Promise<ItemToJudge[]> {
  const controls = (await readShippedCatalogue()).flatMap((framework) => framework.controls);
  return controls.flatMap(({ clusters }) => clusters.flatMap((cluster) => cluster.items)).slice(0, count);
}

let peakBytes = 0;
const watch = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, 100);

async function run(pageCount: number, itemCount: number): Promise<number> {
  const [file, chosen] = [await pagesOf(pageCount), await items(itemCount)];
  // A fresh engine each time: the catalogue's vectors are part of the cost.
  const fail = (error: unknown) => {
    throw error;
  };
  const analyser = openThreadedAnalyser({
    ...{ threads: 2, onModelsMissing: fail, onHelperLost: fail, onThreadLost: fail },
  });
  const startedAt = performance.now();
  const analysis = await analyser.open({ files: [file], control: { name: "bench" }, language: "en" });
  // As many at a time as the service judges.
  const waiting = chosen.values();
  const judgeInTurn = async () => {
    for (const item of waiting) await analysis.judge(item);
  };
  await Promise.all(Array.from({ length: analysis.itemsAtOnce ?? 1 }, judgeInTurn));
  const seconds = (performance.now() - startedAt) / 1000;
  await analyser.close();
  const cores = seconds === 0 ? 0 : (process.cpuUsage().user / 1e6 / process.uptime()).toFixed(2);
  console.log(
    `${pageCount} pages × ${itemCount} items: ${seconds.toFixed(1)} s (${cores} cores busy on average so far)`,
  );
  return seconds;
}

const base = await run(200, 60);
const morePages = await run(1000, 60);
const moreItems = await run(200, 240);
clearInterval(watch);
tellFigure({ figure: "200 pages × 60 items", seen: base, unit: "s", below: 15 });
const peer = { name: "200 pages × 60 items", seen: base };
tellFigure({ figure: "1,000 pages × 60 items", seen: morePages, unit: "s", peer, below: 6 });
tellFigure({ figure: "200 pages × 240 items", seen: moreItems, unit: "s", peer, below: 4.5 });
tellFigure({ figure: "peak memory of the process", seen: Math.round(peakBytes / 1e6), unit: "MB", below: 700 });
console.table({
  "200 pages × 60 items, seconds": { seen: base.toFixed(1), bar: "< 15" },
  "1,000 pages × 60 items against that": { seen: (morePages / base).toFixed(2), bar: "< 6" },
  "200 pages × 240 items against that": { seen: (moreItems / base).toFixed(2), bar: "< 4.5" },
  "peak memory of the process, MB": { seen: Math.round(peakBytes / 1e6), bar: "< 700" },
});
process.exit(0);
