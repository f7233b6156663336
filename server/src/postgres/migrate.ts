import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { StartProblem } from "../platform/start-problem.ts";

/** Any number, as long as nobody else uses it: processes that start together wait for each other on it. */
const migrationLock = 7160310500;

/**
 * A migration that waits for a table holds up everyone who comes after it. So it waits only this long at a time, steps
 * back and tries again: behind a long read, requests are slowed down now and then instead of standing still. Far below
 * the second after which PostgreSQL looks for deadlocks, because it would end the request rather than the migration.
 */
const lockWaitMilliseconds = 100;
const lockPauseMilliseconds = 250;
/** Some five minutes: a vacuum or a backup may hold a table for that long. */
const lockTries = 900;

export interface Migration {
  name: string;
  text: string;
  sha256: string;
  /**
   * Of a contract step, which takes away or narrows what earlier versions use: the migration that a process must know to
   * live with it. Absent for all others: they only add, and every version lives with them.
   */
  needs?: string | undefined;
}

interface Applied {
  name: string;
  sha256: string;
  needs: string | null;
}

export interface MigrateOptions {
  /** Contract steps are applied as well. Without, they wait for somebody to ask: older processes may be running. */
  areContractsWanted?: boolean;
}

const migrationsFolder = join(import.meta.dirname, "..", "..", "migrations");

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(names.map(async (name) => toMigration(name, await readFile(join(folder, name), "utf8"))));
}

/** A contract step says so in its first line: `-- contract: needs 0012-what-replaces-it.sql`. */
export function toMigration(name: string, text: string): Migration {
  const needs = /^-- contract: needs (\d{4}-[a-z0-9-]+\.sql)\n/.exec(text)?.[1];
  return { name, text, sha256: createHash("sha256").update(text).digest("hex"), needs };
}

/** Applies what is missing, each in its own transaction; yields the names. Forward only: an applied file never changes. */
export async function migrate(
  url: string,
  migrations: Migration[],
  now: Date,
  { areContractsWanted = true }: MigrateOptions = {},
): Promise<string[]> {
  const missingFrom = (applied: Applied[]) => {
    // Where nothing is yet, nothing older is running either.
    const areContractsDue = areContractsWanted || applied.length === 0;
    return missingOf(migrations, applied).filter(({ needs }) => needs === undefined || areContractsDue);
  };
  const client = new Client({
    connectionString: url,
    application_name: "assay-migrate",
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    // First without the lock: most starts find nothing to do, and may do so by an account that can change no table.
    if (missingFrom(await readApplied(client)).length === 0) return [];
    await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL)",
    );
    await client.query("ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS needs text");
    const missing = missingFrom(await readApplied(client));
    for (const migration of missing) await apply(client, migration, now);
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function readApplied(client: Client): Promise<Applied[]> {
  const { rows: found } = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS is_there");
  if (!found[0]?.is_there) return [];
  // By way of JSON, because the column came later than the table.
  const { rows } = await client.query<Applied>(
    "SELECT name, sha256, to_jsonb(m) ->> 'needs' AS needs FROM schema_migrations m",
  );
  return rows;
}

function missingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  const beyond = applied.find(({ needs }) => needs !== null && !known.has(needs));
  if (beyond !== undefined) {
    throw new StartProblem(
      `The database was changed by a newer version of Assay (${beyond.name}) in a way that this version cannot work with. Start a version that has the migration ${beyond.needs}.`,
    );
  }
  const before = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  return migrations.filter(({ name, sha256 }) => {
    if (before.has(name) && before.get(name) !== sha256)
      throw new Error(`The migration ${name} was changed after it had been applied.`);
    return !before.has(name);
  });
}

async function apply(client: Client, migration: Migration, now: Date): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await applyOnce(client, migration, now);
      return;
    } catch (error) {
      const isHeldUp = error instanceof Error && "code" in error && error.code === "55P03";
      if (!isHeldUp || tries === lockTries)
        throw new Error(`The migration ${migration.name} failed: ${error instanceof Error ? error.message : error}`, {
          cause: error,
        });
      await wait(lockPauseMilliseconds);
    }
  }
}

async function applyOnce(client: Client, { name, text, sha256, needs }: Migration, now: Date): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockWaitMilliseconds}`);
    await client.query(text);
    await client.query("INSERT INTO schema_migrations (name, sha256, applied_at, needs) VALUES ($1, $2, $3, $4)", [
      ...[name, sha256, now, needs],
    ]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
