// npm run bench:extract [-- --corpus FOLDER]
// Pages of PDF read per CPU second, compared with `pdftotext -bbox` in the same run. Both write words and their positions
// to a file; ours also lays out paragraphs, headings and tables. pdftotext starts for each file, our child processes stay
// warm: "cold" figures include the start of a child process, "warm" ones are what a running service sees.
// The file of 500 pages is generated twice: with a text object for each line, as most files are written, and with one for
// each word. The short files and the word comparison use a folder of PDFs (by default the quality corpus beside the
// project), or generated files where there is none.
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
import { reportFigure } from "./figures.ts";
import { median } from "./median.ts";
import { hasPoppler, pdfinfoPageCount, pdftotextCpuSeconds, pdftotextPages } from "./peers/poppler.ts";
import { cpuSecondsOfChildren, peakBytesOfChildren } from "./process-figures.ts";
import { countTextObjects } from "./text-objects.ts";

const rounds = 5;
/** Of the pages per CPU second of `pdftotext -bbox`. */
const minRatio = 0.75;

const { values: options } = parseArgs({ options: { corpus: { type: "string" } } });
const corpusBeside = join(import.meta.dirname, "..", "..", "shared", "quality", "data", "cuad-dev-pdf");

/** Reads with child processes of its own; the first document includes their start. */
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

/** CPU seconds for the same files. */
interface Turn {
  ours: number;
  pdftotext: number;
}

const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);
const toLine = (name: string, figure: string, bar = ""): string =>
  `${name.padEnd(50)}${figure}${bar && ` (bar: ${bar})`}`;

/** Each turn reads all files once with each program. The first turn starts the child process. */
async function measureTurns(files: { path: string; pages: number }[], folder: string): Promise<Turn[]> {
  const ours = new Ours();
  const turns: Turn[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const turn: Turn = { ours: 0, pdftotext: 0 };
      for (const { path, pages } of files) {
        const { file, cpuSeconds } = await ours.read(path, folder);
        if (file.facts?.pageCount !== pages)
          throw new Error(`${path}: ${file.facts?.pageCount} instead of ${pages} pages`);
        turn.ours += cpuSeconds;
        turn.pdftotext += await pdftotextCpuSeconds(path, join(folder, "words.html"));
      }
      turns.push(turn);
    }
  } finally {
    await ours.close();
  }
  return turns;
}

function reportTurns(name: string, pages: number, turns: Turn[]): void {
  const [cold, ...warm] = turns;
  const rate = (program: keyof Turn) => pages / median(warm.map((turn) => turn[program]));
  // Pages per CPU second, ours to theirs: the pages are the same, so the seconds the other way round.
  const ratioOf = (turn: Turn) => turn.pdftotext / turn.ours;
  const ratio = median(warm.map(ratioOf));
  console.log(`\n${name}: ${pages} pages, CPU seconds by turn, ours/pdftotext -bbox`);
  console.log(`  ${turns.map(({ ours, pdftotext }) => `${ours.toFixed(2)}/${pdftotext.toFixed(2)}`).join("  ")}`);
  console.log(
    toLine(
      "  warm, pages per CPU second:",
      `${Math.round(rate("ours"))}, pdftotext -bbox ${Math.round(rate("pdftotext"))}`,
    ),
  );
  console.log(toLine("  ratio, warm (median):", ratio.toFixed(2), `at least ${minRatio}`));
  if (cold) console.log(toLine("  ratio, cold:", ratioOf(cold).toFixed(2)));
  reportFigure({
    figure: `${name}, warm`,
    measured: rate("ours"),
    unit: "pages/CPU s",
    peer: { name: "pdftotext -bbox", measured: rate("pdftotext") },
    ratio,
    atLeast: minRatio,
  });
}

/** Words are separated by white space. The bars between table cells are ours and not in the file. */
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
  /** Files with scanned pages, which pdftotext does not read. */
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
    `Words of ${fileCount} files, ${scores.length} digital pages (without ${recognisedPages} recognised ones)`,
  );
  console.log(
    toLine("word F1 against pdftotext, mean over pages:", (sum(scores) / scores.length).toFixed(4), "at least 0.995"),
  );
  reportFigure({
    figure: "word F1 against pdftotext, mean over pages",
    measured: sum(scores) / scores.length,
    atLeast: 0.995,
  });
  reportFigure({ figure: "files whose page count differs from pdfinfo's", measured: miscounted.length, atMost: 0 });
  console.log(toLine("page counts equal to pdfinfo:", `${fileCount - miscounted.length} of ${fileCount}`, "all"));
  for (const path of miscounted) console.log(`  differs: ${basename(path)}`);
}

async function reportTextObjects(name: string, paths: string[]): Promise<void> {
  const pages = (await Promise.all(paths.map(countTextObjects))).flat();
  const objects = median(pages.map((page) => page.objects));
  const words = median(pages.map((page) => page.words / page.objects)).toFixed(1);
  console.log(toLine(`  ${name}:`, `${objects} text objects per page, ${words} words in each`));
}

async function generate(
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
    const long = await generate(folder, 500);
    const longByWord = await generate(folder, 500, "word");
    const corpus = await corpusPaths();
    const isGenerated = corpus.length === 0;
    const files = isGenerated
      ? await Promise.all(Array.from({ length: 11 }, (_, index) => generate(folder, 10 + index)))
      : await Promise.all(corpus.map(async (path) => ({ path, pages: await pdfinfoPageCount(path) })));

    const words = await compareWords([...(isGenerated ? [long.path] : []), ...files.map(({ path }) => path)], folder);
    reportWords(files.length + (isGenerated ? 1 : 0), words);

    console.log("\nHow the words are written, medians over the pages with text");
    if (!isGenerated) await reportTextObjects(`the corpus, ${files.length} files`, corpus);
    await reportTextObjects("generated, by line", [long.path]);
    await reportTextObjects("generated, by word", [longByWord.path]);

    reportTurns("500 pages, a text object for each line", long.pages, await measureTurns([long], folder));
    reportTurns("500 pages, a text object for each word", longByWord.pages, await measureTurns([longByWord], folder));
    const short = files.filter(({ path, pages }) => pages >= 10 && pages <= 20 && !words.scanned.has(path));
    const name = `${short.length} files of 10 to 20 pages, ${isGenerated ? "generated" : "of the corpus"}`;
    reportTurns(name, sum(short.map(({ pages }) => pages)), await measureTurns(short, folder));

    // By word, which needs the more memory.
    const longest = await generate(folder, 3000, "word");
    const ours = new Ours();
    const { file, cpuSeconds, peakBytes } = await ours.read(longest.path, folder);
    await ours.close();
    console.log(`\nOne file: ${file.facts?.pageCount} pages in ${cpuSeconds.toFixed(1)} s of CPU`);
    reportFigure({
      figure: "peak memory reading 3,000 pages",
      measured: Math.round(peakBytes / 1e6),
      unit: "MB",
      below: 350,
    });
    console.log(toLine("  peak memory of the child:", `${Math.round(peakBytes / 1e6)} MB`, "under 350"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.platform !== "linux") {
  console.error("This benchmark reads CPU times from /proc, which only Linux has.");
  process.exitCode = 2;
} else if (!(await hasPoppler())) {
  console.error(
    "This benchmark needs pdftotext and pdfinfo: install poppler-utils. The service itself does not use them.",
  );
  process.exitCode = 2;
} else await main();
