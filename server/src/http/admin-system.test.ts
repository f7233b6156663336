import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startHeartbeat } from "../operations/worker-heartbeats.ts";
import { idSource } from "../platform/ids.ts";
import { type ACompany, aCompany, aFailedDocument, aTarget, submit, unknownId } from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";

let server: TestServer;
let company: ACompany;
before(async () => {
  server = await startTestServer({ clock: testClock() });
  company = await aCompany(server);
});
after(() => server.close());

const retry = (documentId: string) => server.call(`/v1/admin/documents/${documentId}/retry`, { admin: true, body: {} });
const failedOnes = async () =>
  (await server.call("/v1/admin/failed-documents", { admin: true })).body.documents as Record<string, string | null>[];

test("the system figures contain queued documents, documents that ended in each of the last 24 hours, and health", async () => {
  const before = (await server.call("/v1/admin/system", { admin: true })).body;
  assert.deepEqual(before.waiting, {
    queued: 0,
    processing: 0,
    oldestQueuedAt: null,
    deliveries: 0,
    countedUpTo: 1_000,
  });
  assert.equal(before.health.status, "ok");
  assert.equal(before.hours.length, 24);
  assert.ok(before.hours.every((hour: { completed: number; failed: number }) => hour.completed + hour.failed === 0));

  const { controlId } = await aTarget(server, company.key);
  await submit(server, company, { businessEntityId: company.businessEntityId, controlId });
  await aFailedDocument(server, company);
  const { waiting, hours } = (await server.call("/v1/admin/system", { admin: true })).body;
  assert.deepEqual([waiting.queued, waiting.oldestQueuedAt], [1, "2026-03-01T12:00:00.000Z"]);
  assert.deepEqual(hours.at(-1), { from: "2026-03-01T12:00:00.000Z", completed: 0, failed: 1 });
  assert.equal(hours[0].from, "2026-02-28T13:00:00.000Z");
});

test("a failed document is listed with its reason and can be retried as a new document of the same review", async () => {
  const failed = await aFailedDocument(server, company, "The file is encrypted.");
  const listed = (await failedOnes()).find(({ documentId }) => documentId === failed);
  assert.deepEqual(
    [listed?.["failureReason"], listed?.["companyName"], listed?.["fileName"], listed?.["retriedAs"]],
    ["The file is encrypted.", "Acme GmbH", "contract.txt", null],
  );
  const again = await retry(failed);
  assert.equal(again.status, 201, again.text);
  assert.equal(again.body.complianceReviewId, listed?.["complianceReviewId"]);
  assert.equal(
    (await failedOnes()).find(({ documentId }) => documentId === failed)?.["retriedAs"],
    again.body.documentId,
  );

  const { deps } = workerDeps(server);
  const { documentId } = again.body;
  await createJobHandlers(deps)["analyse-document"]?.(
    { companyId: company.companyId, documentId },
    new AbortController().signal,
  );
  await deps.children.close();
  const [before, after] = await Promise.all(
    [failed, documentId].map((id) => server.call(`/v1/documents/${id}/result`, { key: company.key })),
  );
  assert.equal(before?.body.status, "failed", "what has failed stays failed");
  assert.equal(after?.body.status, "completed");
  assert.equal(after?.body.complianceItems.length, before?.body.complianceItems.length);
});

test("only failed documents can be retried, and only once", async () => {
  const failed = await aFailedDocument(server, company);
  const first = await retry(failed);
  const second = await retry(failed);
  assert.equal(second.status, 422);
  assert.ok(second.body.message.includes(first.body.documentId));
  const running = await retry(first.body.documentId);
  assert.deepEqual(
    [running.status, running.body.message],
    [422, "Only a failed document can be retried; this one is queued."],
  );
  assert.equal((await retry(unknownId)).status, 404);
  assert.equal((await retry("nothing")).status, 404);
});

test("two concurrent retries create one document", async () => {
  const failed = await aFailedDocument(server, company);
  const answers = await Promise.all([retry(failed), retry(failed), retry(failed)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422]);
});

test("a retried document sends the same events as any other", async () => {
  const { body } = await retry(await aFailedDocument(server, company));
  const events = await server.database.query<{ type: string }>(
    "SELECT type FROM events WHERE company_id = $1 AND data ->> 'documentId' = $2",
    [company.companyId, body.documentId],
  );
  assert.deepEqual(events, [{ type: "document.submitted" }]);
});

describe("what judges documents", () => {
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
    assert.deepEqual(
      await getAnalysis(set),
      { ...offlineBody, workers: 1 },
      "a worker that has stopped is not counted",
    );
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
});
