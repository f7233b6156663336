import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHeartbeat } from "../operations/worker-heartbeats.ts";
import { idSource } from "../platform/ids.ts";
import { testClock } from "../testing/test-clock.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { startTestServer, type TestServerOptions } from "../testing/test-server.ts";

const clock = testClock();
let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

const shown = { provider: "anthropic", baseUrl: "https://host.example/v1", model: "m", tokensPerDocument: 9 };
const set = { ...shown, apiKey: "sk-secret", concurrency: 4, timeoutSeconds: 120 };
const other = { ...set, model: "another" };
const offlineBody = { engine: "offline", sentContent: [], externalModels: [], workersWithExternalModel: 0 };

/** The response of a process with this setting. */
async function getAnalysis(externalModel: TestServerOptions["externalModel"]) {
  const server = await startTestServer({ database, clock, externalModel });
  const { status, body, text } = await server.call("/v1/admin/analysis", { admin: true });
  await server.close();
  assert.equal(status, 200);
  assert.ok(!text.includes("sk-secret"));
  return body;
}

const startWorker = (externalModel: typeof set | undefined) =>
  startHeartbeat({ db: database.db, clock, ids: idSource(clock) }, externalModel);

test("the operator sees which model judges documents and what is sent to it; nothing without an external model", async () => {
  assert.deepEqual(await getAnalysis(undefined), { ...offlineBody, workers: 0 });
  const { engine, externalModels, sentContent } = await getAnalysis(set);
  assert.deepEqual([engine, externalModels], ["llm", [shown]]);
  assert.match(sentContent.join(), /passages/);
});

test("the workers' settings are reported, whatever is set for the process that answers", async () => {
  const first = await startWorker(set);
  const alone = await getAnalysis(undefined);
  assert.deepEqual([alone.engine, alone.externalModels, alone.workers], ["llm", [shown], 1]);
  const [offline, same, different] = [await startWorker(undefined), await startWorker(set), await startWorker(other)];
  const { externalModels, workers, workersWithExternalModel } = await getAnalysis(undefined);
  assert.deepEqual(externalModels, [{ ...shown, model: "another" }, shown]);
  assert.deepEqual([workers, workersWithExternalModel], [4, 3]);
  const [row] = await database.query<{ all: string }>(
    "SELECT string_agg(external_model::text, '') AS all FROM worker_heartbeats",
  );
  assert.ok(row?.all.includes("host.example") && !row.all.includes("sk-secret"), "the API key is not stored");
  for (const worker of [first, same, different]) await worker.close();
  assert.deepEqual(await getAnalysis(set), { ...offlineBody, workers: 1 }, "a worker that has stopped is not counted");
  await offline.close();
});

test("a worker that died counts until two minutes after its last heartbeat", async () => {
  await startWorker(set);
  clock.advance(119);
  assert.equal((await getAnalysis(undefined)).workersWithExternalModel, 1);
  clock.advance(2);
  assert.equal((await getAnalysis(undefined)).engine, "offline");
  const next = await startWorker(undefined);
  const rows = await database.query("SELECT FROM worker_heartbeats");
  assert.equal(rows.length, 1, "stale heartbeats are removed");
  await next.close();
});
