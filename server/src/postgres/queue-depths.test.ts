import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { PgBoss } from "pg-boss";
import { idSource } from "../platform/ids.ts";
import { testClock } from "../testing/test-clock.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { until } from "../testing/until.ts";
import { openQueue, type PostgresQueue } from "./pg-boss-queue.ts";
import { correctQueueTimes } from "./queue-times.ts";

const ids = idSource(testClock());
let database: TestDatabase;
let queue: PostgresQueue;

/** Moves the database's clock, as far as the queue sees it. */
const shiftClock = (hours: number) =>
  database.query(
    `CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT pg_catalog.now() + interval '${hours} hours' $$`,
  );

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

test("when the database's clock is set back an hour, what is due still starts, and dead workers are still found", async (t) => {
  const boss = new PgBoss({ connectionString: database.url, supervise: false, schedule: false });
  await boss.start();
  t.after(() => boss.stop());
  await shiftClock(1);
  const id = await boss.send("apply-retention", {}, { group: { id: "ahead" } });
  const [dead] = await database.query<{ id: string }>(
    `INSERT INTO pgboss.job (name, state, group_id, heartbeat_on, heartbeat_seconds, start_after)
     VALUES ('apply-retention', 'active', 'dead', pgboss.job_now(), 20, pgboss.job_now()) RETURNING id`,
  );
  await database.query("UPDATE pgboss.queue SET monitor_claim_on = pgboss.job_now(), maintain_on = pgboss.job_now()");
  await database.query("UPDATE pgboss.version SET cron_on = pgboss.job_now()");
  await shiftClock(0);
  await correctQueueTimes(boss, ["apply-retention"]);
  const ahead = await database.query(
    `SELECT id FROM pgboss.job WHERE greatest(start_after, heartbeat_on) > now() AND id = ANY ($1)
     UNION ALL SELECT NULL FROM pgboss.queue WHERE greatest(monitor_claim_on, maintain_on) > now()
     UNION ALL SELECT NULL FROM pgboss.version WHERE cron_on > now()`,
    [[id]],
  );
  assert.deepEqual(ahead, []);
  const heartbeats = await database.query("SELECT 1 FROM pgboss.job WHERE id = $1 AND heartbeat_on <= now()", [
    dead?.id,
  ]);
  assert.equal(heartbeats.length, 1);
});
