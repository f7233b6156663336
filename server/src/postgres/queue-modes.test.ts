import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client } from "pg";
import { idSource } from "../platform/ids.ts";
import { testClock } from "../testing/test-clock.ts";
import { createTestDatabase } from "../testing/test-database.ts";
import { until } from "../testing/until.ts";
import { openQueue, type PostgresQueue } from "./pg-boss-queue.ts";

/**
 * pg-boss has a mode for each kind of database. All modes work on PostgreSQL, without the features that the other database
 * lacks. These tests show that this service needs none of those features: see docs/databases.md.
 */

const ids = idSource(testClock());

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
