// npm run bench:analysis
// Time and memory of judging in the service's worker thread, by pages and items. Compare ratios; times depend on the machine
// and its load.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { ItemToJudge, SubjectFile } from "../server/src/analysis/analyser.ts";
import { openThreadedAnalyser } from "../server/src/analysis-thread/threaded-analyser.ts";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { casePages } from "./case-sentences.ts";
import { reportFigure } from "./figures.ts";

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

interface Run {
  seconds: number;
  peakBytes: number;
}

async function judge(pageCount: number, itemCount: number): Promise<Run> {
  const [file, chosen] = [await pagesOf(pageCount), await items(itemCount)];
  const fail = (error: unknown) => {
    throw error;
  };
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 100);
  const analyser = openThreadedAnalyser({
    ...{ cores: 2, judgeSeconds: 3600, onModelsMissing: fail, onModelThreadLost: fail, onThreadLost: fail },
  });
  const startedAt = performance.now();
  const analysis = await analyser.open({ files: [file], control: { name: "bench" }, items: chosen });
  // As many concurrent items as the service.
  const waiting = chosen.values();
  const judgeNextItems = async () => {
    for (const item of waiting) await analysis.judge(item);
  };
  await Promise.all(Array.from({ length: analysis.itemsAtOnce ?? 1 }, judgeNextItems));
  const seconds = (performance.now() - startedAt) / 1000;
  await analyser.close();
  clearInterval(watch);
  return { seconds, peakBytes };
}

/** A new process for each run, because loading the models and the catalogue's embeddings is part of the cost. */
async function run(pageCount: number, itemCount: number): Promise<Run> {
  const child = spawn(process.execPath, [import.meta.filename, String(pageCount), String(itemCount)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (code !== 0) throw new Error(`judging ended with ${code}`);
  const result = JSON.parse(output) as Run;
  console.log(
    `${pageCount} pages × ${itemCount} items: ${result.seconds.toFixed(1)} s, ${Math.round(result.peakBytes / 1e6)} MB`,
  );
  return result;
}

const [pageCount, itemCount] = process.argv.slice(2).map(Number);
if (pageCount !== undefined && itemCount !== undefined) {
  process.stdout.write(JSON.stringify(await judge(pageCount, itemCount)), () => process.exit(0));
  await once(process, "exit");
}

const base = await run(200, 60);
const morePages = await run(1000, 60);
const moreItems = await run(200, 240);
const peakBytes = Math.max(base.peakBytes, morePages.peakBytes, moreItems.peakBytes);
reportFigure({ figure: "200 pages × 60 items", measured: base.seconds, unit: "s", below: 15 });
const peer = { name: "200 pages × 60 items", measured: base.seconds };
reportFigure({ figure: "1,000 pages × 60 items", measured: morePages.seconds, unit: "s", peer, below: 6 });
reportFigure({ figure: "200 pages × 240 items", measured: moreItems.seconds, unit: "s", peer, below: 4.5 });
reportFigure({ figure: "peak memory of the process", measured: Math.round(peakBytes / 1e6), unit: "MB", below: 700 });
console.table({
  "200 pages × 60 items, seconds": { measured: base.seconds.toFixed(1), bar: "< 15" },
  "1,000 pages × 60 items against that": { measured: (morePages.seconds / base.seconds).toFixed(2), bar: "< 6" },
  "200 pages × 240 items against that": { measured: (moreItems.seconds / base.seconds).toFixed(2), bar: "< 4.5" },
  "peak memory of the process, MB": { measured: Math.round(peakBytes / 1e6), bar: "< 700" },
});
process.exit(0);
