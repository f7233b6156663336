import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { migrate, readMigrations } from "../../server/src/postgres/migrate.ts";
import { splitStatements } from "../../server/src/testing/sql-statements.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { until } from "../../server/src/testing/until.ts";
import { spawnAssay } from "../assay-process.ts";
import { startAnswerCounter } from "./answer-counter.ts";
import { adminToken } from "./drill-service.ts";

const now = new Date("2026-03-01T12:00:00Z");
const settings = { ASSAY_LOG_LEVEL: "warn" };

async function anEmptyDatabase(context: TestContext): Promise<TestDatabase> {
  const database = await createTestDatabase("template1");
  context.after(() => database.drop());
  return database;
}

/** What the migrations create, in a form that can be compared. */
const describeSchema = (query: TestDatabase["query"]) =>
  query(
    `SELECT table_schema || '.' || table_name || '.' || column_name AS name, data_type || is_nullable || coalesce(column_default, '') AS what
       FROM information_schema.columns WHERE table_schema IN ('public', 'pgboss')
     UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname IN ('public', 'pgboss')
     UNION ALL SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     UNION ALL SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT name, 'migration' FROM schema_migrations
     ORDER BY 1, 2`,
  );

const id = (end: string) => `01J0000000000000000000${end}`;
/** Rows as an earlier version has stored them, by the migration after which they can be. */
const earlierRows: Record<string, string> = {
  "0001-tenancy.sql": `
    INSERT INTO partners (id, name, created_at) VALUES ('${id("PART")}', 'Consultancy', '2026-01-01');
    INSERT INTO companies (id, partner_id, name, legal_name, created_at) VALUES ('${id("C0MP")}', '${id("PART")}', 'Acme', 'Acme GmbH', '2026-01-01');
    INSERT INTO business_entities (id, company_id, name, is_archived, is_approved, created_at)
      VALUES ('${id("ENT1")}', '${id("C0MP")}', 'Acme', false, true, '2026-01-01');`,
  "0003-documents.sql": `
    SET session_replication_role = replica;
    INSERT INTO compliance_reviews (id, company_id, business_entity_id, framework_id, control_id, name, scope, review_date, created_at)
      VALUES ('${id("REV1")}', '${id("C0MP")}', '${id("ENT1")}', '${id("FRAM")}', '${id("C0N1")}', 'Review', 'All', '2026-01-01', '2026-01-01');
    INSERT INTO documents (id, company_id, review_id, status, file_name, audit_language, page_count, created_at)
      VALUES ('${id("D0C1")}', '${id("C0MP")}', '${id("REV1")}', 'queued', 'contract.txt', 'en', 0, '2026-01-01');
    INSERT INTO document_files (id, document_id, position, place, file_name, display_name, size_bytes, blob_key)
      VALUES ('${id("F1E1")}', '${id("D0C1")}', 0, '1', 'contract.txt', 'contract.txt', 4711, 'key');`,
};

const readRows = async (query: TestDatabase["query"]) => {
  const rows: unknown[] = [];
  for (const table of ["companies", "documents", "document_files", "company_storage"])
    rows.push(...(await query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY 1`)));
  return rows;
};

test("a migration killed at any of its statements leaves nothing behind, and the next start applies it", async (context) => {
  const [killed, whole] = [await anEmptyDatabase(context), await anEmptyDatabase(context)];
  const migrations = await readMigrations();
  const storeRows = async ({ query }: TestDatabase, name: string) => {
    const text = earlierRows[name];
    if (text !== undefined) await query(text);
  };
  let kills = 0;
  for (const [at, migration] of migrations.entries()) {
    const earlier = migrations.slice(0, at);
    const statements = splitStatements(migration.text);
    for (let done = 0; done <= statements.length; done++) {
      const text = `${statements.slice(0, done).join("")}\nSELECT pg_sleep(600);${statements.slice(done).join("")}`;
      const failure = migrate(killed.url, [...earlier, { ...migration, text }], now).then(
        () => assert.fail(`${migration.name} was not killed`),
        (error: Error) => error,
      );
      const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'assay-migrate' AND wait_event = 'PgSleep'`;
      await until(async () => (await killed.query(kill)).length > 0, 30);
      assert.match((await failure).message, new RegExp(`${migration.name} failed: `));
      kills += 1;
    }
    assert.deepEqual(await migrate(killed.url, [...earlier, migration], now), [migration.name]);
    await migrate(whole.url, [...earlier, migration], now);
    for (const database of [killed, whole]) await storeRows(database, migration.name);
  }
  context.diagnostic(`${migrations.length} migrations, ${kills} kills`);
  assert.deepEqual(await describeSchema(killed.query), await describeSchema(whole.query));
  const rows = await readRows(killed.query);
  assert.deepEqual(rows, await readRows(whole.query));
  assert.equal(rows.length, 4);
});

test("a process that is killed at any answer of the database while it migrates leaves one that the next start completes", async (context) => {
  const [killed, whole] = [await anEmptyDatabase(context), await anEmptyDatabase(context)];
  const counter = await startAnswerCounter(killed.url);
  context.after(() => counter.close());
  const run = (url: string) =>
    spawnAssay({ ...settings, DATABASE_URL: url, ASSAY_ADMIN_TOKEN: adminToken, ASSAY_ENCRYPTION_KEY: key }, [
      ...["--role", "migrate"],
    ]);
  const key = Buffer.alloc(32, 7).toString("base64");
  const countApplied = async () => {
    const [table] = await killed.query<{ name: string | null }>("SELECT to_regclass('schema_migrations') AS name");
    return table?.name ? (await killed.query("SELECT 1 FROM schema_migrations")).length : 0;
  };
  let kills = 0;
  // From the first answer again after each migration, so that each answer of each is once the last.
  for (let at = 1; ; ) {
    const before = await countApplied();
    const process = run(counter.url);
    counter.cutAt(at, () => process.child.kill("SIGKILL"));
    if ((await process.ended) === 0) break;
    assert.equal(process.child.signalCode, "SIGKILL", process.output());
    kills += 1;
    // The catalogue is one transaction of thousands of statements.
    const step = at > 60 ? Math.ceil(at / 6) : 1;
    at = (await countApplied()) > before ? 1 : at + step;
  }
  context.diagnostic(`${kills} kills`);
  const wholeRun = run(whole.url);
  assert.equal(await wholeRun.ended, 0, wholeRun.output());
  assert.deepEqual(await describeSchema(killed.query), await describeSchema(whole.query));
  const catalogue =
    "SELECT (SELECT count(*)::int FROM controls) AS controls, (SELECT count(*)::int FROM control_items) AS items, (SELECT array_agg(name ORDER BY name) FROM pgboss.queue) AS queues";
  assert.deepEqual(await killed.query(catalogue), await whole.query(catalogue));
});
