import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { tellJudging } from "../operations/judging-workers.ts";
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
const nothing = { engine: "offline", leavesTheMachine: [], outsideModel: null, outsideModels: [] };

/** The answer of a process with this setting. */
async function readAnalysis(outsideModel: TestServerOptions["outsideModel"]) {
  const server = await startTestServer({ database, clock, outsideModel });
  const { status, body, text } = await server.call("/v1/admin/analysis", { admin: true });
  await server.close();
  assert.equal(status, 200);
  assert.ok(!text.includes("sk-secret"));
  return body;
}

const aWorker = (outsideModel: typeof set | undefined) =>
  tellJudging({ db: database.db, clock, ids: idSource(clock) }, outsideModel);

test("the operator sees which engine judges and what is sent to an external model; without one, nothing is sent", async () => {
  assert.deepEqual(await readAnalysis(undefined), { ...nothing, workers: 0, workersAsking: 0 });
  const { engine, outsideModel, leavesTheMachine } = await readAnalysis(set);
  assert.deepEqual([engine, outsideModel], ["llm", shown]);
  assert.match(leavesTheMachine.join(), /passages/);
});

test("the answer reflects the settings of the workers, not of the process that answers", async () => {
  const sending = await aWorker(set);
  const alone = await readAnalysis(undefined);
  assert.deepEqual([alone.engine, alone.outsideModel, alone.workers], ["llm", shown, 1]);
  const [offline, same, different] = [await aWorker(undefined), await aWorker(set), await aWorker(other)];
  const { outsideModels, workers, workersAsking } = await readAnalysis(undefined);
  assert.deepEqual(outsideModels, [{ ...shown, model: "another" }, shown]);
  assert.deepEqual([workers, workersAsking], [4, 3]);
  const [row] = await database.query<{ all: string }>(
    "SELECT string_agg(outside_model::text, '') AS all FROM judging_workers",
  );
  assert.ok(row?.all.includes("host.example") && !row.all.includes("sk-secret"), "a key is not written down");
  for (const worker of [sending, same, different]) await worker.close();
  assert.deepEqual(
    await readAnalysis(set),
    { ...nothing, workers: 1, workersAsking: 0 },
    "a worker that has ended sends nothing",
  );
  await offline.close();
});

test("a worker that died is listed until its last report is two minutes old", async () => {
  await aWorker(set);
  clock.advance(119);
  assert.equal((await readAnalysis(undefined)).workersAsking, 1);
  clock.advance(2);
  assert.equal((await readAnalysis(undefined)).engine, "offline");
  const next = await aWorker(undefined);
  const rows = await database.query("SELECT FROM judging_workers");
  assert.equal(rows.length, 1, "what is of no use any more is removed");
  await next.close();
});
