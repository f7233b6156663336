// node tools/real-verdict-features.ts FILE
// Writes the verdict features and the label of each criterion and condition of the labelled real documents that the reader was not
// trained on, for model/training/fit_weights.py. Verdict frequencies are those of other organisations' documents.
import { writeFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { closeBenchReader, readForBench } from "../bench/read-for-bench.ts";
import { countVerdicts } from "../bench/real/count-verdicts.ts";
import { labelledStatements, readLabelled, readRealDocuments } from "../bench/real/documents.ts";
import { openOfflineAnalyser } from "../server/src/analysis/offline-analyser.ts";
import { featureNames, neverRaises } from "../server/src/analysis/verdict/features.ts";
import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";
import { completeItem } from "../server/src/catalogue/complete-item.ts";
import { openModels } from "../server/src/encoder/open-models.ts";

/** As in model/training/train_reader.py. */
const heldOutOf = 8;

const [outputFile = "real-verdict-features.jsonl"] = process.argv.slice(2);
const models = await openModels(2, (error) => {
  throw error;
});
if (models === undefined) throw new Error("The models cannot be loaded.");
const { frequencies } = models;
const analyser = openOfflineAnalyser({ models: async () => models });
const labelled = readLabelled(["train", "dev"]);
const rows: object[] = [];
for await (const document of readRealDocuments(["dev", "train"])) {
  const { labels, control: asked, path, split, organisation, language } = document;
  if (split === "train" && crc32(labels.file) % heldOutOf !== 0) continue;
  frequencies.clear();
  for (const [key, counts] of countVerdicts(labelled.filter((one) => one.organisation !== organisation)))
    frequencies.set(key, counts);
  const control = asked as ControlDocument;
  const items = control.clusters.flatMap((cluster) => cluster.items).map((item) => completeItem(control, item));
  const analysis = await analyser.open({ files: [await readForBench(path)], control, items });
  const statements = new Map(labelledStatements(asked, labels).map((one) => [one.statement, one]));
  const place = { document: labels.file, control: control.code, split, language };
  const seen = new Set<string>();
  for (const item of items) {
    const { judgements, conditions } = await analysis.explain(item);
    const read = judgements.map((judgement) => ({ judgement, isCondition: false }));
    for (const { judgement, key } of conditions) {
      if (judgement === undefined || seen.has(key)) continue;
      seen.add(key);
      read.push({ judgement, isCondition: true });
    }
    for (const { judgement, isCondition } of read) {
      const { criterion, features, verdict } = judgement;
      const { level, weight, key, statement, appliesWhen } = criterion;
      const label = statements.get(statement);
      if (label === undefined) continue;
      rows.push({
        ...{ ...place, item: item.externalId, key, level, weight, isCondition, appliesWhen },
        ...{ label: label.verdict, isDoubted: label.doubt !== undefined, verdict, features },
      });
    }
  }
  await analysis.close();
  console.error(labels.file, rows.length);
}
const head = { featureNames, neverRaises };
await writeFile(outputFile, [head, ...rows].map((row) => `${JSON.stringify(row)}\n`).join(""));
await analyser.close();
await closeBenchReader();
process.exit(0);
