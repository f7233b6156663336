import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import type { FeatureName } from "../../server/src/analysis/verdict/features.ts";
import { featureNames } from "../../server/src/analysis/verdict/features.ts";
import { readVerdicts } from "../../server/src/analysis/verdict/judge-criterion.ts";
import { verdictWeights } from "../../server/src/analysis/verdict/verdict-weights.ts";
import { readShippedCatalogue } from "../../server/src/catalogue/shipped-catalogue.ts";
import { openFileJudge } from "../../tools/judged-file.ts";
import { readCases } from "../case-documents.ts";
import { labelledItems } from "../labelled-items.ts";
import { type FrozenRow, measureWeights, readFrozenSet } from "./frozen-set.ts";

/**
 * As measured when the weights were fitted. Features and weights are fixed, so nothing but another weight changes the figures: whoever
 * fits new ones writes theirs.
 */
const shipped = {
  given: { right: 0.87483, logLoss: 0.33817 },
  derived: { right: 0.87207, logLoss: 0.36908 },
};
const tolerance = 0.00005;
/** Of a labelled document that took no part in training or fitting; another processor may decide a close case otherwise. */
const document = { path: "bench/cases/NDA/partly.md", right: 44, tolerance: 2 };

const root = join(import.meta.dirname, "..", "..");
const frozen = readFrozenSet();
const judge = openFileJudge();
after(() => judge.close());

for (const kind of ["given", "derived"] as const) {
  const rows = frozen.filter((row) => row.kind === kind);
  const isShipped = (weights: typeof verdictWeights) => {
    const { right, logLoss } = measureWeights(rows, weights);
    const { right: shippedRight, logLoss: shippedLoss } = shipped[kind];
    return Math.abs(right - shippedRight) < tolerance && Math.abs(logLoss - shippedLoss) < tolerance;
  };

  test(`the ${kind} weights decide labelled real documents as when they were fitted`, () => {
    assert.ok(rows.length > 1500, `${rows.length} rows`);
    assert.ok(isShipped(verdictWeights), JSON.stringify(measureWeights(rows, verdictWeights)));
  });

  test(`a ${kind} weight of the other sign is noticed`, () => {
    const unnoticed: string[] = [];
    for (const [at, name] of featureNames.entries()) {
      const size = rows.reduce((sum, { features }) => sum + Math.abs(features[at] ?? 0), 0) / rows.length;
      for (const [verdict, weight] of verdictWeights[kind][name].entries()) {
        // A weight that hardly moves a score changes nothing that anybody could notice.
        if (Math.abs(weight) * size < 0.1) continue;
        if (isShipped(withWeight(kind, name, verdict, -weight))) unnoticed.push(`${name} for ${readVerdicts[verdict]}`);
      }
    }
    assert.deepEqual(unnoticed, []);
  });
}

function withWeight(kind: FrozenRow["kind"], name: FeatureName, verdict: number, weight: number) {
  const changed = verdictWeights[kind][name].map((own, at) => (at === verdict ? weight : own));
  return { ...verdictWeights, [kind]: { ...verdictWeights[kind], [name]: changed } };
}

test("the engine as a whole decides a labelled document as well as when it was measured", async () => {
  const control = (await readShippedCatalogue()).flatMap(({ controls }) => controls).find(({ code }) => code === "NDA");
  assert.ok(control !== undefined);
  const path = join(root, document.path);
  const labels = (await readCases()).find((one) => document.path === join("bench", "cases", one.control, one.name));
  const labelled = labelledItems(control, labels?.items ?? []);
  const { items } = await judge.judge(path, control, { items: labelled.map(({ item }) => item) });
  const outcomes = items.flatMap(({ findings }, at) =>
    findings.criteria.flatMap((criterion) => {
      const label = labelled[at]?.labelOf(criterion);
      return label === undefined ? [] : [label.verdict === criterion.verdict];
    }),
  );
  const right = outcomes.filter(Boolean).length;
  assert.ok(right >= document.right - document.tolerance, `${right} of ${outcomes.length} right`);
});
