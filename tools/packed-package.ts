import { execFile } from "node:child_process";
import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
/** Without the configuration that npm passes to its scripts, such as `npm test`. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

/**
 * Runs `npm pack` for a package and returns the archive's path. It runs in a copy of the package's folder, because npm changes the
 * manifest while it packs and other tests load the package meanwhile.
 */
export async function packPackage(name: "sdk" | "cli", folder: string): Promise<string> {
  const copy = join(folder, "project");
  await mkdir(copy, { recursive: true });
  for (const linked of ["node_modules", "tools", "LICENSE", "tsconfig.json"])
    await symlink(join(root, linked), join(copy, linked)).catch(ignoreExisting);
  await cp(join(root, name), join(copy, name), {
    recursive: true,
    filter: (path) => !/[/\\](?:node_modules|dist)$/.test(path),
  });
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: join(copy, name), env });
  const [{ filename }] = JSON.parse(stdout);
  return join(folder, filename);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

/** Installs archives in a folder as a user would, from nothing but the archives. */
export async function installArchives(folder: string, ...archives: string[]): Promise<void> {
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", ...archives], { cwd: folder, env });
}
