import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { StartProblem } from "../platform/start-problem.ts";

/** An arbitrary key of an advisory lock: processes that start together migrate one after another. */
const migrationLock = 7160310500;

/**
 * A migration that waits for a table lock blocks every request behind it. It therefore waits only this long, releases its
 * locks and tries again, so that a long read delays requests briefly instead of blocking them. Far below PostgreSQL's
 * deadlock_timeout of 1 s, after which PostgreSQL might cancel the request rather than the migration.
 */
const lockWaitMilliseconds = 100;
const lockPauseMilliseconds = 250;
/** About five minutes: a vacuum or a backup may lock a table for that long. */
const lockAttempts = 900;

export interface Migration {
  name: string;
  text: string;
  sha256: string;
  /**
   * Only for a contract step, which removes or narrows what earlier versions use: the migration that a version must have
   * to work after it. All other migrations only add, and every version works after them.
   */
  needs?: string | undefined;
}

interface Applied {
  name: string;
  sha256: string;
  needs: string | null;
}

export interface MigrateOptions {
  /** Whether to apply contract steps, too. Not while older processes may be running. */
  includesContracts?: boolean;
}

const migrationsFolder = join(import.meta.dirname, "..", "..", "migrations");

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(names.map(async (name) => toMigration(name, await readFile(join(folder, name), "utf8"))));
}

/** A contract step is marked in its first line: `-- contract: needs 0012-new-shape.sql`. */
export function toMigration(name: string, text: string): Migration {
  const needs = /^-- contract: needs (\d{4}-[a-z0-9-]+\.sql)\n/.exec(text)?.[1];
  return { name, text, sha256: createHash("sha256").update(text).digest("hex"), needs };
}

/** Applies the missing migrations, each in its own transaction, and returns their names. An applied file never changes. */
export async function migrate(
  url: string,
  migrations: Migration[],
  now: Date,
  { includesContracts = true }: MigrateOptions = {},
): Promise<string[]> {
  const missingFrom = (applied: Applied[]) => {
    // On an empty database no older process can be running.
    const areContractsDue = includesContracts || applied.length === 0;
    return findMissing(migrations, applied).filter(({ needs }) => needs === undefined || areContractsDue);
  };
  const client = new Client({
    connectionString: url,
    application_name: "assay-migrate",
    connectionTimeoutMillis: 10_000,
  });
  // The statement that is running fails as well; without a listener a lost connection would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    // First without the lock: most starts find nothing to do, and may use an account that cannot alter tables.
    if (missingFrom(await readApplied(client)).length === 0) return [];
    await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL, needs text)",
    );
    const missing = missingFrom(await readApplied(client));
    for (const migration of missing) await apply(client, migration, now);
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function readApplied(client: Client): Promise<Applied[]> {
  const { rows: found } = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS exists");
  if (!found[0]?.exists) return [];
  return (await client.query<Applied>("SELECT name, sha256, needs FROM schema_migrations")).rows;
}

function findMissing(migrations: Migration[], applied: Applied[]): Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  const unsupported = applied.find(({ needs }) => needs !== null && !known.has(needs));
  if (unsupported !== undefined) {
    throw new StartProblem(
      `The database was changed by a newer version of Assay (${unsupported.name}), and this version cannot work with it. Start a version that has the migration ${unsupported.needs}.`,
    );
  }
  const appliedHashes = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  return migrations.filter(({ name, sha256 }) => {
    const appliedHash = appliedHashes.get(name);
    if (appliedHash !== undefined && appliedHash !== sha256)
      throw new Error(`The migration ${name} was changed after it had been applied. Restore the original file.`);
    return appliedHash === undefined;
  });
}

async function apply(client: Client, migration: Migration, now: Date): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await applyOnce(client, migration, now);
      return;
    } catch (error) {
      const isLockTimeout = error instanceof Error && "code" in error && error.code === "55P03";
      if (!isLockTimeout || attempt === lockAttempts)
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
    // On a lost connection PostgreSQL rolls back by itself.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}
