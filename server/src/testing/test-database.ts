import { randomBytes } from "node:crypto";
import { Client } from "pg";
import type { Database } from "../database.ts";
import { makeEncryption } from "../platform/encryption.ts";
import { openDatabase } from "../postgres/database.ts";
import { openQueue } from "../postgres/pg-boss-queue.ts";

export const templateName = "assay_template";
export const testEncryption = makeEncryption(Buffer.alloc(32, 7));

export interface TestDatabase {
  url: string;
  db: Database;
  /** Direct access, past the stores. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

function buildUrl(name: string): string {
  // Set by tools/test.ts, which starts PostgreSQL and prepares the template.
  const server = process.env["ASSAY_TEST_POSTGRES"];
  if (server === undefined) throw new Error("no test database: run tests with npm test [-- FILE…]");
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

async function administer(text: string): Promise<void> {
  const client = new Client({ connectionString: buildUrl("postgres") });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** A separate database for each test file, with the schema and the shipped catalogue. */
export async function createTestDatabase(template = templateName): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = buildUrl(name);
  const queue = await openQueue({ url, isWorker: false, onError: () => undefined });
  const db = openDatabase({ url, encryption: testEncryption, queue, poolSize: 10, onIdleError: () => undefined });
  return {
    url,
    db,
    query: async (text, values) => (await db.pool.query(text, values)).rows,
    async drop() {
      await queue.close();
      await db.close();
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
