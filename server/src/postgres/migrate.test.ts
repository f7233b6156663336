import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { StartProblem } from "../platform/start-problem.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { until } from "../testing/until.ts";
import { migrate, readMigrations, toMigration } from "./migrate.ts";

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase("template1");
});
after(() => database.drop());

const now = new Date("2026-03-01T12:00:00Z");

test("processes that start together apply each migration once", async () => {
  const migrations = await readMigrations();
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database.url, migrations, now)));
  assert.deepEqual(
    applied.flat().sort(),
    migrations.map(({ name }) => name),
  );
  assert.deepEqual(await migrate(database.url, migrations, now), []);
});

test("a migration that fails leaves nothing behind and names itself", async () => {
  const broken = { name: "9998-broken.sql", text: "CREATE TABLE half (); SELECT nonsense", sha256: "a" };
  await assert.rejects(migrate(database.url, [broken], now), /9998-broken\.sql failed: .*nonsense/);
  assert.deepEqual(await database.query("SELECT 1 AS found FROM pg_class WHERE relname = 'half'"), []);
});

test("a migration that was changed after it had been applied is refused", async () => {
  const [first, ...rest] = await readMigrations();
  assert.ok(first);
  await assert.rejects(
    migrate(database.url, [{ ...first, sha256: "other" }, ...rest], now),
    /was changed after it had been applied/,
  );
});

const exists = async (table: string) =>
  (await database.query<{ found: boolean }>("SELECT to_regclass($1) IS NOT NULL AS found", [table]))[0]?.found;

test("an account that cannot alter tables succeeds when no migration is missing", async () => {
  await database.query("CREATE ROLE reader_of_migrations LOGIN PASSWORD 'reader'");
  await database.query("GRANT SELECT ON schema_migrations TO reader_of_migrations");
  const url = new URL(database.url);
  [url.username, url.password] = ["reader_of_migrations", "reader"];
  const migrations = await readMigrations();
  assert.deepEqual(await migrate(url.toString(), migrations, now), []);
  const added = toMigration("0950-added.sql", "CREATE TABLE added ();");
  await assert.rejects(migrate(url.toString(), [...migrations, added], now), /permission denied/);
  await database.query("DROP OWNED BY reader_of_migrations");
  await database.query("DROP ROLE reader_of_migrations");
});

test("a migration behind a long read lets other requests pass, and is applied when the read ends", async () => {
  await migrate(database.url, [toMigration("0960-busy.sql", "CREATE TABLE busy (id int);")], now);
  const reader = new Client({ connectionString: database.url });
  await reader.connect();
  await reader.query("BEGIN");
  await reader.query("SELECT * FROM busy");
  const migrated = migrate(database.url, [toMigration("0961-more.sql", "ALTER TABLE busy ADD COLUMN note text;")], now);
  const waiting = "SELECT 1 FROM pg_locks WHERE relation = 'busy'::regclass AND NOT granted";
  await until(async () => (await database.query(waiting)).length > 0);
  // Waits behind the migration until that releases its locks; a migration that kept waiting would block it for good.
  assert.deepEqual(await database.query("SELECT id FROM busy"), []);
  await reader.query("COMMIT");
  await reader.end();
  assert.deepEqual(await migrated, ["0961-more.sql"]);
});

test("when a migration and a request wait for each other, the migration releases its locks and the request succeeds", async () => {
  await migrate(
    database.url,
    [toMigration("0962-two.sql", "CREATE TABLE one (id int); CREATE TABLE two (id int);")],
    now,
  );
  const request = new Client({ connectionString: database.url });
  await request.connect();
  await request.query("BEGIN");
  await request.query("INSERT INTO two VALUES (1)");
  // The pause makes the request wait first, so that PostgreSQL would cancel the request.
  const text = "ALTER TABLE one ADD COLUMN a int; SELECT pg_sleep(0.3); ALTER TABLE two ADD COLUMN a int;";
  const migrated = migrate(database.url, [toMigration("0963-both.sql", text)], now);
  const held = "SELECT 1 FROM pg_locks WHERE relation = 'one'::regclass AND mode = 'AccessExclusiveLock' AND granted";
  await until(async () => (await database.query(held)).length > 0);
  await request.query("INSERT INTO one VALUES (1)");
  await request.query("COMMIT");
  await request.end();
  assert.deepEqual(await migrated, ["0963-both.sql"]);
});

test("a contract step is skipped until it is asked for, and later migrations are applied without it", async () => {
  const expand = toMigration("0970-new-shape.sql", "CREATE TABLE new_shape (); CREATE TABLE old_shape ();");
  const contract = toMigration(
    "0971-old-shape-goes.sql",
    "-- contract: needs 0970-new-shape.sql\nDROP TABLE old_shape;",
  );
  const later = toMigration("0972-later.sql", "CREATE TABLE later ();");
  const all = [...(await readMigrations()), expand, contract, later];
  assert.equal(contract.needs, expand.name);
  assert.deepEqual(await migrate(database.url, all, now, { includesContracts: false }), [expand.name, later.name]);
  assert.equal(await exists("old_shape"), true);
  assert.deepEqual(await migrate(database.url, all, now), [contract.name]);
  assert.equal(await exists("old_shape"), false);
});

test("a version without the migration that a contract step needs is refused and changes nothing; one that lacks only additions starts", async () => {
  const own = await readMigrations();
  const unknown = toMigration("0980-of-this-version-only.sql", "CREATE TABLE never_made ();");
  await assert.rejects(migrate(database.url, [...own, unknown], now), (error) => {
    assert.ok(error instanceof StartProblem);
    assert.match(error.message, /changed by a newer version of Assay \(0971-old-shape-goes\.sql\)/);
    assert.match(error.message, /has the migration 0970-new-shape\.sql/);
    return true;
  });
  assert.equal(await exists("never_made"), false);
  await database.query("DELETE FROM schema_migrations WHERE needs IS NOT NULL");
  assert.deepEqual(await migrate(database.url, own, now), []);
});

test("on an empty database contract steps are applied with the rest", async (t) => {
  const empty = await createTestDatabase("template1");
  t.after(() => empty.drop());
  const all = [
    toMigration("0001-a.sql", "CREATE TABLE a (); CREATE TABLE b ();"),
    toMigration("0002-b-goes.sql", "-- contract: needs 0001-a.sql\nDROP TABLE b;"),
  ];
  assert.deepEqual(await migrate(empty.url, all, now, { includesContracts: false }), ["0001-a.sql", "0002-b-goes.sql"]);
});

/** What the migrations have created, in a form that can be compared. */
const describeSchema = ({ query }: TestDatabase) =>
  query(
    `SELECT table_name || '.' || column_name AS name, data_type || is_nullable || coalesce(column_default, '') AS what
       FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
     ORDER BY 1, 2`,
  );

test("a migration that is killed leaves nothing behind, and the next start applies it", async (t) => {
  const [killed, whole] = [await createTestDatabase("template1"), await createTestDatabase("template1")];
  t.after(() => Promise.all([killed.drop(), whole.drop()]));
  const migrations = await readMigrations();
  for (const [at, migration] of migrations.entries()) {
    const earlier = migrations.slice(0, at);
    // Everything but the commit is done when it is killed.
    const held = { ...migration, text: `${migration.text}\n;SELECT pg_sleep(60)` };
    const failure = migrate(killed.url, [...earlier, held], now).then(
      () => assert.fail(`${migration.name} was not killed`),
      (error: Error) => error,
    );
    const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'assay-migrate' AND wait_event = 'PgSleep'`;
    await until(async () => (await killed.query(kill)).length > 0);
    assert.match((await failure).message, new RegExp(`${migration.name} failed: `));
    assert.deepEqual(await migrate(killed.url, [...earlier, migration], now), [migration.name]);
  }
  await migrate(whole.url, migrations, now);
  assert.deepEqual(await describeSchema(killed), await describeSchema(whole));
});
