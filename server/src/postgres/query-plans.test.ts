import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { AuditFilter } from "../audit/audit-log.ts";
import { countedUpTo } from "../operations/system-figures.ts";
import { seedGrowth } from "../testing/seeded-growth.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { auditLog } from "./audit-log.ts";
import { operationsStore } from "./operations-store.ts";
import { everyStatement, type QueryRunner } from "./query.ts";

/**
 * Every statement of every store is planned on a database that has grown, as PostgreSQL plans it for good: without a look
 * at the values. A new table counts as one that grows until it is named here.
 */

const growth = { documents: 20_000, companies: 2000 };
let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await seedGrowth(database.query, growth);
});
after(() => database.drop());

/** The operator's own: as large as the catalogue and the number of partners, whatever is submitted. */
const doNotGrow = [
  ...["frameworks", "controls", "clusters", "control_items", "control_item_revisions"],
  ...["partners", "instance_settings", "schema_migrations", "judging_workers"],
];

/** Statements that may read a table from end to end, by how they begin, and why. */
const excepted: [beginning: string, why: string][] = [
  ["SELECT company_id AS id FROM documents UNION", "npm run verify-records then reads every document anyway"],
  ["DELETE FROM pgboss.job WHERE name IN", "once for a company that is erased; the queue holds what waits"],
  ["SELECT blob_key AS", "npm run rotate-keys then rewrites every key anyway"],
  ["DELETE FROM audit_log", "planned by the value, below"],
  ["DELETE FROM rate_windows", "holds the subjects of the last minutes"],
  ["DELETE FROM portal_sessions WHERE expires_at", "holds half a day of sessions"],
  ["UPDATE unclaimed_blobs SET remove_after = $2 WHERE starts_with", "holds what is on its way"],
  ["DELETE FROM webhook_deliveries d USING events", "planned by the value, below"],
  ["DELETE FROM events e", "planned by the value, below"],
];

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
}
type Explained = { "QUERY PLAN": [{ Plan: Plan }] };

function scannedWhole(plan: Plan): string[] {
  const table = plan["Node Type"] === "Seq Scan" ? plan["Relation Name"] : undefined;
  const own = table !== undefined && !doNotGrow.includes(table) ? [table] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scannedWhole)];
}

async function tablesScannedBy(text: string, values?: unknown[]): Promise<string[]> {
  const options = values === undefined ? "GENERIC_PLAN, FORMAT JSON" : "FORMAT JSON";
  const [row] = await database.query<Explained>(`EXPLAIN (${options}) ${text}`, values);
  assert.ok(row, text);
  return scannedWhole(row["QUERY PLAN"][0].Plan);
}

test("no statement reads a table that grows from end to end", async () => {
  assert.ok(everyStatement.length > 150, `${everyStatement.length} statements: are all stores loaded?`);
  const found: string[] = [];
  const used = new Set<string>();
  for (const { text } of everyStatement) {
    const tables = await tablesScannedBy(text);
    if (tables.length === 0) continue;
    const [beginning] = excepted.find(([one]) => text.startsWith(one)) ?? [];
    if (beginning === undefined) found.push(`${tables.join(", ")}: ${text}`);
    else used.add(beginning);
  }
  assert.deepEqual(found, []);
  assert.deepEqual(
    excepted.map(([beginning]) => beginning).filter((beginning) => !used.has(beginning)),
    [],
    "these exceptions are needed no longer",
  );
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

// Not knowing the time, the planner takes a third of all events for old; a run of the worker finds an hour's worth.
test("what is past its time is removed without reading what is not", async () => {
  const removals = everyStatement.filter(({ text }) =>
    /^DELETE FROM (webhook_deliveries d|events e|audit_log)\b/.test(text),
  );
  assert.equal(removals.length, 3);
  for (const { text } of removals) {
    const table = text.includes("audit_log") ? "audit_log" : "events";
    const [old] = await database.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id LIMIT 1 OFFSET 100`);
    const values = text.includes("$2") ? [old?.id, 1000] : [old?.id];
    assert.deepEqual(await tablesScannedBy(text, values), [], text);
  }
});
