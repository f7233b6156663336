import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { systemContext } from "../audit/audit-context.ts";
import { systemClock } from "../platform/clock.ts";
import { idSource } from "../platform/ids.ts";
import { catalogueVersion } from "../postgres/instance-settings.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { type LoadShippedDeps, loadShippedCatalogue } from "./load-shipped-catalogue.ts";

let database: TestDatabase;
let deps: LoadShippedDeps;
before(async () => {
  database = await createTestDatabase();
  const run = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const rows = await database.query(text, values);
      return { rows: rows as never[], rowCount: rows.length };
    },
  };
  deps = {
    db: database.db,
    clock: systemClock,
    ids: idSource(systemClock),
    catalogueVersion: catalogueVersion(run),
  };
});
after(() => database.drop());

const context = systemContext("start");

/** Whether a start of that version replaces a framework that differs from the shipped one. */
async function isLoadedBy(version: string, reloadsSameVersion: boolean): Promise<boolean> {
  await database.query("UPDATE frameworks SET name = 'Another', sha256 = '\\x00', shipped_sha256 = '\\x00'");
  await loadShippedCatalogue(deps, context, { version, reloadsSameVersion });
  const others = await database.query("SELECT 1 FROM frameworks WHERE name = 'Another'");
  return others.length === 0;
}

test("a start loads the catalogue if none or an older version's is loaded, never if a newer version's is", async () => {
  await database.query("DELETE FROM instance_settings");
  assert.equal(await isLoadedBy("1.9.0", false), true);
  assert.equal(await isLoadedBy("1.9.0", false), false);
  assert.equal(await isLoadedBy("1.9.0", true), true);
  assert.equal(await isLoadedBy("1.10.0-rc.1", false), true);
  assert.equal(await isLoadedBy("1.9.0", false), false);
  assert.equal(await isLoadedBy("1.9.0", true), false);
  assert.equal(await isLoadedBy("1.10.0", true), true);
});
