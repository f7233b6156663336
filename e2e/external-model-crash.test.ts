import assert from "node:assert/strict";
import { test } from "node:test";
import { answerPartly } from "../server/src/testing/llm-trial.ts";
import { type Asked, startModelServer } from "../server/src/testing/model-server.ts";
import { aCompany, adminTokenIn, resultOf, submit } from "./a-company.ts";
import { aDataDirectory, startAssay, until, withoutLimits } from "./assay-process.ts";

const requirementOf = ({ prompt }: Asked) => prompt.split("\n", 1)[0] ?? "";
const itemCount = 6;
/** How far the document has come is asked every 20 ms. */

test("killed while several items wait for a model outside, the service asks again only about those that were not saved", async () => {
  const data = await aDataDirectory();
  let isHolding = true;
  const answered: string[] = [];
  // The first and those after the third hang, as questions do that are under way when the power goes.
  const model = await startModelServer((asked, count) => {
    if (isHolding && (count === 1 || count > 3)) return "silence";
    answered.push(requirementOf(asked));
    return answerPartly(asked);
  });
  const settings = {
    ...{
      ASSAY_DATA_DIR: data.path,
      ASSAY_LOG_LEVEL: "warn",
      ...withoutLimits,
      ASSAY_RETRY_SCALE: "0",
      ASSAY_LLM_CONCURRENCY: "3",
    },
    ...{ ASSAY_LLM_PROVIDER: "openai-compatible", ASSAY_LLM_BASE_URL: model.baseUrl, ASSAY_LLM_MODEL: "tester-1" },
  };
  let assay = await startAssay(settings);
  try {
    const company = await aCompany(assay, await adminTokenIn(data.path));
    const terms = { name: "terms.txt", bytes: "The processor acts on documented instructions only." };
    const { documentId } = await submit(assay, company, [terms], itemCount);
    const result = () => resultOf(assay, company, documentId);
    await until(async () => (await result()).progress.itemsDone === 2, 60);
    await until(() => model.asked.length >= 5, 60);
    assay.child.kill("SIGKILL");
    await assay.ended;
    const saved = [...answered];
    isHolding = false;
    const asked = model.asked.length;
    assay = await startAssay(settings);
    await until(async () => (await result()).status === "completed", 90);
    const again = model.asked.slice(asked).map(requirementOf);
    assert.equal(again.length, itemCount - 2, again.join("\n"));
    for (const requirement of saved) assert.ok(!again.includes(requirement), `${requirement} was asked about again`);
  } finally {
    assay.child.kill("SIGTERM");
    await assay.ended;
    await model.close();
    await data.remove();
  }
});
