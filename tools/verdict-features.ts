// node tools/verdict-features.ts FILE
// Writes the verdict features and the author's label of each criterion of the validation documents and of two thirds of
// bench/cases, translations included, for model/training/fit_weights.py.
import { glob, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { heldOut } from "../bench/held-out.ts";
import { labelledItems } from "../bench/labelled-items.ts";
import { readForBench, readTextForBench } from "../bench/read-for-bench.ts";
import type { SubjectFile } from "../server/src/analysis/analyser.ts";
import { openOfflineAnalyser } from "../server/src/analysis/offline-analyser.ts";
import { featureNames, neverRaises } from "../server/src/analysis/verdict/features.ts";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { openModels } from "../server/src/encoder/open-models.ts";
import { readTrainingData } from "./training-data.ts";

interface Labels {
  items: { externalId: string; criteria: { verdict: string }[] }[];
}

const root = join(import.meta.dirname, "..");
const [outputFile = "verdict-features.jsonl"] = process.argv.slice(2);
const controls = (await readShippedCatalogue()).flatMap((framework) => framework.controls);
const analyser = openOfflineAnalyser({
  models: () =>
    openModels(2, (error) => {
      throw error;
    }),
});
interface LabelledFile {
  document: string;
  isCase: boolean;
  code: string;
  file: SubjectFile;
  items: Labels["items"];
}

async function* labelledCases(): AsyncGenerator<LabelledFile> {
  const isHeldOut = (path: string) => heldOut[basename(dirname(path))] === basename(path).split(".")[0];
  const paths = await Array.fromAsync(glob("bench/cases/*/*.md", { cwd: root }));
  for (const path of paths.filter((one) => !isHeldOut(one)).sort()) {
    // A translation has the labels of its original.
    const labelsFile = join(root, path.replace(/(?:\.[a-z]{2})?\.md$/, ".json"));
    const { items } = JSON.parse(await readFile(labelsFile, "utf8")) as Labels;
    const code = basename(dirname(path));
    const file = await readForBench(join(root, path));
    yield { document: `${code}-${basename(path)}`, isCase: true, code, file, items };
  }
}

async function* validationDocuments(): AsyncGenerator<LabelledFile> {
  for await (const { name, control, text, items } of readTrainingData("validation-documents")) {
    yield { document: name, isCase: false, code: control, file: await readTextForBench(name, text), items };
  }
}

async function* labelledFiles(): AsyncGenerator<LabelledFile> {
  yield* labelledCases();
  yield* validationDocuments();
}

const rows: object[] = [];
for await (const { document, isCase, code, file, items: labels } of labelledFiles()) {
  const control = controls.find((one) => one.code === code);
  if (control === undefined) throw new Error(`${document}: there is no control ${code}`);
  const labelled = labelledItems(control, labels);
  const items = labelled.map(({ item }) => item);
  const analysis = await analyser.open({ files: [file], control, items });
  for (const { item, labelOf } of labelled) {
    const { judgements } = await analysis.explain(item);
    for (const { criterion, verdict, features } of judgements) {
      const label = labelOf(criterion)?.verdict;
      // What does not apply is decided by a condition, not by these features.
      if (label === undefined || label === "not_applicable" || verdict === "not_applicable") continue;
      const { level, weight } = criterion;
      const place = { document, isCase, control: control.code, item: item.externalId };
      rows.push({ ...place, level, weight, label, verdict, features });
    }
  }
  await analysis.close();
}
await analyser.close();
await writeFile(outputFile, [{ featureNames, neverRaises }, ...rows].map((row) => `${JSON.stringify(row)}\n`).join(""));
process.exit(0);
