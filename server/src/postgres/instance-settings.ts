import type { CatalogueVersion } from "../catalogue/load-shipped-catalogue.ts";
import { StartProblem } from "../platform/start-problem.ts";
import { execute, firstRow, type QueryRunner, statement } from "./query.ts";

const setOnce = statement(
  "INSERT INTO instance_settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING value",
);
const set = statement(
  "INSERT INTO instance_settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
);
const find = statement("SELECT value FROM instance_settings WHERE name = $1");

/** All nodes on one database need the same encryption key, because each decrypts what others encrypted. The first node sets it. */
export async function checkEncryptionKey(run: QueryRunner, fingerprint: string): Promise<void> {
  const name = "encryption_key_fingerprint";
  const first =
    (await firstRow<{ value: string }>(run, setOnce, [name, fingerprint])) ??
    (await firstRow<{ value: string }>(run, find, [name]));
  if (first?.value === fingerprint) return;
  throw new StartProblem(
    "The encryption key differs from the one this database was first used with. Restore the file encryption-key of the data directory, or set ASSAY_ENCRYPTION_KEY to its content, the same on every node.",
  );
}

/** The version of the service that last loaded the shipped catalogue. */
export function catalogueVersion(run: QueryRunner): CatalogueVersion {
  const name = "catalogue_version";
  return {
    find: async () => (await firstRow<{ value: string }>(run, find, [name]))?.value,
    put: (version) => execute(run, set, [name, version]),
  };
}
