import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { type ACompany, aCompany, aTarget, submit } from "../testing/builders.ts";
import { testAnalyser } from "../testing/test-analyser.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { startTestWorker, type TestWorker } from "../testing/test-worker.ts";
import { until } from "../testing/until.ts";

let server: TestServer;
let hostile: ACompany;
let others: ACompany[];
let fields: { controlId: string; selectedControlItemIds: string };
let worker: TestWorker | undefined;
before(async () => {
  server = await startTestServer();
  hostile = await aCompany(server);
  others = [];
  for (let count = 0; count < 9; count++) others.push(await aCompany(server));
  const { controlId, itemIds } = await aTarget(server, hostile.key);
  fields = { controlId, selectedControlItemIds: JSON.stringify(itemIds.slice(0, 1)) };
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
after(() => server.close());

async function submitted(company: ACompany, name: string, content = "Subject matter and duration."): Promise<string> {
  const { businessEntityId } = company;
  const { status, body } = await submit(server, company, { ...fields, businessEntityId }, [
    { name: `${name}.txt`, content },
  ]);
  assert.equal(status, 202, JSON.stringify(body));
  return body.documentId;
}

const waiting = async (documentIds: string[]) =>
  (
    await server.database.query("SELECT 1 FROM documents WHERE id = ANY ($1) AND status IN ('queued', 'processing')", [
      documentIds,
    ])
  ).length;

test("ten companies, one hostile: its endless documents leave half of the slots to the others", {
  timeout: 60_000,
}, async () => {
  // Only these end: the hostile ones take until their worker stops.
  const analyser = testAnalyser({
    async beforeItem(_, signal, { files }) {
      if (files[0]?.name.startsWith("hostile")) await wait(3_600_000, undefined, { ...(signal && { signal }) });
    },
  });
  const endless: string[] = [];
  for (let count = 0; count < 6; count++) endless.push(await submitted(hostile, `hostile ${count}`));
  worker = await startTestWorker(server, { analyser, concurrency: 2 });
  await until(async () => analyser.subjects.length === 2);
  const startedAt = performance.now();
  const honest: string[] = [];
  for (const [at, company] of others.entries()) honest.push(await submitted(company, `honest ${at}`));
  await until(async () => (await waiting(honest)) === 0);
  assert.ok(performance.now() - startedAt < 20_000);
  assert.equal(await waiting(endless), 6);
  for (const documentId of endless)
    await server.call(`/v1/documents/${documentId}/cancel`, { key: hostile.key, body: {} });
  await until(async () => (await waiting(endless)) === 0);
});

test("a company alone uses every slot", async () => {
  const gate = Promise.withResolvers<void>();
  let most = 0;
  let atOnce = 0;
  const analyser = testAnalyser({
    async beforeItem() {
      most = Math.max(most, ++atOnce);
      if (most === 2) gate.resolve();
      await gate.promise;
      atOnce -= 1;
    },
  });
  const documents = [await submitted(hostile, "one"), await submitted(hostile, "two")];
  worker = await startTestWorker(server, { analyser, concurrency: 2 });
  await until(async () => (await waiting(documents)) === 0);
  assert.equal(most, 2);
});

test("a large document counts for as many turns as it is expected to cost", async () => {
  const [first, second] = [others[0] ?? hostile, others[1] ?? hostile];
  const documents = [
    await submitted(first, "large", "Records are kept. ".repeat(20_000)),
    await submitted(first, "after the large one"),
  ];
  for (let count = 0; count < 4; count++) documents.push(await submitted(second, `small ${count}`));
  const analyser = testAnalyser();
  worker = await startTestWorker(server, { analyser });
  await until(async () => (await waiting(documents)) === 0);
  const order = analyser.subjects.map(({ files }) => files[0]?.name);
  assert.deepEqual(order, [
    ...["large.txt", "small 0.txt", "small 1.txt", "small 2.txt", "small 3.txt"],
    "after the large one.txt",
  ]);
});
