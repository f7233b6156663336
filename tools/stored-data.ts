import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openDiskBlobStore } from "../server/src/blobs/disk-blob-store.ts";
import { encryptedBlobStore } from "../server/src/blobs/encrypted-blob-store.ts";
import { openS3BlobStore } from "../server/src/blobs/s3-blob-store.ts";
import { type Config, readConfig } from "../server/src/config.ts";
import { lockDirectory } from "../server/src/data-directory/directory-lock.ts";
import type { Database } from "../server/src/database.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import { encryptionKeyBytes, makeEncryption } from "../server/src/platform/encryption.ts";
import { StartProblem } from "../server/src/platform/start-problem.ts";
import { openDatabase } from "../server/src/postgres/database.ts";
import { findRunningPostgres, startEmbeddedPostgres } from "../server/src/postgres/embedded-postgres.ts";
import type { BlobStore } from "../server/src/uploads/blob-store.ts";

/** The stored data of the service with these settings. */
export interface StoredData {
  config: Config;
  db: Database;
  openBlobs(): Promise<BlobStore>;
  close(): Promise<void>;
}

/**
 * For tools that read stored data with the service's settings, while it runs or is stopped. Nothing is migrated or
 * created.
 */
export async function openStoredData(): Promise<StoredData> {
  const config = readConfig(process.env, []);
  const directory = resolve(config.dataDirectory);
  const { url, close } =
    config.databaseUrl === undefined
      ? await openEmbedded(directory)
      : { url: config.databaseUrl, close: async () => undefined };
  const db = openDatabase({
    url,
    // These tools decrypt no secrets.
    encryption: makeEncryption(Buffer.alloc(encryptionKeyBytes)),
    queue: { senderOn: () => ({ enqueue: () => Promise.reject(new Error("a read-only tool sends no jobs")) }) },
    poolSize: 2,
    onIdleError: () => undefined,
  });
  return {
    config,
    db,
    async openBlobs() {
      const stored = config.s3 === undefined ? await openDiskBlobStore(directory) : openS3BlobStore(config.s3);
      return encryptedBlobStore({ inner: stored, blobKeys: db.blobKeys, clock: systemClock }, config.blobKeys);
    },
    async close() {
      await db.close();
      await close();
    },
  };
}

export async function openEmbedded(directory: string): Promise<{ url: string; close: () => Promise<void> }> {
  const password = (await readFile(join(directory, "postgres-password"), "utf8").catch(() => "")).trim();
  if (password === "" || (await stat(join(directory, "postgres")).catch(() => undefined)) === undefined)
    throw new StartProblem(`There is no data in ${directory}. Set ASSAY_DATA_DIR or DATABASE_URL as for the service.`);
  let unlock: () => Promise<void>;
  try {
    unlock = await lockDirectory(directory);
  } catch (error) {
    const running = error instanceof StartProblem ? await findRunningPostgres(directory, password) : undefined;
    if (running === undefined) throw error;
    return { url: running, close: async () => undefined };
  }
  const onProblem = (message: string) => console.error(message);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, password, onProblem }).catch(
    async (error: unknown) => {
      await unlock();
      throw error;
    },
  );
  return {
    url: postgres.url,
    async close() {
      await postgres.stop();
      await unlock();
    },
  };
}

/** A message that tells the operator what to do, where there is something to do. */
export function explainProblem(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof Error && "code" in cause && cause.code === "42P01")
    return "The database has an older version. Run npm run migrate with the same settings first.";
  return error instanceof Error ? error.message : String(error);
}
