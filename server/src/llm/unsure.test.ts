import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { openOfflineAnalyser } from "../analysis/offline-analyser.ts";
import { openModels } from "../encoder/open-models.ts";
import { agreement, anItem, aSubject, perfect, trial, unit } from "../testing/llm-trial.ts";

const offline = openOfflineAnalyser({ models: () => openModels(1, () => undefined) });
after(() => offline.close());

const analysis = await offline.open(aSubject());
const alone = await analysis.judge(anItem());
const probabilityOf = ({ probabilities, verdict }: (typeof alone.criteria)[number]) => probabilities?.[verdict] ?? 0;
const probabilities = alone.criteria.map(probabilityOf).sort((a, b) => a - b);
/** Between the second and the third of the engine's four probabilities. */
const between = ((probabilities[1] ?? 0) + (probabilities[2] ?? 0)) / 2;

describe("with ASSAY_LLM_ASK=unsure", () => {
  test("only criteria below the threshold are asked; the others keep the engine's verdicts and say so", async () => {
    await trial(
      (asked) => {
        const { criteria } = perfect(asked);
        return { answer: { criteria: criteria.filter(({ key }) => asked.keys.includes(key)) } };
      },
      async ({ judge, server, fallbacks }) => {
        const findings = await judge();
        assert.deepEqual(fallbacks, []);
        const unsure = alone.criteria.filter((one) => probabilityOf(one) < between).map(({ key }) => key);
        assert.equal(unsure.length, 2);
        assert.deepEqual(server.asked[0]?.keys, unsure);
        for (const [at, criterion] of findings.criteria.entries())
          if (unsure.includes(criterion.key))
            assert.deepEqual([criterion.judge, criterion.probabilities], ["external", null]);
          else assert.deepEqual(criterion, alone.criteria[at]);
        assert.equal(unit(findings, "criteriaJudgedExternally"), "2 of 4");
        assert.match(unit(findings, "judgedBy") ?? "", /^llm /);
      },
      { analyser: offline, ask: "unsure", unsureBelow: between },
    );
  });

  test("an item that the engine is sure of is not asked, and is the engine's", async () => {
    await trial(
      () => ({ status: 500 }),
      async ({ judge, server, fallbacks }) => {
        assert.deepEqual(await judge(), alone);
        assert.deepEqual([server.asked.length, fallbacks], [0, []]);
      },
      { analyser: offline, ask: "unsure", unsureBelow: 0 },
    );
  });

  test("an item that is not asked does not hide that the model no longer answers", async () => {
    await trial(
      () => ({ status: 401 }),
      async ({ judge, server }) => {
        const never = (number: number) => ({ ...anItem(number), appliesWhen: "never" });
        for (let number = 1; number <= 5; number++) {
          await judge(anItem(number));
          await judge(never(number));
        }
        assert.equal(server.asked.length, 3);
      },
      { subject: aSubject(agreement), ask: "unsure" },
    );
  });
});
