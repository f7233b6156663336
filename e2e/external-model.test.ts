import assert from "node:assert/strict";
import { test } from "node:test";
import { answerPartly } from "../server/src/testing/llm-trial.ts";
import { type Asked, startModelServer } from "../server/src/testing/model-server.ts";
import { createTestDatabase } from "../server/src/testing/test-database.ts";
import { until } from "../server/src/testing/until.ts";
import { aDataDirectory, aFreePort, spawnAssay, startAssay, withoutLimits } from "./assay-process.ts";
import { aCompany, call, readAdminToken, readResult, submit } from "./company.ts";

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

test("an API process without the setting reports the external model of the workers while they run", async () => {
  const database = await createTestDatabase();
  const data = await aDataDirectory();
  const shared = {
    ...{ ASSAY_DATA_DIR: data.path, ASSAY_LOG_LEVEL: "warn", DATABASE_URL: database.url },
    ASSAY_ADMIN_TOKEN: "heartbeat-administrator-0123456789",
    ASSAY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  const model = {
    ...{ ASSAY_LLM_PROVIDER: "openai-compatible", ASSAY_LLM_BASE_URL: "http://127.0.0.1:9/v1" },
    ...{ ASSAY_LLM_MODEL: "tester-1", ASSAY_LLM_API_KEY: "sk-of-the-workers-only" },
  };
  const api = await startAssay(shared, ["--role", "api"]);
  const worker = spawnAssay({ ...shared, ...model, PORT: String(await aFreePort()) }, ["--role", "worker"]);
  const getAnalysis = () =>
    call(`${api.url}/v1/admin/analysis`, { authorization: `Bearer ${shared.ASSAY_ADMIN_TOKEN}` });
  try {
    await until(() => worker.output().includes("is working"), 60);
    const { engine, externalModels, sentContent, workers, workersWithExternalModel } = await getAnalysis();
    assert.deepEqual([engine, workers, workersWithExternalModel], ["llm", 1, 1]);
    assert.deepEqual(
      externalModels.map((one: Record<string, unknown>) => [one["provider"], one["baseUrl"], one["model"]]),
      [[model.ASSAY_LLM_PROVIDER, model.ASSAY_LLM_BASE_URL, model.ASSAY_LLM_MODEL]],
    );
    assert.ok(sentContent.length > 0);
    worker.child.kill("SIGTERM");
    assert.equal(await worker.ended, 0);
    const afterwards = await getAnalysis();
    assert.deepEqual([afterwards.engine, afterwards.workers], ["offline", 0]);
  } finally {
    for (const { child, ended } of [worker, api]) {
      child.kill("SIGTERM");
      await ended;
    }
    await data.remove();
    await database.drop();
  }
});
