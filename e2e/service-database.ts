import { createTestDatabase } from "../server/src/testing/test-database.ts";
import { aDataDirectory } from "./assay-process.ts";

/** Settings of a service's database. */
export interface ServiceDatabase {
  settings: { DATABASE_URL?: string };
  drop(): Promise<void>;
}

/**
 * A copy of the template database, which is ready sooner than an embedded PostgreSQL. Nothing if the caller has a database, or
 * outside a test run: then the service starts its own.
 */
export async function openServiceDatabase(settings: Record<string, string>): Promise<ServiceDatabase> {
  if (settings["DATABASE_URL"] !== undefined || process.env["ASSAY_TEST_POSTGRES"] === undefined)
    return { settings: {}, drop: async () => undefined };
  const database = await createTestDatabase();
  return { settings: { DATABASE_URL: database.url }, drop: () => database.drop() };
}

/** A data directory and a database that outlive the service. */
export interface ServiceStorage {
  /** The data directory. */
  path: string;
  settings: { ASSAY_DATA_DIR: string; DATABASE_URL?: string };
  remove(): Promise<void>;
}

/** For tests in which the embedded database plays no part. */
export async function aServiceStorage(): Promise<ServiceStorage> {
  const [data, database] = [await aDataDirectory(), await openServiceDatabase({})];
  return {
    path: data.path,
    settings: { ASSAY_DATA_DIR: data.path, ...database.settings },
    async remove() {
      await database.drop();
      await data.remove();
    },
  };
}
