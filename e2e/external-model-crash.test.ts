import assert from "node:assert/strict";
import { test } from "node:test";
import { answerPartly } from "../server/src/testing/llm-trial.ts";
import { type Asked, startModelServer } from "../server/src/testing/model-server.ts";
import { until } from "../server/src/testing/until.ts";
import { aDataDirectory, startAssay, withoutLimits } from "./assay-process.ts";
import { aCompany, readAdminToken, readResult, submit } from "./company.ts";

const requirementOf = ({ prompt }: Asked) => prompt.split("\n", 1)[0] ?? "";
const itemCount = 6;
test("after a kill during requests to an external model, the service repeats only requests of unsaved items", async () => {
  const data = await aDataDirectory();
  let isHanging = true;
  const answered: string[] = [];
  // The first request and those after the third hang, as requests in flight during a power failure.
  const model = await startModelServer((asked, count) => {
    if (isHanging && (count === 1 || count > 3)) return "silence";
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
    const company = await aCompany(assay, await readAdminToken(data.path));
    const terms = { name: "terms.txt", bytes: "The processor acts on documented instructions only." };
    const { documentId } = await submit(assay, company, [terms], itemCount);
    const result = () => readResult(assay, company, documentId);
    await until(async () => (await result()).progress.itemsDone === 2, 60);
    await until(() => model.asked.length >= 5, 60);
    assay.child.kill("SIGKILL");
    await assay.ended;
    const saved = [...answered];
    isHanging = false;
    const asked = model.asked.length;
    assay = await startAssay(settings);
    await until(async () => (await result()).status === "completed", 90);
    const again = model.asked.slice(asked).map(requirementOf);
    assert.equal(again.length, itemCount - 2, again.join("\n"));
    for (const requirement of saved) assert.ok(!again.includes(requirement), `${requirement} was requested again`);
  } finally {
    assay.child.kill("SIGTERM");
    await assay.ended;
    await model.close();
    await data.remove();
  }
});
