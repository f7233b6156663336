import type { CatalogueVersion } from "../catalogue/load-shipped-catalogue.ts";
import { StartProblem } from "../platform/start-problem.ts";
import { execute, firstRow, type QueryRunner, statement } from "./query.ts";

const keep = statement(
  "INSERT INTO instance_settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING value",
);
const put = statement(
  "INSERT INTO instance_settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
);
const find = statement("SELECT value FROM instance_settings WHERE name = $1");

/** All nodes on one database must hold the same encryption key: what one seals the others open. The first one decides. */
export async function checkEncryptionKey(run: QueryRunner, fingerprint: string): Promise<void> {
  const name = "encryption_key_fingerprint";
  const kept =
    (await firstRow<{ value: string }>(run, keep, [name, fingerprint])) ??
    (await firstRow<{ value: string }>(run, find, [name]));
  if (kept?.value === fingerprint) return;
  throw new StartProblem(
    "The encryption key is not the one this database was first used with. Put back the file encryption-key that the data directory held then, or set ASSAY_ENCRYPTION_KEY to its content, the same on every node.",
  );
}

/** Which version of the service last loaded the catalogue it ships with. */
export function catalogueVersion(run: QueryRunner): CatalogueVersion {
  const name = "catalogue_version";
  return {
    find: async () => (await firstRow<{ value: string }>(run, find, [name]))?.value,
    async put(version) {
      await execute(run, put, [name, version]);
    },
  };
}
