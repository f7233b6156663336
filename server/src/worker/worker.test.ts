import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { type ACompany, aCompany, aTarget, submit } from "../testing/builders.ts";
import { testAnalyser } from "../testing/test-analyser.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { startTestWorker, type TestWorker } from "../testing/test-worker.ts";
import { until } from "../testing/until.ts";

/** A worker on a real queue. */

let server: TestServer;
let companies: Record<"large" | "small" | "middle" | "late", ACompany>;
let fields: { controlId: string; selectedControlItemIds: string };
let worker: TestWorker | undefined;
before(async () => {
  server = await startTestServer();
  companies = {
    large: await aCompany(server),
    small: await aCompany(server),
    middle: await aCompany(server),
    late: await aCompany(server),
  };
  const { controlId, itemIds } = await aTarget(server, companies.large.key);
  fields = { controlId, selectedControlItemIds: JSON.stringify(itemIds.slice(0, 3)) };
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
after(() => server.close());

async function submitted(company: ACompany, name: string): Promise<string> {
  const { businessEntityId } = company;
  const { status, body } = await submit(server, company, { ...fields, businessEntityId }, [
    { name: `${name}.txt`, content: "Subject matter and duration." },
  ]);
  assert.equal(status, 202, JSON.stringify(body));
  return body.documentId;
}

const statusOf = async (documentId: string) => {
  const [row] = await server.database.query<{ status: string; failure_reason: string | null }>(
    "SELECT status, failure_reason FROM documents WHERE id = $1",
    [documentId],
  );
  return row;
};

const unfinished = async () =>
  (await server.database.query("SELECT 1 FROM documents WHERE status IN ('queued', 'processing')")).length;

test("companies are served round-robin: many documents of one do not delay the single document of another", async () => {
  for (let n = 0; n < 20; n++) await submitted(companies.large, `large ${n}`);
  await submitted(companies.small, "small 0");
  for (let n = 0; n < 3; n++) await submitted(companies.middle, `middle ${n}`);
  const order: string[] = [];
  const analyser = testAnalyser({
    async beforeOpen({ files }) {
      order.push(files[0]?.name.replace(".txt", "") ?? "");
      // A company that comes later starts beside the others, not behind everything queued before.
      if (order.length === 10) await submitted(companies.late, "late 0");
    },
  });
  worker = await startTestWorker(server, { analyser });
  await until(async () => (await unfinished()) === 0);
  assert.deepEqual(order.slice(0, 9), [
    ...["large 0", "small 0", "middle 0"],
    ...["large 1", "middle 1"],
    ...["large 2", "middle 2"],
    ...["large 3", "large 4"],
  ]);
  const waited = order.indexOf("late 0") - 10;
  assert.ok(waited <= 2, `the late one waited for ${waited} others`);
  assert.equal(order.length, 25);
});

test("documents that one company submits at the same time are processed in order", async () => {
  const documents = await Promise.all(Array.from({ length: 8 }, (_, n) => submitted(companies.large, `at once ${n}`)));
  const rounds = await server.database.query<{ queue_round: number }>(
    "SELECT queue_round FROM documents WHERE id = ANY($1) ORDER BY queue_round",
    [documents],
  );
  const first = rounds[0]?.queue_round ?? 0;
  assert.deepEqual(
    rounds.map((row) => row.queue_round - first),
    [0, 1, 2, 3, 4, 5, 6, 7],
  );
  worker = await startTestWorker(server, { analyser: testAnalyser() });
  await until(async () => (await unfinished()) === 0);
});

test("a document whose every attempt fails ends as failed with a reason, and others are processed", async () => {
  const poisoned = await submitted(companies.large, "poison");
  const healthy = await submitted(companies.small, "healthy");
  let tries = 0;
  const analyser = testAnalyser({
    beforeOpen({ files }) {
      if (files[0]?.name !== "poison.txt") return;
      tries += 1;
      throw new Error("poison");
    },
  });
  worker = await startTestWorker(server, { analyser });
  await until(async () => (await unfinished()) === 0);
  assert.deepEqual(await statusOf(healthy), { status: "completed", failure_reason: null });
  const end = await statusOf(poisoned);
  assert.equal(end?.status, "failed");
  assert.match(end?.failure_reason ?? "", /every attempt/);
  assert.equal(tries, 21);
  const events = await server.database.query<{ type: string }>(
    "SELECT type FROM events WHERE data ->> 'documentId' = $1 ORDER BY id",
    [poisoned],
  );
  assert.deepEqual(
    events.map(({ type }) => type),
    ["document.submitted", "document.failed"],
  );
});

test("a stopping worker finishes its item and returns the document at once, without counting an attempt", async () => {
  const documentId = await submitted(companies.large, "given back");
  const gate = Promise.withResolvers<void>();
  const first = testAnalyser({ beforeItem: () => (first.judged.length === 2 ? gate.promise : undefined) });
  const stopping = await startTestWorker(server, { analyser: first });
  await until(async () => first.judged.length === 2);
  const stopped = stopping.stop();
  gate.resolve();
  await stopped;
  const [job, ...others] = await server.database.query<{ state: string; retry_count: number; ready: boolean }>(
    `SELECT state, retry_count, start_after <= now() AS ready FROM pgboss.job
      WHERE name = 'analyse-document' AND data ->> 'documentId' = $1 AND state < 'completed'`,
    [documentId],
  );
  assert.deepEqual([job, others], [{ state: "created", retry_count: 0, ready: true }, []]);
  const second = testAnalyser();
  worker = await startTestWorker(server, { analyser: second });
  await until(async () => (await unfinished()) === 0);
  assert.deepEqual([first.judged.length, second.judged.length], [2, 1]);
  assert.equal((await statusOf(documentId))?.status, "completed");
});

test("several documents are processed concurrently, each once", async () => {
  const ids = [];
  for (let n = 0; n < 6; n++) ids.push(await submitted(companies.middle, `many ${n}`));
  let atOnce = 0;
  let most = 0;
  const bothIn = Promise.withResolvers<void>();
  const analyser = testAnalyser({
    async beforeOpen() {
      atOnce += 1;
      most = Math.max(most, atOnce);
      if (most === 2) bothIn.resolve();
      await bothIn.promise;
      atOnce -= 1;
    },
  });
  worker = await startTestWorker(server, { analyser, concurrency: 2 });
  await until(async () => (await unfinished()) === 0);
  assert.deepEqual([most, analyser.subjects.length, analyser.judged.length], [2, 6, 18]);
  for (const id of ids) assert.equal((await statusOf(id))?.status, "completed");
});
