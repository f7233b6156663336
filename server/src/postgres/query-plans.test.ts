import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { AuditFilter } from "../audit/audit-log.ts";
import { countedUpTo } from "../operations/system-figures.ts";
import { seedGrowth } from "../testing/seeded-growth.ts";
import { grownDocuments, type Plan, scansOfEveryStatement, scansOfRemovals } from "../testing/statement-plans.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { auditLog } from "./audit-log.ts";
import { operationsStore } from "./operations-store.ts";
import type { QueryRunner } from "./query.ts";

const growth = { documents: grownDocuments, companies: 2000 };
let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await seedGrowth(database.query, growth);
});
after(() => database.drop());

test("no statement reads a table that grows from end to end", async () => {
  const { found, unneeded } = await scansOfEveryStatement(database.query);
  assert.deepEqual(found, []);
  assert.deepEqual(unneeded, [], "these exceptions are needed no longer");
});

/** How many rows a plan that was run has looked at, those included that it then did not want. */
function rowsReadBy(plan: RunPlan): number {
  const isRead = plan["Relation Name"] !== undefined;
  const looked = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
  return (isRead ? looked : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + rowsReadBy(one), 0);
}

interface RunPlan extends Plan {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: RunPlan[];
}

/** Every statement that a store sends while it is asked something, with what it sends along. */
async function sentBy(ask: (run: QueryRunner) => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const sent: { text: string; values: unknown[] }[] = [];
  await ask({
    async query({ text, values }) {
      sent.push({ text, values });
      const found = await database.query(text, values);
      return { rows: found as never[], rowCount: found.length };
    },
  });
  return sent;
}

async function rowsReadWhen(ask: (run: QueryRunner) => Promise<unknown>): Promise<number> {
  let read = 0;
  for (const { text, values } of await sentBy(ask)) {
    const [row] = await database.query<{ "QUERY PLAN": [{ Plan: RunPlan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    assert.ok(row, text);
    read += rowsReadBy(row["QUERY PLAN"][0].Plan);
  }
  return read;
}

test("the audit log is narrowed by any filter without reading what does not belong", async () => {
  const [entry] = await database.query<Record<"subject_id" | "company_id" | "request_id" | "action", string>>(
    "SELECT * FROM audit_log ORDER BY id LIMIT 1",
  );
  assert.ok(entry);
  const filters: AuditFilter[] = [
    {},
    { action: "partner.created" },
    { action: "session" },
    { action: entry.action },
    { actorTier: "unknown" },
    { about: entry.subject_id },
    { about: entry.company_id },
    { about: entry.request_id },
    { about: "01ARZ3NDEKTSV4RRFFQ69G5FAV" },
    { until: new Date("2020-01-01T00:00:00Z") },
  ];
  for (const filter of filters) {
    const read = await rowsReadWhen((run) => auditLog(run).list(filter, { limit: 20, before: undefined }));
    assert.ok(read <= 200, `${JSON.stringify(filter)} reads ${read} of ${growth.documents} entries`);
  }
});

test("the figures of the system are read to a limit, however much waits", async () => {
  await database.query(
    `INSERT INTO webhook_deliveries (company_id, event_id, status, next_attempt_at, failures)
     SELECT (SELECT id FROM companies LIMIT 1), '7' || lpad(n::text, 25, '0'), 'pending', $1, 0 FROM generate_series(1, 30000) n`,
    [new Date("2026-03-01T12:00:00Z")],
  );
  await database.query("ANALYZE webhook_deliveries");
  const read = await rowsReadWhen((run) => operationsStore(run).countWaiting());
  assert.ok(read <= 3 * countedUpTo + 1, `${read} rows`);
  const { deliveries, oldestQueuedAt } = await database.db.operations.countWaiting();
  assert.equal(deliveries, countedUpTo);
  const [oldest] = await database.query<{ at: Date }>(
    "SELECT min(created_at) AS at FROM documents WHERE status = 'queued'",
  );
  assert.deepEqual(oldestQueuedAt, oldest?.at);
});

test("what is past its time is removed without reading what is not", async () => {
  assert.deepEqual(await scansOfRemovals(database.query), []);
});
