import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../testing/test-server.ts";

test("the operator sees what documents are judged by and what leaves the machine; without a model outside, nothing", async () => {
  const offline = await startTestServer();
  const { status, body } = await offline.call("/v1/admin/analysis", { admin: true });
  assert.deepEqual([status, body], [200, { engine: "offline", leavesTheMachine: [], outsideModel: null }]);
  const shown = { provider: "anthropic", baseUrl: "https://host.example/v1", model: "m", tokensPerDocument: 9 };
  const outsideModel = { ...shown, apiKey: "sk-secret", concurrency: 4, timeoutSeconds: 120 };
  const outside = await startTestServer({ database: offline.database, outsideModel });
  const told = await outside.call("/v1/admin/analysis", { admin: true });
  assert.deepEqual([told.body.engine, told.body.outsideModel], ["llm", shown]);
  assert.match(told.body.leavesTheMachine.join(), /passages/);
  assert.ok(!told.text.includes("sk-secret"));
  await outside.close();
  await offline.close();
});
