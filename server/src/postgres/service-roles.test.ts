import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { asRole, grantRoles, serviceRole } from "./service-roles.ts";

let database: TestDatabase;
let client: Client;
before(async () => {
  database = await createTestDatabase();
  const password = new URL(database.url).password;
  await grantRoles(database.url, password);
  await grantRoles(database.url, password);
  client = new Client({ connectionString: asRole(database.url, serviceRole) });
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

test("the service's role owns nothing, and can neither disable triggers nor change what is append-only", async () => {
  const { rows } = await client.query("SELECT relname FROM pg_class WHERE relowner = $1::regrole", [serviceRole]);
  assert.deepEqual(rows, []);
  for (const [statement, refusal] of [
    ["ALTER TABLE audit_log DISABLE TRIGGER USER", /must be owner/],
    ["SET session_replication_role = 'replica'", /permission denied/],
    ["DROP TRIGGER document_records_are_append_only ON document_records", /must be owner/],
    ["TRUNCATE audit_log", /permission denied/],
    ["DELETE FROM anchors", /permission denied/],
    ["UPDATE audit_links SET position = position", /permission denied/],
    ["UPDATE schema_migrations SET sha256 = ''", /permission denied/],
    ["CREATE TABLE own (id int)", /permission denied/],
  ] as const)
    await assert.rejects(client.query(statement), refusal, statement);
});

test("the service's role reads and writes rows and jobs", async () => {
  await client.query("INSERT INTO instance_settings (name, value) VALUES ('by-service', '1')");
  await client.query("SELECT count(*) FROM pgboss.job");
  await client.query("ANALYZE documents");
});
