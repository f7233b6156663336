import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { migrate, readMigrations } from "./migrate.ts";

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

test("an applied migration that was changed afterwards is noticed", async () => {
  const [first, ...rest] = await readMigrations();
  assert.ok(first);
  await assert.rejects(
    migrate(database.url, [{ ...first, sha256: "other" }, ...rest], now),
    /was changed after it had been applied/,
  );
});
