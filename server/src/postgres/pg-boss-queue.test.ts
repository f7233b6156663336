import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client } from "pg";
import { PgBoss } from "pg-boss";
import { idSource } from "../platform/ids.ts";
import { testClock } from "../testing/test-clock.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { until } from "../testing/until.ts";
import { monotonicClock } from "./monotonic-clock.ts";
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

/**
 * pg-boss has a mode for each kind of database. All modes work on PostgreSQL, without the features that the other database
 * lacks. These tests show that this service needs none of those features: see docs/databases.md.
 */

for (const backend of ["citus", "yugabytedb", "cockroachdb"] as const) {
  describe(`in the mode for ${backend}`, () => {
    test("jobs commit with their transaction, run in order of their round, and are retried or returned", async (t) => {
      const database = await createTestDatabase("template1");
      const opened: PostgresQueue[] = [];
      t.after(async () => {
        for (const queue of opened) await queue.close();
        await database.drop();
      });
      await database.query("DROP SCHEMA pgboss CASCADE");
      const errors: string[] = [];
      const open = async () => {
        const queue = await openQueue({
          ...{ url: database.url, isWorker: true, backend, retryScale: 0 },
          onError: ({ message }) => errors.push(message),
        });
        opened.push(queue);
        return queue;
      };
      const queue = await open();
      const kinds = await database.query("SELECT relkind FROM pg_class WHERE oid = 'pgboss.job'::regclass");
      assert.deepEqual(kinds, [{ relkind: backend === "citus" ? "p" : "r" }], "the mode is not on");
      const client = new Client({ connectionString: database.url });
      await client.connect();
      const sender = queue.senderOn({ query: ({ text, values }) => client.query(text, values) as never });
      const companyId = ids.next();
      const [never, late, early, failing] = [ids.next(), ids.next(), ids.next(), ids.next()];
      const enqueue = (documentId: string, queueRound: number) =>
        sender.enqueue("analyse-document", { companyId, documentId }, companyId, queueRound);
      await client.query("BEGIN");
      await enqueue(never, 0);
      await client.query("ROLLBACK");
      await client.query("BEGIN");
      await enqueue(late, 9);
      await enqueue(early, 1);
      await enqueue(failing, 2);
      await client.query("COMMIT");
      await client.end();
      const waiting = async (on = queue) => (await on.depths()).find(({ name }) => name === "analyse-document");
      assert.equal((await waiting())?.waiting, 3);

      const order: string[] = [];
      let isLateRunning = false;
      await queue.work(
        {
          async "analyse-document"({ documentId }, signal) {
            order.push(documentId);
            if (documentId === failing && order.filter((one) => one === failing).length === 1)
              throw new Error("the first try fails");
            if (documentId !== late) return;
            isLateRunning = true;
            await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
          },
        },
        [],
      );
      await until(async () => isLateRunning);
      await queue.stopWork();
      assert.deepEqual(order.slice(0, 2), [early, failing]);
      assert.deepEqual(errors, ["the first try fails"]);
      assert.ok(!order.includes(never));

      const second = await open();
      const done = new Set(order.filter((one) => one === failing).length === 2 ? [failing] : []);
      await second.work(
        {
          async "analyse-document"({ documentId }) {
            done.add(documentId);
          },
        },
        [],
      );
      await until(async () => done.has(late) && done.has(failing));
      await until(async () => {
        const depth = await waiting(second);
        return depth?.waiting === 0 && depth.active === 0;
      });
    });
  });
}

const dayMilliseconds = 86_400_000;

test("the queue's clock shows the time and does not follow when the machine's clock is set forward or back", (context) => {
  const before = monotonicClock.now();
  const machine = Date.now();
  assert.ok(Math.abs(before - machine) < dayMilliseconds / 24);
  for (const jump of [dayMilliseconds, -dayMilliseconds]) {
    context.mock.timers.enable({ apis: ["Date"], now: machine + jump });
    assert.ok(Math.abs(monotonicClock.now() - before) < dayMilliseconds / 24);
    context.mock.timers.reset();
  }
});
