// npm run bench:real [-- --split test|dev|train --control DPA --errors FILE]
// How often the engine is right on real documents: the sealed test set, or the development set with --split dev. Their texts are not
// part of the project: they lie beside it (bench/real/README.md). Of the test set only totals are printed; --errors writes the
// verdicts of another set that differ from the labels.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";
import { type JudgedFile, openFileJudge } from "../tools/judged-file.ts";
import { reportFigure } from "./figures.ts";
import { seededRandom } from "./queueing/seeded-random.ts";
import { type RealDocument, readRealDocuments, type Split } from "./real/documents.ts";
import { isSameSpan, lettersOf } from "./real/match-span.ts";
import type { CriterionLabel } from "./real/reading.ts";
import { interval, realFigures, reliability, type ScoredCriterion, type ScoredDocument } from "./real/score.ts";

const { values } = parseArgs({
  options: {
    split: { type: "string", default: "test" },
    control: { type: "string", multiple: true, default: [] },
    errors: { type: "string" },
  },
});
const splits: Split[] = ["test", "dev", "train"];
const split = splits.find((one) => one === values.split);
if (split === undefined || (split === "test" && values.errors !== undefined)) {
  console.error("--split is test, dev or train; the test set is sealed, so --errors needs another one.");
  process.exit(2);
}

type JudgedItem = JudgedFile["items"][number];
const differences: object[] = [];

function scoreCriterion(
  { text, labels: { file, control } }: RealDocument,
  { item, findings, retrieved }: JudgedItem,
  label: CriterionLabel,
): ScoredCriterion | undefined {
  const found = findings.criteria.find(({ key }) => key === label.key);
  if (found === undefined) return undefined;
  const { verdict, probabilities, evidence } = found;
  const span = label.start === undefined ? undefined : lettersOf(text.slice(label.start, label.end));
  const isIn = (passages: { text: string }[]) =>
    span === undefined ? undefined : passages.some((one) => isSameSpan(lettersOf(one.text), span));
  if (verdict !== label.verdict)
    differences.push({
      ...{ control, file, item: item.externalId, key: label.key, statement: found.statement },
      ...{ label: label.verdict, reason: label.reason, doubt: label.doubt, verdict, probabilities },
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

function scoreDocument(document: RealDocument, { items }: JudgedFile): ScoredDocument {
  const { control, items: labelled } = document.labels;
  const scored: ScoredDocument = { control, language: document.language, criteria: [], items: [] };
  for (const judged of items) {
    const label = labelled.find(({ externalId }) => externalId === judged.item.externalId);
    if (label === undefined) continue;
    scored.criteria.push(...label.criteria.flatMap((one) => scoreCriterion(document, judged, one) ?? []));
    const isDoubted = label.criteria.some(({ doubt }) => doubt !== undefined);
    scored.items.push({ label: label.level, level: judged.findings.level, isDoubted });
  }
  return scored;
}

const judge = openFileJudge();
const scored: ScoredDocument[] = [];
for await (const document of readRealDocuments([split])) {
  if (values.control.length > 0 && !values.control.includes(document.labels.control)) continue;
  const control = document.control as ControlDocument;
  scored.push(scoreDocument(document, await judge.judge(document.path, control, { retrieves: true })));
  process.stderr.write(`\r${scored.length} documents`);
}
process.stderr.write("\n");
await judge.close();

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
for (const [name, figure] of Object.entries(realFigures)) {
  const measured = figure(scored);
  const [low, high] = interval(scored, figure, random.next);
  table[name] = {
    measured: round(measured),
    "95 % from": round(low),
    to: round(high),
    bar: JSON.stringify(bars[name]),
  };
  reportFigure({ figure: `${split}: ${name}`, measured, ...bars[name] });
}
console.log(`${scored.length} documents, ${scored.flatMap(({ criteria }) => criteria).length} criteria`);
console.table(table);

function printGroups(groupOf: (document: ScoredDocument) => string): void {
  const groups = Map.groupBy(scored, groupOf);
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => {
      const row = ["right verdict", "always missing", "right level"].map((figure) => [
        figure,
        round(realFigures[figure]?.(own) ?? 0),
      ]);
      return [name, { documents: own.length, ...Object.fromEntries(row) }];
    });
  console.table(Object.fromEntries(rows));
}
printGroups(({ control }) => control);
printGroups(({ language }) => language);
console.log("Reliability of the probabilities of verdicts without a doubt:");
console.table(reliability(scored.flatMap(({ criteria }) => criteria).filter(({ isDoubted }) => !isDoubted)));
if (values.errors !== undefined)
  await writeFile(values.errors, differences.map((one) => `${JSON.stringify(one)}\n`).join(""));
process.exit(0);
