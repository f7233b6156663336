// node tools/verdict-signs.ts FILE
// Writes what is weighed for each criterion in the documents no reader may learn from, in two thirds of the labelled cases, and in the
// translations of both, beside the verdict of their author, for model/training/fit_weights.py.
import { glob, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { heldOut } from "../bench/held-out.ts";
import { labelledItems } from "../bench/labelled-items.ts";
import { readForBench } from "../bench/read-for-bench.ts";
import { openOfflineAnalyser } from "../server/src/analysis/offline-analyser.ts";
import { signNames } from "../server/src/analysis/verdict/rule-features.ts";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { openModels } from "../server/src/encoder/open-models.ts";

interface Labels {
  control?: string;
  items: { externalId: string; criteria: { verdict: string }[] }[];
}

const root = join(import.meta.dirname, "..");
const [file = "verdict-signs.jsonl"] = process.argv.slice(2);
const controls = (await readShippedCatalogue()).flatMap((framework) => framework.controls);
const analyser = openOfflineAnalyser({
  models: () =>
    openModels(2, (error) => {
      throw error;
    }),
});
const cases = "bench/cases/";
async function documents(): Promise<string[]> {
  const found = glob(["model/training/documents-for-weights/*.md", `${cases}*/*.md`], { cwd: root });
  const isHeldOut = (path: string) => heldOut[basename(dirname(path))] === basename(path).split(".")[0];
  return (await Array.fromAsync(found)).filter((path) => !isHeldOut(path)).sort();
}

const rows: object[] = [];
for (const path of await documents()) {
  // A translation has the labels of what it was translated from.
  const labels = JSON.parse(
    await readFile(join(root, path.replace(/(?:\.[a-z]{2})?\.md$/, ".json")), "utf8"),
  ) as Labels;
  const isCase = path.startsWith(cases);
  const code = isCase ? basename(dirname(path)) : labels.control;
  const control = controls.find((one) => one.code === code);
  if (control === undefined) throw new Error(`${path}: there is no control ${code}`);
  const document = isCase ? `${code}-${basename(path)}` : basename(path);
  const labelled = labelledItems(control, labels.items);
  const items = labelled.map(({ item }) => item);
  const analysis = await analyser.open({
    files: [await readForBench(join(root, path))],
    control,
    items,
    language: "en",
  });
  for (const { item, label } of labelled) {
    const { judgements } = await analysis.weigh(item);
    for (const [at, { criterion, verdict, signs }] of judgements.entries()) {
      const { level, weight } = criterion;
      const place = { document, isCase, control: control.code, item: item.externalId };
      rows.push({
        ...place,
        level,
        weight,
        label: label.criteria[at]?.verdict,
        verdict,
        signs,
      });
    }
  }
  await analysis.close();
}
await analyser.close();
await writeFile(file, [{ signNames }, ...rows].map((row) => `${JSON.stringify(row)}\n`).join(""));
process.exit(0);
