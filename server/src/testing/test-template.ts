import { Client } from "pg";
import { systemContext } from "../audit/audit-context.ts";
import { loadShippedCatalogue } from "../catalogue/load-shipped-catalogue.ts";
import { systemClock } from "../platform/clock.ts";
import { idSource } from "../platform/ids.ts";
import { openDatabase } from "../postgres/database.ts";
import { catalogueVersion } from "../postgres/instance-settings.ts";
import { migrate, readMigrations } from "../postgres/migrate.ts";
import { openQueue } from "../postgres/pg-boss-queue.ts";
import { version } from "../version.ts";
import { templateName, testEncryption } from "./test-database.ts";

/** Created once per test run. Each test file copies it in a fraction of a second. */
export async function prepareTemplate(serverUrl: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${templateName}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${templateName}`;
  await migrate(url.toString(), await readMigrations(), systemClock.now());
  const queue = await openQueue({ url: url.toString(), isWorker: false, onError: () => undefined });
  const db = openDatabase({
    url: url.toString(),
    encryption: testEncryption,
    queue,
    poolSize: 2,
    onIdleError: () => undefined,
  });
  const deps = {
    ...{ db, clock: systemClock, ids: idSource(systemClock) },
    catalogueVersion: catalogueVersion(db.pool),
  };
  const context = systemContext("template");
  await loadShippedCatalogue(deps, context, { version, reloadsSameVersion: true });
  await queue.close();
  await db.close();
}
