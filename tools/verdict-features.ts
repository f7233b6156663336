// node tools/verdict-features.ts FILE [--freeze]
// Writes the verdict features and the label of each criterion and condition of the labelled real documents that the reader was not
// trained on, for model/training/fit_weights.py: once as the catalogue asks (given), and once by its statement alone (derived), as an
// imported item is judged. The validation contracts add statements about other contracts. Verdict frequencies are those of other
// organisations' documents. --freeze writes the real rows as the frozen set of CI, too.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { crc32 } from "node:zlib";
import { closeBenchReader, readForBench, readTextForBench } from "../bench/read-for-bench.ts";
import { countVerdicts } from "../bench/real/count-verdicts.ts";
import {
  fittingSplits,
  labelledStatements,
  type RealDocument,
  readLabelled,
  readRealDocuments,
} from "../bench/real/documents.ts";
import { type FrozenRow, writeFrozenSet } from "../bench/real/frozen-set.ts";
import { type OfflineAnalysis, openOfflineAnalyser } from "../server/src/analysis/offline-analyser.ts";
import { featureNames, neverRaises } from "../server/src/analysis/verdict/features.ts";
import type { Judgement } from "../server/src/analysis/verdict/judge-criterion.ts";
import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";
import { type CompleteItem, completeItem } from "../server/src/catalogue/complete-item.ts";
import { openModels } from "../server/src/encoder/open-models.ts";
import { readTrainingData } from "./training-data.ts";

/** Statements alone are read in a quarter of the documents: they are enough for the fit, and reading takes most of the time. */
const isReadByStatements = (file: string) => crc32(file) % 32 < 8;

interface Row extends FrozenRow {
  document: string;
  control: string;
  key: string;
  isReal: boolean;
  isCondition: boolean;
  isDoubted: boolean;
  verdict: string;
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { freeze: { type: "boolean" } } });
const [outputFile = "verdict-features.jsonl"] = positionals;
const models = await openModels(2, (error) => {
  throw error;
});
if (models === undefined) throw new Error("The models cannot be loaded.");
const frequencies = models.frequencies.counts;
const analyser = openOfflineAnalyser({ models: async () => models });
const labelled = readLabelled(["train", "fit", "dev"]);
const rows: Row[] = [];

/** What an imported item has: no wordings, no conditions. */
const byStatementAlone = ({ conditions, appliesWhen, translations, ...item }: CompleteItem): CompleteItem => ({
  ...item,
  criteria: item.criteria.map(({ appliesWhen: own, ...criterion }) => ({
    ...criterion,
    phrases: [],
    contradictions: [],
  })),
});

async function addDerived(analysis: OfflineAnalysis, items: CompleteItem[], add: (judgement: Judgement) => void) {
  for (const item of items) {
    const { judgements } = await analysis.explain(byStatementAlone(item));
    for (const judgement of judgements) add(judgement);
  }
}

async function addRealDocument({ labels, control: asked, path, organisation }: RealDocument): Promise<void> {
  frequencies.clear();
  for (const [key, counts] of countVerdicts(labelled.filter((one) => one.organisation !== organisation)))
    frequencies.set(key, counts);
  const control = asked as ControlDocument;
  const items = control.clusters.flatMap((cluster) => cluster.items).map((item) => completeItem(control, item));
  const analysis = await analyser.open({ files: [await readForBench(path)], control, items });
  const statements = new Map(labelledStatements(asked, labels).map((one) => [one.statement, one]));
  const add = ({ criterion, features, verdict }: Judgement, kind: Row["kind"], isCondition = false) => {
    const label = statements.get(criterion.statement);
    // What does not apply has no verdict to learn from; without features another rule decides.
    if (label === undefined || label.verdict === "not_applicable" || features.length === 0) return;
    const { key } = criterion;
    const place = { document: labels.file, control: control.code, key, isReal: true, isCondition };
    rows.push({ ...place, kind, label: label.verdict, isDoubted: label.doubt !== undefined, verdict, features });
  };
  const seen = new Set<string>();
  for (const item of items) {
    const { judgements, conditions } = await analysis.explain(item);
    for (const judgement of judgements) add(judgement, "given");
    for (const { judgement, key } of conditions) {
      if (judgement !== undefined && !seen.has(key)) add(judgement, "given", true);
      seen.add(key);
    }
  }
  if (isReadByStatements(labels.file)) await addDerived(analysis, items, (judgement) => add(judgement, "derived"));
  await analysis.close();
  console.error(labels.file, rows.length);
}

async function addContracts(): Promise<void> {
  frequencies.clear();
  for await (const { name, kind, text, statements } of readTrainingData("validation-contracts")) {
    const analysis = await analyser.open({
      ...{ files: [await readTextForBench(`${name}.md`, text)], control: { name: kind }, items: [] },
    });
    for (const { name: about, requirement, verdict: label } of statements) {
      const { judgements } = await analysis.explain({ externalId: about, name: about, objective: requirement });
      const [judgement, another] = judgements;
      if (judgement === undefined || another !== undefined || judgement.features.length === 0) continue;
      const { verdict, features } = judgement;
      const place = { document: name, control: kind, key: about, isReal: false, isCondition: false, isDoubted: false };
      rows.push({ ...place, kind: "derived", label: label as Row["label"], verdict, features });
    }
    await analysis.close();
    console.error(name, rows.length);
  }
}

for await (const document of readRealDocuments(fittingSplits)) await addRealDocument(document);
if (values.freeze) await writeFrozenSet(rows.filter(({ isReal, isDoubted }) => isReal && !isDoubted));
await addContracts();
const head = { featureNames, neverRaises };
await writeFile(outputFile, [head, ...rows].map((row) => `${JSON.stringify(row)}\n`).join(""));
await analyser.close();
await closeBenchReader();
process.exit(0);
