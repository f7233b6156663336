import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chown, mkdir, readlink, realpath, rename, rm, stat, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { canReach, type Runner } from "./runner.ts";

/** Where root keeps what another account must reach, when the data directory lies where that account may not go. */
export const homeForOthers = "/var/lib/assay";

/** Where the database lives: in the data directory, or, where its account cannot get there, in a place linked from it. */
async function clusterFolder(dataDirectory: string, runner: Runner): Promise<string> {
  const wanted = join(dataDirectory, "postgres");
  const linked = await readlink(wanted).catch(() => undefined);
  if (linked !== undefined) return linked;
  if (await canReach(dataDirectory, runner)) return wanted;
  const id = createHash("sha256")
    .update(await realpath(dataDirectory))
    .digest("hex")
    .slice(0, 16);
  const elsewhere = join(homeForOthers, `postgres-${id}`);
  // A directory of the same name has been deleted and made anew: what its database held went with it.
  await rm(elsewhere, { recursive: true, force: true });
  await mkdir(homeForOthers, { recursive: true, mode: 0o755 });
  await symlink(elsewhere, wanted);
  return elsewhere;
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
  if ((await stat(join(folder, "PG_VERSION")).catch(() => undefined)) !== undefined) return folder;
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
