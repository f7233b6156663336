// npm run bench:real [-- --split test|dev|fit|train --control DPA --errors FILE --diagram FILE.svg --words]
// npm run bench:real -- --llm [--ask all|unsure --price-in PRICE --price-out PRICE --control DPA --errors FILE]
// How often the engine is right on real documents: the sealed test set, or the development set with --split dev. Their texts are not
// part of the project: they lie beside it (bench/real/README.md). Of the test set only totals are printed. --errors writes the verdicts
// of another set that differ from the labels, --diagram draws how reliable the probabilities are, --words measures the engine without
// its models, and --llm the external model of ASSAY_LLM_* beside it on the development set.
import { writeFile } from "node:fs/promises";
import type { ItemFindings } from "../server/src/analysis/findings/findings.ts";
import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";
import { ConfigProblem, readConfig } from "../server/src/config.ts";
import { type JudgedItem, openFileJudge } from "../tools/judged-file.ts";
import { reportFigure } from "./figures.ts";
import { seededRandom } from "./queueing/seeded-random.ts";
import { type RealDocument, readRealDocuments } from "./real/documents.ts";
import { openSpan } from "./real/match-span.ts";
import { describeUsage, openMeasuredModel } from "./real/model-usage.ts";
import { OptionProblem, readBenchOptions } from "./real/options.ts";
import type { CriterionLabel } from "./real/reading.ts";
import { drawReliability } from "./real/reliability-diagram.ts";
import {
  interval,
  ofProbabilities,
  realFigures,
  reliability,
  reliabilityBins,
  type ScoredCriterion,
  type ScoredDocument,
  thresholds,
} from "./real/score.ts";

function readOptions() {
  try {
    return readBenchOptions(process.argv.slice(2), () => readConfig(process.env, []).llm);
  } catch (error) {
    if (!(error instanceof OptionProblem || error instanceof ConfigProblem)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
const { split, controls, errors, diagram, byWordsAlone, model } = readOptions();
const measured = model && openMeasuredModel(model);

/** What one judge says of the documents, and where it differs from the labels. */
interface Scores {
  documents: ScoredDocument[];
  differences: object[];
}
const engine: Scores = { documents: [], differences: [] };
const outside: Scores = { documents: [], differences: [] };

function scoreCriterion(
  { text, labels: { file, control } }: RealDocument,
  { item, retrieved }: JudgedItem,
  findings: ItemFindings,
  label: CriterionLabel,
  differences: object[],
): ScoredCriterion | undefined {
  const found = findings.criteria.find(({ key }) => key === label.key);
  if (found === undefined) return undefined;
  const { verdict, probabilities, evidence, judge: judgedBy } = found;
  const { start, end } = label;
  const isSpan = start === undefined || end === undefined ? undefined : openSpan(text, start, end);
  const isIn = (passages: { text: string }[]) => isSpan && passages.some((one) => isSpan(one.text));
  if (verdict !== label.verdict)
    differences.push({
      ...{ control, file, item: item.externalId, key: label.key, statement: found.statement },
      ...{ label: label.verdict, reason: label.reason, doubt: label.doubt, verdict, probabilities, judgedBy },
      span: label.start === undefined ? undefined : text.slice(label.start, label.end),
      evidence: evidence.map(({ text: quote }) => quote),
    });
  return {
    ...{ label: label.verdict, verdict, isDoubted: label.doubt !== undefined },
    probability: probabilities?.[verdict] ?? 1,
    isQuoteRight: isIn(evidence),
    isRetrieved: isIn(retrieved?.clauses.flatMap(({ found: own }) => own) ?? []),
  };
}

function scoreDocument(
  { documents, differences }: Scores,
  document: RealDocument,
  items: JudgedItem[],
  findingsOf: (judged: JudgedItem) => ItemFindings | undefined,
): void {
  const { control, items: labelled } = document.labels;
  const scored: ScoredDocument = { control, language: document.language, criteria: [], items: [] };
  for (const judged of items) {
    const label = labelled.find(({ externalId }) => externalId === judged.item.externalId);
    const findings = findingsOf(judged);
    if (label === undefined || findings === undefined) continue;
    const score = (one: CriterionLabel) => scoreCriterion(document, judged, findings, one, differences) ?? [];
    scored.criteria.push(...label.criteria.flatMap(score));
    const isDoubted = label.criteria.some(({ doubt }) => doubt !== undefined);
    scored.items.push({ label: label.level, level: findings.level, isDoubted });
  }
  documents.push(scored);
}

const judge = openFileJudge({ byWordsAlone });
let engineVersion = "";
for await (const document of readRealDocuments([split])) {
  if (controls.length > 0 && !controls.includes(document.labels.control)) continue;
  const control = document.control as ControlDocument;
  const external = measured?.external;
  const judged = await judge.judge(document.path, control, { retrieves: true, external });
  const { items } = judged;
  engineVersion = judged.engine.version;
  scoreDocument(engine, document, items, ({ findings }) => findings);
  if (measured !== undefined) scoreDocument(outside, document, items, ({ externalFindings }) => externalFindings);
  process.stderr.write(`\r${engine.documents.length} documents`);
}
process.stderr.write("\n");
await judge.close();

const splitNames = { test: "Sealed test set", dev: "Development set", fit: "Fitting set", train: "Training set" };
const random = seededRandom(1);
const bars: Record<string, { atLeast: number } | { atMost: number }> = {
  "right verdict": { atLeast: 90 },
  "silent, but reported as met, partly or contradicted": { atMost: 5 },
  "right level": { atLeast: 84 },
  "opposite level": { atMost: 1 },
  "said contradicted, and right": { atLeast: 60 },
  "said partly, and right": { atLeast: 45 },
  "right passage among those retrieved": { atLeast: 95 },
  "quote overlaps the reader's span where met and right": { atLeast: 90 },
  "calibration error": { atMost: 0.05 },
  "sure verdicts": { atLeast: 65 },
  "sure verdicts, and right": { atLeast: 96 },
};
const round = (value: number) => Math.round(value * 1000) / 1000;
const table: Record<string, object> = {};
function measure({ documents }: Scores, figure: (documents: ScoredDocument[]) => number) {
  const [low, high] = interval(documents, figure, random.next);
  return { measured: figure(documents), low: round(low), high: round(high) };
}
for (const [name, figure] of Object.entries(realFigures)) {
  const { measured: value, low, high } = measure(engine, figure);
  table[name] = { engine: round(value), "95 % from": low, to: high };
  if (byWordsAlone) continue;
  if (model === undefined) {
    Object.assign(table[name], { bar: JSON.stringify(bars[name]) });
    reportFigure({ figure: `${split}: ${name}`, measured: value, ...bars[name] });
    continue;
  }
  // A model gives no probabilities.
  if (ofProbabilities.has(name)) continue;
  const own = measure(outside, figure);
  Object.assign(table[name], { "with the model": round(own.measured), "from 95 %": own.low, "to ": own.high });
}
const criteria = engine.documents.flatMap((document) => document.criteria);
console.log(`${engine.documents.length} documents, ${criteria.length} criteria`);
console.table(table);

function printGroups(groupOf: (document: ScoredDocument) => string): void {
  const names = [...new Set(engine.documents.map(groupOf))].sort();
  const rows = names.map((name) => {
    const own = engine.documents.filter((document) => groupOf(document) === name);
    const ofModel = outside.documents.filter((document) => groupOf(document) === name);
    const row = ["right verdict", "always missing", "right level"].flatMap((figure) => [
      [figure, round(realFigures[figure]?.(own) ?? 0)],
      ...(model === undefined || figure === "always missing"
        ? []
        : [[`${figure} with the model`, round(realFigures[figure]?.(ofModel) ?? 0)]]),
    ]);
    return [name, { documents: own.length, ...Object.fromEntries(row) }];
  });
  console.table(Object.fromEntries(rows));
}
printGroups(({ control }) => control);
printGroups(({ language }) => language);
if (model === undefined || measured === undefined) {
  console.log("Reliability of the probabilities of verdicts without a doubt:");
  console.table(reliability(criteria.filter(({ isDoubted }) => !isDoubted)));
  console.log("What is not marked for review, by ASSAY_REVIEW_BELOW, in per cent; and how much of it is right:");
  console.table(thresholds(engine.documents, [0.7, 0.75, 0.8, 0.85, 0.86, 0.87, 0.88, 0.89, 0.9]));
} else console.log(describeUsage(measured.usage, model, criteria.length));
if (diagram !== undefined) {
  const bins = reliabilityBins(engine.documents, random.next);
  const count = bins.reduce((sum, bin) => sum + bin.count, 0).toLocaleString("en");
  const title = `${splitNames[split]}, engine version ${engineVersion}: ${count} verdicts`;
  await writeFile(diagram, drawReliability({ title, bins }));
}
if (errors !== undefined) {
  const { differences } = model === undefined ? engine : outside;
  await writeFile(errors, differences.map((one) => `${JSON.stringify(one)}\n`).join(""));
}
process.exit(0);
