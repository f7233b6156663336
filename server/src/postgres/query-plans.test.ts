import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seedGrowth } from "../testing/seeded-growth.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { everyStatement } from "./query.ts";

/**
 * Every statement of every store is planned on a database that has grown, as PostgreSQL plans it for good: without a look
 * at the values. A new table counts as one that grows until it is named here.
 */

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await seedGrowth(database.query, { documents: 20_000, companies: 2000 });
});
after(() => database.drop());

/** The operator's own: as large as the catalogue and the number of partners, whatever is submitted. */
const doNotGrow = [
  ...["frameworks", "controls", "clusters", "control_items", "control_item_revisions"],
  ...["partners", "instance_settings", "schema_migrations"],
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
