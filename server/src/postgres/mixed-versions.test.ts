import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client } from "pg";
import { whatIsNotAdditive } from "../testing/additive-migration.ts";
import { createTestDatabase } from "../testing/test-database.ts";
import { readMigrations } from "./migrate.ts";
import { everyStatement } from "./query.ts";

/** Processes of two versions work on one database while one takes the other's place: see docs/decisions/0025. */

/** Those before it were applied while nothing of an older version was running. */
const ruleHoldsFrom = "0012";

test("every migration adds and takes nothing away, or is marked as a contract step that names an earlier one", async () => {
  const migrations = await readMigrations();
  for (const { name, text, needs } of migrations.filter((one) => one.name >= ruleHoldsFrom)) {
    if (needs === undefined) assert.deepEqual(whatIsNotAdditive(text), [], `${name} is not additive`);
    else
      assert.ok(
        migrations.some((other) => other.name === needs && other.name < name),
        `${name} needs ${needs}, which is no earlier migration`,
      );
    assert.ok(!/^-- *contract/im.test(text) || needs !== undefined, `${name}: the mark of a contract step is misspelt`);
  }
});

describe("a migration is additive", () => {
  const additive = [
    "CREATE TABLE notes (id text PRIMARY KEY, body text NOT NULL); CREATE UNIQUE INDEX notes_by_body ON notes (body);",
    "CREATE INDEX CONCURRENTLY_is_a_name ON documents (turn);",
    "ALTER TABLE documents ADD COLUMN note text, ADD COLUMN amount numeric(4, 1) NOT NULL DEFAULT 0;",
    "ALTER TABLE documents ADD COLUMN kind text NOT NULL DEFAULT 'a;b' CHECK (kind IN ('a;b', 'c'));",
    "-- DROP TABLE documents;\nUPDATE documents SET note = 'DROP TABLE x; it''s a note';",
    "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM x; END $$;",
    "CREATE TABLE t (a int); ALTER TABLE t ALTER COLUMN a SET NOT NULL; CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION f();",
  ];
  for (const text of additive) test(`when it says ${text}`, () => assert.deepEqual(whatIsNotAdditive(text), []));
});

describe("a migration is not additive", () => {
  const narrowing = [
    "DROP TABLE documents",
    "DROP INDEX documents_waiting",
    "ALTER TABLE documents DROP COLUMN turn",
    "ALTER TABLE documents RENAME COLUMN turn TO place",
    "ALTER TABLE documents RENAME TO papers",
    "ALTER TABLE documents ALTER COLUMN turn TYPE bigint",
    "ALTER TABLE documents ALTER COLUMN turn SET NOT NULL",
    "ALTER TABLE documents ADD COLUMN note text NOT NULL",
    "ALTER TABLE documents ADD COLUMN note text DEFAULT '' UNIQUE",
    "ALTER TABLE documents ADD CHECK (turn > 0)",
    "ALTER TABLE documents ADD CONSTRAINT only_one UNIQUE (turn)",
    "ALTER TYPE mood RENAME VALUE 'a' TO 'b'",
    "CREATE UNIQUE INDEX one_turn ON documents (turn)",
    "CREATE TRIGGER g BEFORE UPDATE ON documents FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN END $$",
    "DELETE FROM documents",
    "TRUNCATE documents",
  ];
  for (const text of narrowing) {
    test(`when it says ${text}`, () =>
      assert.equal(whatIsNotAdditive(`ALTER TABLE a ADD COLUMN b int; ${text};`).length, 1));
  }
});

test("every statement gives the same columns when each table has got one more", async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  // Two stores may hold the same text.
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
  for (const { name } of tables) await database.query(`ALTER TABLE ${name} ADD COLUMN came_later text`);
  const after = await columnsOfAll();
  assert.ok(before.size > 150);
  // PostgreSQL refuses to go on with a statement that a process has prepared when its columns become others.
  const changed = [...texts].filter(([name]) => after.get(name) !== before.get(name)).map(([, text]) => text);
  assert.deepEqual(changed, []);
});
