import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client } from "pg";
import { findNonAdditive } from "../testing/additive-migration.ts";
import { createTestDatabase } from "../testing/test-database.ts";
import { readMigrations } from "./migrate.ts";
import { everyStatement } from "./query.ts";

/** During a rolling upgrade, processes of two versions share one database: see docs/decisions/0025. */

test("every migration only adds, or is marked as a contract step that names an earlier migration", async () => {
  const migrations = await readMigrations();
  for (const { name, text, needs } of migrations) {
    if (needs === undefined) assert.deepEqual(findNonAdditive(text), [], `${name} is not additive`);
    else
      assert.ok(
        migrations.some((other) => other.name === needs && other.name < name),
        `${name} needs ${needs}, which is not an earlier migration`,
      );
    assert.ok(!/^-- *contract/im.test(text) || needs !== undefined, `${name}: the contract step is marked incorrectly`);
  }
});

describe("a migration is additive", () => {
  const additive = [
    "CREATE TABLE notes (id text PRIMARY KEY, body text NOT NULL); CREATE UNIQUE INDEX notes_by_body ON notes (body);",
    "CREATE INDEX CONCURRENTLY_is_a_name ON documents (queue_round);",
    "ALTER TABLE documents ADD COLUMN note text, ADD COLUMN amount numeric(4, 1) NOT NULL DEFAULT 0;",
    "ALTER TABLE documents ADD COLUMN kind text NOT NULL DEFAULT 'a;b' CHECK (kind IN ('a;b', 'c'));",
    "ALTER TABLE documents ADD COLUMN note text; CREATE UNIQUE INDEX by_note ON documents (company_id, note) WHERE note IS NOT NULL;",
    "ALTER TABLE documents ALTER COLUMN note SET STATISTICS 0",
    "-- DROP TABLE documents;\nUPDATE documents SET note = 'DROP TABLE x; it''s a note';",
    "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM x; END $$;",
    "CREATE TABLE t (a int); ALTER TABLE t ALTER COLUMN a SET NOT NULL; CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION f();",
  ];
  for (const text of additive) test(text, () => assert.deepEqual(findNonAdditive(text), []));
});

describe("a migration is not additive", () => {
  const narrowing = [
    "DROP TABLE documents",
    "DROP INDEX documents_waiting",
    "ALTER TABLE documents DROP COLUMN queue_round",
    "ALTER TABLE documents RENAME COLUMN queue_round TO place",
    "ALTER TABLE documents RENAME TO papers",
    "ALTER TABLE documents ALTER COLUMN queue_round TYPE bigint",
    "ALTER TABLE documents ALTER COLUMN queue_round SET NOT NULL",
    "ALTER TABLE documents ADD COLUMN note text NOT NULL",
    "ALTER TABLE documents ADD COLUMN note text DEFAULT '' UNIQUE",
    "ALTER TABLE documents ADD CHECK (queue_round > 0)",
    "ALTER TABLE documents ADD CONSTRAINT only_one UNIQUE (queue_round)",
    "ALTER TYPE mood RENAME VALUE 'a' TO 'b'",
    "CREATE UNIQUE INDEX one_per_round ON documents (queue_round)",
    "CREATE UNIQUE INDEX by_b ON documents (b)",
    "CREATE TRIGGER g BEFORE UPDATE ON documents FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN END $$",
    "DELETE FROM documents",
    "TRUNCATE documents",
  ];
  for (const text of narrowing) {
    test(text, () => assert.equal(findNonAdditive(`ALTER TABLE a ADD COLUMN b int; ${text};`).length, 1));
  }
});

test("every statement returns the same columns after each table has gained one", async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  // Two stores may have the same statement.
  const texts = new Map(everyStatement.map(({ name, text }) => [name, text]));
  const columnsOfAll = async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      for (const [name, text] of texts) await client.query(`PREPARE "${name}" AS ${text}`);
      const { rows } = await client.query<{ name: string; types: string }>(
        "SELECT name, result_types::text AS types FROM pg_prepared_statements",
      );
      return new Map(rows.map(({ name, types }) => [name, types]));
    } finally {
      await client.end();
    }
  };
  const before = await columnsOfAll();
  const tables = await database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  for (const { name } of tables) await database.query(`ALTER TABLE ${name} ADD COLUMN added_later text`);
  const after = await columnsOfAll();
  assert.ok(before.size > 150);
  // PostgreSQL refuses a prepared statement whose result columns have changed.
  const changed = [...texts].filter(([name]) => after.get(name) !== before.get(name)).map(([, text]) => text);
  assert.deepEqual(changed, []);
});
