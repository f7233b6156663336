// node tools/verdict-signs.ts FILE
// Writes what is weighed for each criterion in the documents no reader may learn from, and in their translations, beside the
// verdict of their author, for model/training/fit_weights.py.
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readForBench } from "../bench/read-for-bench.ts";
import { signNames } from "../server/src/analysis/criterion-signs.ts";
import { openOfflineAnalyser } from "../server/src/analysis/offline-analyser.ts";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { openModels } from "../server/src/encoder/open-models.ts";

interface Labels {
  control: string;
  items: { externalId: string; criteria: { verdict: string }[] }[];
}

const folder = join(import.meta.dirname, "../model/training/documents-for-weights");
const [file = "verdict-signs.jsonl"] = process.argv.slice(2);
const controls = (await readShippedCatalogue()).flatMap((framework) => framework.controls);
const analyser = openOfflineAnalyser({
  models: () =>
    openModels(2, (error) => {
      throw error;
    }),
});
const rows: object[] = [];
for (const name of (await Array.fromAsync(glob("*.md", { cwd: folder }))).sort()) {
  const labels = JSON.parse(await readFile(join(folder, `${name.split(".")[0]}.json`), "utf8")) as Labels;
  const control = controls.find(({ code }) => code === labels.control);
  if (control === undefined) throw new Error(`${name}: there is no control ${labels.control}`);
  const analysis = await analyser.open({ files: [await readForBench(join(folder, name))], control, language: "en" });
  for (const item of control.clusters.flatMap(({ items }) => items)) {
    const label = labels.items.find(({ externalId }) => externalId === item.externalId);
    if (label === undefined || item.isObsolete === true) continue;
    const { judgements } = await analysis.weigh(item);
    for (const [at, { criterion, verdict, signs }] of judgements.entries()) {
      const { level, weight } = criterion;
      const place = { document: name, control: control.code, item: item.externalId };
      rows.push({ ...place, level, weight, label: label.criteria[at]?.verdict, verdict, signs });
    }
  }
  await analysis.close();
}
await analyser.close();
await writeFile(file, [{ signNames }, ...rows].map((row) => `${JSON.stringify(row)}\n`).join(""));
process.exit(0);
