import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readdir, readlink, rename, rm, stat, symlink, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { StartProblem } from "../platform/start-problem.ts";
import { canReach } from "../platform/unix-account.ts";
import { type ServerAccount, spawnAs } from "./server-account.ts";

/** Holds what PostgreSQL's account must reach, if that account differs from ours and cannot reach the data directory. */
export const sharedFolder = "/var/lib/assay";

/** The database's folder: in the data directory, or in `sharedFolder` with a link from the data directory. */
export async function findClusterFolder(dataDirectory: string, account: ServerAccount): Promise<string> {
  const wanted = join(dataDirectory, "postgres");
  const linked = await readlink(wanted).catch(() => undefined);
  if (linked !== undefined) return linked;
  if (await canReach(dataDirectory, account)) return wanted;
  // A unique name, because the link stays valid when the data directory is moved.
  const elsewhere = join(sharedFolder, `postgres-${randomBytes(8).toString("hex")}`);
  await mkdir(sharedFolder, { recursive: true });
  await chmod(sharedFolder, 0o755);
  await symlink(elsewhere, wanted).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? unreachable(wanted) : error;
  });
  return elsewhere;
}

function unreachable(folder: string): StartProblem {
  return new StartProblem(
    `The database in ${folder} cannot be reached by the account that PostgreSQL runs under, because a folder above it does not allow access. Allow it (chmod o+x), or start Assay as the owner of that folder instead of root.`,
  );
}

interface ClusterOptions {
  dataDirectory: string;
  binaries: string;
  account: ServerAccount;
  user: string;
  password: string;
}

/** Creates the database's files at the first start, in a draft folder that is renamed when it is complete. */
export async function prepareCluster(options: ClusterOptions): Promise<string> {
  const { dataDirectory, binaries, account, user, password } = options;
  const folder = await findClusterFolder(dataDirectory, account);
  const found = await stat(join(folder, "PG_VERSION")).catch(() => undefined);
  if (found !== undefined) {
    if (found.uid === account.uid) return folder;
    throw new StartProblem(
      `The database in ${folder} belongs to the account ${found.uid}, but PostgreSQL would run under the account ${account.uid}. Start Assay as the account that created the database, or change the owner of the folder (chown -R).`,
    );
  }
  // A name of its own, because the initdb of a killed process may still write to its draft.
  const draft = `${folder}.draft-${randomBytes(4).toString("hex")}`;
  await mkdir(draft, { mode: 0o700, recursive: true });
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.isOther) for (const path of [draft, passwordFile]) await chown(path, account.uid, account.gid);
  try {
    await runInitdb(binaries, account, draft, [
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // The built-in locale sorts the same way on every machine.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-instructions",
    ]);
  } finally {
    await unlink(passwordFile);
  }
  await rename(draft, folder);
  await removeDrafts(folder);
  return folder;
}

/** Those of killed processes, whose initdb has ended by now or ends within seconds. */
async function removeDrafts(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.draft`;
  for (const name of await readdir(dirname(folder)))
    if (name.startsWith(prefix))
      await rm(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

async function runInitdb(binaries: string, account: ServerAccount, folder: string, args: string[]): Promise<void> {
  const child = spawn(join(binaries, "initdb"), ["-D", folder, ...args], {
    cwd: folder,
    ...spawnAs(account),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`PostgreSQL could not create its database: ${output.trim()}`);
}
