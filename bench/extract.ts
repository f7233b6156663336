// npm run bench:extract [-- --corpus FOLDER]
// How many pages of PDF a second of CPU reads, beside pdftotext in the same run. Both write what they read to a file;
// ours also lays out paragraphs, headings, tables and boxes. pdftotext starts for each file, our children stay warm: the
// figures "from the start" count a fresh child's start too, the ones "warm" are what a running service sees.
// The file of 500 pages is made twice: with a text object for each line, close to what the corpus and LibreOffice have,
// on which the bar is judged, and with one for each word.
// With a folder of PDFs (by default the quality corpus beside the project, where it is) the short files and the
// comparison of words come from there, else they are made here.
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { extractDocument } from "../server/src/extraction/extract-document.ts";
import { ExtractionChildren } from "../server/src/extraction/extraction-children.ts";
import { defaultExtractionLimits as limits } from "../server/src/extraction/extraction-limits.ts";
import type { ExtractedFile } from "../server/src/extraction/file-outcome.ts";
import { readPageRanges } from "../server/src/extraction/page-ranges.ts";
import { longPdf, type Placement } from "../server/src/testing/sample-pdfs.ts";
import { median } from "./median.ts";
import { hasPoppler, pdfinfoPageCount, pdftotextCpuSeconds, pdftotextPages } from "./peers/poppler.ts";
import { cpuSecondsOfChildren, peakBytesOfChildren } from "./process-figures.ts";
import { countTextObjects } from "./text-objects.ts";
import { tellFigure } from "./told-figures.ts";

const rounds = 5;

const { values: options } = parseArgs({ options: { corpus: { type: "string" } } });
const corpusBeside = join(import.meta.dirname, "..", "..", "shared", "quality", "data", "cuad-dev-pdf");

/** Reads with children of its own, whose start counts for the first document. */
class Ours {
  readonly #children = new ExtractionChildren({ memoryBytes: limits.memoryBytes });

  async read(path: string, folder: string): Promise<{ file: ExtractedFile; cpuSeconds: number; peakBytes: number }> {
    const before = cpuSecondsOfChildren();
    const outFolder = await mkdtemp(join(folder, "out-"));
    let peakBytes = 0;
    const [file] = await extractDocument(
      { children: this.#children, limits },
      {
        files: [{ path, fileName: basename(path) }],
        outFolder,
        onProgress: () => {
          peakBytes = Math.max(peakBytes, peakBytesOfChildren());
        },
      },
    );
    if (file?.facts === undefined) throw new Error(`${path}: ${file?.failureReason}`);
    return { file, cpuSeconds: cpuSecondsOfChildren() - before, peakBytes };
  }

  close(): Promise<void> {
    return this.#children.close();
  }
}

interface Turn {
  ours: number;
  pdftotext: number;
  /** pdftotext when it tells the places of the words, as ours always does. */
  withPlaces: number;
}

const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);
/** Pages for each second of CPU, ours to theirs: the pages are the same, so the seconds the other way round. */
const ratioOf = ({ ours, pdftotext }: Pick<Turn, "ours" | "pdftotext">): number => pdftotext / ours;
const toLine = (name: string, figure: string, bar = ""): string =>
  `${name.padEnd(50)}${figure}${bar && ` (bar: ${bar})`}`;

/** Each turn reads all files once with each program; the first is from a fresh child's start. */
async function race(files: { path: string; pages: number }[], folder: string): Promise<{ cold: Turn; warm: Turn[] }> {
  const ours = new Ours();
  const turns: Turn[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const turn: Turn = { ours: 0, pdftotext: 0, withPlaces: 0 };
      for (const { path, pages } of files) {
        const { file, cpuSeconds } = await ours.read(path, folder);
        if (file.facts?.pageCount !== pages)
          throw new Error(`${path}: ${file.facts?.pageCount} instead of ${pages} pages`);
        turn.ours += cpuSeconds;
        turn.pdftotext += await pdftotextCpuSeconds(path, join(folder, "words.txt"));
        turn.withPlaces += await pdftotextCpuSeconds(path, join(folder, "words.html"), ["-bbox"]);
      }
      turns.push(turn);
    }
  } finally {
    await ours.close();
  }
  const [cold, ...warm] = turns;
  return { cold: cold ?? { ours: Number.NaN, pdftotext: Number.NaN, withPlaces: Number.NaN }, warm };
}

function report(name: string, pages: number, { cold, warm }: { cold: Turn; warm: Turn[] }, bar = ""): void {
  const rate = (seconds: number) => `${Math.round(pages / seconds)} pages/s`;
  const all = {
    ours: sum([cold, ...warm].map(({ ours }) => ours)),
    pdftotext: sum([cold, ...warm].map((one) => one.pdftotext)),
  };
  console.log(`\n${name}: ${pages} pages, CPU seconds by turn, ours/pdftotext`);
  console.log(
    `  ${[cold, ...warm].map(({ ours, pdftotext }) => `${ours.toFixed(2)}/${pdftotext.toFixed(2)}`).join("  ")}`,
  );
  console.log(
    toLine(
      "  warm, pages per CPU second:",
      `${rate(median(warm.map(({ ours }) => ours)))}, pdftotext ${rate(median(warm.map(({ pdftotext }) => pdftotext)))}`,
    ),
  );
  const atLeast = bar === "" ? {} : { atLeast: Number(bar.replace("at least ", "")) };
  const seen = pages / median(warm.map(({ ours }) => ours));
  const figure = { figure: `${name}, warm`, seen, unit: "pages/CPU s" };
  tellFigure({
    ...figure,
    peer: { name: "pdftotext", seen: pages / median(warm.map(({ pdftotext }) => pdftotext)) },
    ratio: median(warm.map(ratioOf)),
    ...atLeast,
  });
  const withPlaces = median(warm.map((one) => one.withPlaces / one.ours));
  tellFigure({
    ...figure,
    peer: { name: "pdftotext -bbox", seen: pages / median(warm.map((one) => one.withPlaces)) },
    ratio: withPlaces,
  });
  console.log(toLine("  ratio to pdftotext with the words' places:", withPlaces.toFixed(2)));
  console.log(toLine("  ratio, warm (median):", median(warm.map(ratioOf)).toFixed(2), bar));
  console.log(toLine("  ratio over all turns, our start included:", ratioOf(all).toFixed(2), bar));
  console.log(toLine("  ratio of the first turn alone, from the start:", ratioOf(cold).toFixed(2)));
}

/** Words as white space parts them; the bars between our cells stand in no file. */
function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.split(/\s+/)) if (word !== "" && word !== "|") counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function wordF1(ours: string, theirs: string): number {
  const [found, wanted] = [countWords(ours), countWords(theirs)];
  let shared = 0;
  for (const [word, count] of found) shared += Math.min(count, wanted.get(word) ?? 0);
  const all = sum([...found.values(), ...wanted.values()]);
  return all === 0 ? 1 : (2 * shared) / all;
}

interface WordComparison {
  scores: number[];
  /** Files with pages that are pictures: pdftotext reads none of these. */
  scanned: Set<string>;
  recognisedPages: number;
  miscounted: string[];
}

async function compareWords(paths: string[], folder: string): Promise<WordComparison> {
  const ours = new Ours();
  const comparison: WordComparison = { scores: [], scanned: new Set(), recognisedPages: 0, miscounted: [] };
  for (const path of paths) {
    const { file } = await ours.read(path, folder);
    const theirs = await pdftotextPages(path);
    if (file.facts?.pageCount !== (await pdfinfoPageCount(path))) comparison.miscounted.push(path);
    for await (const { number, text, recognition } of readPageRanges(file.pages)) {
      if (recognition) {
        comparison.recognisedPages += 1;
        comparison.scanned.add(path);
      } else comparison.scores.push(wordF1(text, theirs[number - 1] ?? ""));
    }
  }
  await ours.close();
  return comparison;
}

function reportWords(fileCount: number, { scores, recognisedPages, miscounted }: WordComparison): void {
  console.log(
    `Words of ${fileCount} files, ${scores.length} digital pages (${recognisedPages} recognised ones left out)`,
  );
  console.log(
    toLine("word F1 against pdftotext, mean over pages:", (sum(scores) / scores.length).toFixed(4), "at least 0.995"),
  );
  tellFigure({
    figure: "word F1 against pdftotext, mean over pages",
    seen: sum(scores) / scores.length,
    atLeast: 0.995,
  });
  tellFigure({ figure: "files whose page count differs from pdfinfo's", seen: miscounted.length, atMost: 0 });
  console.log(toLine("page counts equal to pdfinfo:", `${fileCount - miscounted.length} of ${fileCount}`, "all"));
  for (const path of miscounted) console.log(`  differs: ${basename(path)}`);
}

async function reportTextObjects(name: string, paths: string[]): Promise<void> {
  const pages = (await Promise.all(paths.map(countTextObjects))).flat();
  const objects = median(pages.map((page) => page.objects));
  const words = median(pages.map((page) => page.words / page.objects)).toFixed(1);
  console.log(toLine(`  ${name}:`, `${objects} text objects a page, ${words} words in each`));
}

async function generated(
  folder: string,
  pages: number,
  placement: Placement = "line",
): Promise<{ path: string; pages: number }> {
  const path = join(folder, `${pages}-by-${placement}.pdf`);
  await writeFile(path, await longPdf(pages, { placement }));
  return { path, pages };
}

async function corpusPaths(): Promise<string[]> {
  const folder = options.corpus ?? corpusBeside;
  const names = await readdir(folder).catch((error: unknown) => {
    if (options.corpus !== undefined) throw error;
    return [];
  });
  return names
    .filter((name) => name.endsWith(".pdf"))
    .sort()
    .map((name) => join(folder, name));
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "assay-bench-"));
  try {
    const long = await generated(folder, 500);
    const longByWord = await generated(folder, 500, "word");
    const corpus = await corpusPaths();
    const isMade = corpus.length === 0;
    const files = isMade
      ? await Promise.all(Array.from({ length: 11 }, (_, index) => generated(folder, 10 + index)))
      : await Promise.all(corpus.map(async (path) => ({ path, pages: await pdfinfoPageCount(path) })));

    const words = await compareWords([...(isMade ? [long.path] : []), ...files.map(({ path }) => path)], folder);
    reportWords(files.length + (isMade ? 1 : 0), words);

    console.log("\nHow the words are written, medians over the pages with any");
    if (!isMade) await reportTextObjects(`the corpus, ${files.length} files`, corpus);
    await reportTextObjects("made here, by line", [long.path]);
    await reportTextObjects("made here, by word", [longByWord.path]);

    report("One file, a text object for each line", long.pages, await race([long], folder), "at least 0.8");
    report("One file, a text object for each word", longByWord.pages, await race([longByWord], folder));
    const short = files.filter(({ path, pages }) => pages >= 10 && pages <= 20 && !words.scanned.has(path));
    const name = `${short.length} files of 10 to 20 pages, ${isMade ? "made here" : "of the corpus"}`;
    report(name, sum(short.map(({ pages }) => pages)), await race(short, folder), "at least 0.4");

    // By word, which needs the more memory.
    const longest = await generated(folder, 3000, "word");
    const ours = new Ours();
    const { file, cpuSeconds, peakBytes } = await ours.read(longest.path, folder);
    await ours.close();
    console.log(`\nOne file: ${file.facts?.pageCount} pages in ${cpuSeconds.toFixed(1)} s of CPU`);
    tellFigure({
      figure: "peak memory reading 3,000 pages",
      seen: Math.round(peakBytes / 1e6),
      unit: "MB",
      below: 350,
    });
    console.log(toLine("  peak memory of the child:", `${Math.round(peakBytes / 1e6)} MB`, "under 350"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.platform !== "linux") {
  console.error("The benchmark reads CPU figures from /proc, which only Linux has.");
  process.exitCode = 2;
} else if (!(await hasPoppler())) {
  console.error("pdftotext and pdfinfo are missing: install poppler-utils (for this benchmark only) and run it again.");
  process.exitCode = 2;
} else await main();
