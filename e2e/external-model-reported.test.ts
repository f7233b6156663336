import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "../server/src/testing/test-database.ts";
import { until } from "../server/src/testing/until.ts";
import { aDataDirectory, aFreePort, spawnAssay, startAssay } from "./assay-process.ts";
import { call } from "./company.ts";

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
