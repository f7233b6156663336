// node tools/search-features.ts FILE
// Writes, for each criterion and condition of the labelled real documents that the encoder was not trained on, the features of the
// passages that search may bring up and which of them overlap the person's span, for model/training/fit_search.py: once with the
// catalogue's wordings, once by the statement alone.
import { createWriteStream } from "node:fs";
import { closeBenchReader, readForBench } from "../bench/read-for-bench.ts";
import { fittingSplits, labelledStatements, type RealDocument, readRealDocuments } from "../bench/real/documents.ts";
import { openSpan } from "../bench/real/match-span.ts";
import { type Criterion, criteriaOf, criterionOfCondition, nameOfCondition } from "../server/src/analysis/criteria.ts";
import { canBeEvidence } from "../server/src/analysis/passages/passages.ts";
import { prepareDocument } from "../server/src/analysis/passages/prepare-document.ts";
import { indexDocument } from "../server/src/analysis/search/document-indexes.ts";
import { type DocumentEmbeddings, embedDocument } from "../server/src/analysis/search/embed-passages.ts";
import { similarities } from "../server/src/analysis/search/encoder.ts";
import { embedQueries, queryTextsOf } from "../server/src/analysis/search/query-embeddings.ts";
import { openRelevanceFeatures, rank } from "../server/src/analysis/search/relevance.ts";
import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";
import { completeConditions, completeItem } from "../server/src/catalogue/complete-item.ts";
import { openModels } from "../server/src/encoder/open-models.ts";

/** Of the passages that are not right, only those that come near the first ones by today's weights. */
const maxWrong = 40;

const [outputFile = "search-features.jsonl"] = process.argv.slice(2);
const models = await openModels(2, (error) => {
  throw error;
});
if (models === undefined) throw new Error("The models cannot be loaded.");
const { encoder, queryEmbeddings } = models;
const output = createWriteStream(outputFile);

/** Every criterion and condition of a control with the name that it is searched by. */
function listAsked(control: ControlDocument): { name: string; criteria: Criterion[] }[] {
  const items = control.clusters
    .flatMap((cluster) => cluster.items)
    .map((item) => ({ name: item.name, criteria: criteriaOf(completeItem(control, item)) }));
  const conditions = completeConditions({ conditions: control.conditions, translations: undefined });
  return [
    ...items,
    ...conditions.map(([key, one]) => ({ name: nameOfCondition(key), criteria: [criterionOfCondition(key, one)] })),
  ];
}

async function addDocument({ labels, control: asked, path, text, language }: RealDocument): Promise<void> {
  const control = asked as ControlDocument;
  const document = prepareDocument({ files: [await readForBench(path)] });
  const { passages, english } = document;
  const embeddings = await embedDocument(encoder, english, undefined);
  const index = indexDocument(document).english;
  const labelOf = new Map(labelledStatements(asked, labels).map((one) => [one.statement, one]));
  for (const { name, criteria } of listAsked(control)) {
    for (const hasWordings of [true, false]) {
      const own = hasWordings ? criteria : criteria.map((one) => ({ ...one, phrases: [], contradictions: [] }));
      const queries = await embedQueries(encoder, [queryEmbeddings, new Map()], queryTextsOf(name, own));
      for (const [at, { statement }] of own.entries()) {
        const { start, end, verdict } = labelOf.get(statement) ?? {};
        if (start === undefined || end === undefined || verdict === "not_applicable") continue;
        const isRight = openSpan(text, start, end);
        const { phrases } = own[at] as Criterion;
        const meaningOf = (which: number, part: keyof DocumentEmbeddings = "passages") =>
          similarities(embeddings[part], queries[which] as Float32Array);
        const query = {
          ...{ name, statement, phrases, meaning: meaningOf(at + 1), nameMeaning: meaningOf(0) },
          ...{ headingMeaning: meaningOf(at + 1, "headings"), leadInMeaning: meaningOf(at + 1, "leadIns") },
        };
        const { relevance } = rank(passages, index, query, true);
        const eligible = passages.flatMap((passage, place) => (canBeEvidence(passage) ? [place] : []));
        const right = eligible.filter((place) => isRight(passages[place]?.text ?? ""));
        const wrong = eligible.filter((place) => !right.includes(place));
        wrong.sort((one, other) => (relevance[other] ?? 0) - (relevance[one] ?? 0));
        const featuresOf = openRelevanceFeatures(passages, index, query, true);
        const toRow = (place: number) => Object.values(featuresOf(place)).map((value) => Math.round(value * 1e4) / 1e4);
        const row = { document: labels.file, control: control.code, language, hasWordings, verdict };
        output.write(
          `${JSON.stringify({ ...row, right: right.map(toRow), wrong: wrong.slice(0, maxWrong).map(toRow) })}\n`,
        );
      }
    }
  }
  console.error(labels.file);
}

for await (const document of readRealDocuments(fittingSplits)) await addDocument(document);
await new Promise((resolve) => output.end(resolve));
await models.close();
await closeBenchReader();
process.exit(0);
