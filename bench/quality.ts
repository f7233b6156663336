// npm run bench:quality [-- --gold GOLD.json --out PREDICTIONS.json]
// Runs the shipped engine on a file of labelled documents and writes its predictions for a scorer. An item of such a file is
// judged like a customer's item without criteria: by its name and objective. Without a file, the public sets next to the
// project, if present, are judged and scored.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import type { SubjectFile } from "../server/src/analysis/analyser.ts";
import { type OfflineAnalysis, openOfflineAnalyser } from "../server/src/analysis/offline-analyser.ts";
import { openModels } from "../server/src/encoder/open-models.ts";
import { reportFigure } from "./figures.ts";
import { readForBench } from "./read-for-bench.ts";

interface Gold {
  items: { id: string; name: string; objective: string }[];
  documents: { id: string; text?: string; spans?: [number, number][]; pdf?: string }[];
  labels: { document: string; item: string }[];
}

/** Output of `node SCORER GOLD PREDICTIONS --json`. */
interface Scores {
  evidence?: { meanAveragePrecision: number; recallAt5: number };
  pages?: { hitAt1: number };
  verdict: { accuracy: number; f1ContradictedPerItem?: number; addressedAuc: number };
}

const beside = join(import.meta.dirname, "..", "..", "shared", "quality");
const sets: {
  gold: string;
  figures: { name: string; of: (scores: Scores) => number | undefined; atLeast: number }[];
}[] = [
  {
    gold: "contractnli-dev",
    figures: [
      { name: "evidence, mean average precision", of: ({ evidence }) => evidence?.meanAveragePrecision, atLeast: 0.58 },
      { name: "evidence, recall at 5", of: ({ evidence }) => evidence?.recallAt5, atLeast: 0.66 },
      { name: "verdict, accuracy", of: ({ verdict }) => verdict.accuracy, atLeast: 0.65 },
      { name: "verdict, F1 of contradicted", of: ({ verdict }) => verdict.f1ContradictedPerItem, atLeast: 0.2 },
    ],
  },
  {
    gold: "cuad-dev",
    figures: [
      { name: "right page first", of: ({ pages }) => pages?.hitAt1, atLeast: 0.76 },
      { name: "present or missing, AUC", of: ({ verdict }) => verdict.addressedAuc, atLeast: 0.85 },
    ],
  },
];

/** One page whose lines are paragraphs. */
function toPage(name: string, text: string): SubjectFile {
  let at = 0;
  const paragraphs = text.split("\n").flatMap((line) => {
    const start = at;
    at += line.length + 1;
    return line.trim() === "" ? [] : [{ start, end: start + line.length, kind: "body" as const, headingPath: [] }];
  });
  return { name, language: "en", pages: [{ number: 1, label: "1", text, paragraphs }] };
}

async function predict(analysis: OfflineAnalysis, document: Gold["documents"][number], item: Gold["items"][number]) {
  const { judgements, ranked } = await analysis.explain({
    externalId: item.id,
    name: item.name,
    objective: item.objective,
  });
  // An objective with several statements has the weakest of their verdicts.
  const order = ["contradicted", "missing", "partly", "met"] as const;
  const verdict = order.find((one) => judgements.some((judgement) => judgement.verdict === one)) ?? "missing";
  const addressed = judgements.reduce((sum, judgement) => sum + judgement.addressed, 0) / judgements.length;
  return {
    document: document.id,
    item: item.id,
    verdict: verdict === "partly" ? "partial" : verdict,
    score: Math.round(addressed * 10_000) / 100,
    evidence: ranked.map(({ passage, relevance }) =>
      document.spans === undefined
        ? { page: passage.page, score: relevance }
        : { start: passage.start, end: passage.end, score: relevance },
    ),
  };
}

async function predictAll(path: string): Promise<object[]> {
  const gold = JSON.parse(await readFile(path, "utf8")) as Gold;
  const analyser = openOfflineAnalyser({
    models: () =>
      openModels(2, (error) => console.error("The models cannot be loaded; judging by words alone.", error)),
  });
  const predictions: object[] = [];
  for (const document of gold.documents) {
    const file =
      document.text === undefined
        ? await readForBench(join(dirname(path), document.pdf ?? ""))
        : toPage(document.id, document.text);
    const analysis = await analyser.open({
      files: [file],
      control: { name: basename(path) },
      items: [],
    });
    for (const item of gold.items) {
      if (!gold.labels.some((label) => label.document === document.id && label.item === item.id)) continue;
      predictions.push(await predict(analysis, document, item));
    }
    await analysis.close();
    process.stderr.write(`\r${predictions.length} of ${gold.labels.length}`);
  }
  process.stderr.write("\n");
  await analyser.close();
  return predictions;
}

/** Scores every set next to the project with the scorer next to it. */
async function scoreSets(): Promise<void> {
  const [scorer, folder] = [join(beside, "score.mjs"), await mkdtemp(join(tmpdir(), "assay-quality-"))];
  try {
    for (const { gold, figures } of sets) {
      const [path, out] = [join(beside, "data", `${gold}.json`), join(folder, `${gold}.json`)];
      if (!(existsSync(path) && existsSync(scorer))) {
        console.log(
          `${gold} is skipped: its labels or scorer are not next to the project. For other sets use --gold and --out.`,
        );
        continue;
      }
      await writeFile(out, JSON.stringify(await predictAll(path)));
      const { stdout } = await promisify(execFile)(process.execPath, [scorer, path, out, "--json"]);
      console.log(stdout.trim());
      const scores = JSON.parse(stdout) as Scores;
      for (const { name, of, atLeast } of figures)
        reportFigure({ figure: `${gold}: ${name}`, measured: of(scores) ?? Number.NaN, atLeast });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { gold: { type: "string" }, out: { type: "string" } } });
if (values.gold !== undefined && values.out !== undefined) {
  const predictions = await predictAll(resolve(values.gold));
  await writeFile(values.out, JSON.stringify(predictions));
  console.log(`${predictions.length} predictions written to ${values.out}`);
} else if (values.gold === undefined && values.out === undefined) await scoreSets();
else {
  console.error("Usage: npm run bench:quality [-- --gold GOLD.json --out PREDICTIONS.json]");
  process.exit(2);
}
process.exit(0);
