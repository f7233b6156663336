import { execFile } from "node:child_process";
import { realpath } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

/** The oldest version that the packages support. */
const oldestMajor = 20;

/** Other Node installations on PATH, in versions that the published packages support. */
export async function findOlderNodes(): Promise<string[]> {
  const own = Number(process.versions.node.split(".")[0]);
  const found = new Map<number, string>();
  for (const directory of new Set((process.env["PATH"] ?? "").split(delimiter))) {
    const path = await realpath(join(directory, "node")).catch(() => undefined);
    if (path === undefined) continue;
    const version = await promisify(execFile)(path, ["-p", "process.versions.node"]).catch(() => ({ stdout: "" }));
    const major = Number(version.stdout.split(".")[0]);
    if (major >= oldestMajor && major < own && !found.has(major)) found.set(major, path);
  }
  return [...found.values()];
}
