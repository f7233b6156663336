import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readlink, rename, rm, stat, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartProblem } from "../platform/start-problem.ts";
import { canReach, type Runner } from "./runner.ts";

/** Where root keeps what another account must reach, when the data directory lies where that account may not go. */
export const homeForOthers = "/var/lib/assay";

/** Where the database lives: in the data directory, or, where its account cannot get there, in a place linked from it. */
export async function clusterFolder(dataDirectory: string, runner: Runner): Promise<string> {
  const wanted = join(dataDirectory, "postgres");
  const linked = await readlink(wanted).catch(() => undefined);
  if (linked !== undefined) return linked;
  if (await canReach(dataDirectory, runner)) return wanted;
  // A name that nobody else has: what lies there belongs to this data directory, wherever that is moved.
  const elsewhere = join(homeForOthers, `postgres-${randomBytes(8).toString("hex")}`);
  await mkdir(homeForOthers, { recursive: true });
  await chmod(homeForOthers, 0o755);
  await symlink(elsewhere, wanted).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? unreachable(wanted) : error;
  });
  return elsewhere;
}

function unreachable(folder: string): StartProblem {
  return new StartProblem(
    `The database in ${folder} cannot be reached by the account it must run under, because a folder above it lets nobody through. Allow that (chmod o+x), or start Assay as the owner of that folder instead of root.`,
  );
}

interface ClusterOptions {
  dataDirectory: string;
  binaries: string;
  runner: Runner;
  user: string;
  password: string;
}

/** A database cluster that is complete: made in a draft folder and renamed, so that an interrupted first start leaves nothing half-made. */
export async function preparedCluster({
  dataDirectory,
  binaries,
  runner,
  user,
  password,
}: ClusterOptions): Promise<string> {
  const folder = await clusterFolder(dataDirectory, runner);
  const found = await stat(join(folder, "PG_VERSION")).catch(() => undefined);
  if (found !== undefined) {
    if (found.uid === runner.uid) return folder;
    throw new StartProblem(
      `The database in ${folder} belongs to another account (${found.uid}) than the one it would run under (${runner.uid}). Start Assay as the account that made it, or give the folder to that account (chown -R).`,
    );
  }
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700, recursive: true });
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (runner.isSomeoneElse) {
    await chown(draft, runner.uid, runner.gid);
    await chown(passwordFile, runner.uid, runner.gid);
  }
  try {
    await initdb(binaries, runner, draft, [
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // Built in, so that it sorts alike on every machine.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-instructions",
    ]);
  } finally {
    await unlink(passwordFile);
  }
  await rename(draft, folder);
  return folder;
}

async function initdb(binaries: string, runner: Runner, folder: string, args: string[]): Promise<void> {
  const child = spawn(join(binaries, "initdb"), ["-D", folder, ...args], {
    cwd: folder,
    ...(runner.isSomeoneElse && { uid: runner.uid, gid: runner.gid }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`PostgreSQL could not make its database folder: ${output.trim()}`);
}
