import { readFileSync } from "node:fs";
import { join } from "node:path";
import { collectSecrets, findLeaks } from "../server/src/testing/leaked-secrets.ts";

const secretFiles = ["admin-token", "encryption-key", "postgres-password"];

/** Returns the names of secrets in the output of an installation and in its database's log. */
export function findSecretsInOutput(output: string, env: Record<string, string>): string[] {
  const namesBySecret = collectSecrets(env);
  const dataDirectory = env["ASSAY_DATA_DIR"];
  if (dataDirectory === undefined) return findLeaks(output, namesBySecret);
  for (const name of secretFiles) {
    const secret = read(join(dataDirectory, name));
    if (secret !== "") namesBySecret.set(secret, `the file ${name}`);
  }
  return findLeaks(`${output}\n${read(join(dataDirectory, "postgres.log"))}`, namesBySecret);
}

/** Returns "" if the file does not exist. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}

export const formatLeaks = (names: string[]) => `The output contains a secret: ${names.join(", ")}.`;
