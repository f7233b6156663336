import { readFileSync } from "node:fs";
import { join } from "node:path";
import { collectSecrets, findLeaks } from "../server/src/testing/leaked-secrets.ts";

const keptSecrets = ["admin-token", "encryption-key", "postgres-password"];

/** The kinds of secrets of this installation that stand in what it has written: its output and its database's log. */
export function secretsWritten(output: string, env: Record<string, string>): string[] {
  const namesBySecret = collectSecrets(env);
  const dataDirectory = env["ASSAY_DATA_DIR"];
  if (dataDirectory === undefined) return findLeaks(output, namesBySecret);
  for (const name of keptSecrets) {
    const secret = read(join(dataDirectory, name));
    if (secret !== "") namesBySecret.set(secret, `the file ${name}`);
  }
  return findLeaks(`${output}\n${read(join(dataDirectory, "postgres.log"))}`, namesBySecret);
}

/** Nothing where it has not been made, or was removed together with its folder. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}

export const leakMessage = (kinds: string[]) => `A secret stands in what was written: ${kinds.join(", ")}.`;
