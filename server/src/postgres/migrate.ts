import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";

/** Any number, as long as nobody else uses it: processes that start together wait for each other on it. */
const migrationLock = 7160310500;

export interface Migration {
  name: string;
  text: string;
  sha256: string;
}

const migrationsFolder = join(import.meta.dirname, "..", "..", "migrations");

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/** Applies what is missing, each in its own transaction; yields the names. Forward only: an applied file never changes. */
export async function migrate(url: string, migrations: Migration[], now: Date): Promise<string[]> {
  const client = new Client({
    connectionString: url,
    application_name: "assay-migrate",
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL)",
    );
    const { rows } = await client.query<{ name: string; sha256: string }>("SELECT name, sha256 FROM schema_migrations");
    const applied = new Map(rows.map((row) => [row.name, row.sha256]));
    const missing = migrations.filter(({ name, sha256 }) => {
      const before = applied.get(name);
      if (before !== undefined && before !== sha256)
        throw new Error(`The migration ${name} was changed after it had been applied.`);
      return before === undefined;
    });
    for (const migration of missing) await apply(client, migration, now);
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function apply(client: Client, { name, text, sha256 }: Migration, now: Date): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(text);
    await client.query("INSERT INTO schema_migrations (name, sha256, applied_at) VALUES ($1, $2, $3)", [
      name,
      sha256,
      now,
    ]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
