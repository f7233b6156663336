// npm run bench:quality -- --gold GOLD.json --out PREDICTIONS.json
// Runs the engine as shipped over a file of labelled documents and writes what it says, for a scorer to compare. An item
// of such a file is seen exactly as a customer's item without criteria: its name and its objective.
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { SubjectFile } from "../server/src/analysis/analyser.ts";
import { type OfflineAnalysis, openOfflineAnalyser } from "../server/src/analysis/offline-analyser.ts";
import { openModels } from "../server/src/encoder/open-models.ts";
import { readForBench } from "./read-for-bench.ts";

interface Gold {
  items: { id: string; name: string; objective: string }[];
  documents: { id: string; text?: string; spans?: [number, number][]; pdf?: string }[];
  labels: { document: string; item: string }[];
}

const { values } = parseArgs({ options: { gold: { type: "string" }, out: { type: "string" } } });
if (values.gold === undefined || values.out === undefined) {
  console.error("Usage: npm run bench:quality -- --gold GOLD.json --out PREDICTIONS.json");
  process.exit(2);
}
const goldPath = resolve(values.gold);
const gold = JSON.parse(await readFile(goldPath, "utf8")) as Gold;

/** A text with marked spans has no pages: it is one, and its lines are its paragraphs. */
function asPage(name: string, text: string): SubjectFile {
  let at = 0;
  const paragraphs = text.split("\n").flatMap((line) => {
    const start = at;
    at += line.length + 1;
    return line.trim() === "" ? [] : [{ start, end: start + line.length, kind: "body" as const, headingPath: [] }];
  });
  return { name, language: "en", pages: [{ number: 1, label: "1", text, paragraphs }] };
}

async function predict(analysis: OfflineAnalysis, document: Gold["documents"][number], item: Gold["items"][number]) {
  const { judgements, ranked } = await analysis.weigh({
    externalId: item.id,
    name: item.name,
    objective: item.objective,
  });
  // Several statements in one sentence: the document meets the item as far as it meets the weakest.
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

const analyser = openOfflineAnalyser({
  models: () => openModels(2, (error) => console.error("The models cannot be loaded; judged by words alone.", error)),
});
const predictions = [];
for (const document of gold.documents) {
  const file =
    document.text === undefined
      ? await readForBench(join(dirname(goldPath), document.pdf ?? ""))
      : asPage(document.id, document.text);
  const analysis = await analyser.open({ files: [file], control: { name: basename(goldPath) }, language: "en" });
  for (const item of gold.items) {
    if (!gold.labels.some((label) => label.document === document.id && label.item === item.id)) continue;
    predictions.push(await predict(analysis, document, item));
  }
  await analysis.close();
  process.stderr.write(`\r${predictions.length} of ${gold.labels.length}`);
}
await analyser.close();
await writeFile(values.out, JSON.stringify(predictions));
process.stderr.write("\n");
console.log(`${predictions.length} predictions written to ${values.out}`);
process.exit(0);
