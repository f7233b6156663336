import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { idSource } from "../platform/ids.ts";
import { until } from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { openQueue, type PostgresQueue } from "./pg-boss-queue.ts";

const ids = idSource(testClock());
let database: TestDatabase;
let queue: PostgresQueue;
before(async () => {
  database = await createTestDatabase();
  queue = await openQueue({ url: database.url, isWorker: true, onError: (error) => assert.fail(error.message) });
});
after(async () => {
  await queue.close();
  await database.drop();
});

test("a job is counted while it waits and while it is active, even one without a company", async (t) => {
  const depth = async () => (await queue.depths()).find(({ name }) => name === "erase-company");
  const client = new Client({ connectionString: database.url });
  await client.connect();
  t.after(() => client.end());
  const sender = queue.senderOn({ query: ({ text, values }) => client.query(text, values) as never });
  for (let job = 0; job < 2; job++)
    await sender.enqueue("erase-company", { companyId: ids.next(), requestId: ids.next() });
  assert.deepEqual([(await depth())?.waiting, (await depth())?.active], [2, 0]);
  await assert.doesNotReject(queue.checkProgress("erase-company"));
  await database.query(
    "UPDATE pgboss.job SET created_on = created_on - interval '3 minutes', start_after = start_after - interval '3 minutes'",
  );
  await assert.rejects(queue.checkProgress("erase-company"), /2 jobs wait, and no process takes them/);
  const held = Promise.withResolvers<void>();
  await queue.work({ "erase-company": () => held.promise }, [{ job: "remove-expired", cron: "0 0 1 1 *" }]);
  await until(async () => (await depth())?.active === 1);
  assert.equal((await depth())?.waiting, 1);
  await queue.checkProgress("erase-company");
  held.resolve();
  await until(async () => {
    const { waiting, active, oldestSeconds } = (await depth()) ?? {};
    return waiting === 0 && active === 0 && oldestSeconds === 0;
  });
  // Scheduled jobs have a group, so that the same index counts them.
  const scheduled = await database.query("SELECT options -> 'group' ->> 'id' AS id FROM pgboss.schedule");
  assert.deepEqual(scheduled, [{ id: "remove-expired" }]);
});
