// npm run restore -- FOLDER     restores a backup into an empty data directory, for npm start
import { createReadStream } from "node:fs";
import { chown, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join, normalize, resolve, sep } from "node:path";
import { createInterface } from "node:readline";
import { type Config, readConfig } from "../server/src/config.ts";
import { lockDirectory } from "../server/src/data-directory/directory-lock.ts";
import { StartProblem } from "../server/src/platform/start-problem.ts";
import { findClusterFolder } from "../server/src/postgres/embedded-cluster.ts";
import { chooseAccount } from "../server/src/postgres/server-account.ts";
import { copyPrivately, isNotFound, sumsFile } from "./checked-copies.ts";
import { explainProblem } from "./stored-data.ts";

const usage = `Usage:
  npm run restore -- FOLDER     a folder of npm run backup; ASSAY_DATA_DIR must be empty or new`;

interface About {
  format: number;
  createdAt: string;
  /** Folders of the database cluster, including empty ones, which PostgreSQL needs. */
  folders: string[];
  /** Listed in SHA256SUMS, but removed before the backup was complete. */
  removed: string[];
}

async function readAbout(folder: string): Promise<About> {
  const text = await readFile(join(folder, "backup.json"), "utf8").catch(() => undefined);
  if (text === undefined) throw new StartProblem(`${folder} is not a complete backup.`);
  const about = JSON.parse(text) as About;
  if (about.format !== 1)
    throw new StartProblem(`${folder} was written by another version of Assay (format ${about.format}).`);
  return about;
}

/** Refuses paths that are not part of a backup or lead out of the data directory. */
function checkPath(path: string): string {
  const isPlain = normalize(path) === path && !path.startsWith("..") && !path.startsWith(sep);
  if (!isPlain || !/^(blobs\/|postgres\/|[a-z-]+$)/.test(path))
    throw new StartProblem(`${sumsFile} names ${path}, which is not a file of a backup.`);
  return path;
}

async function restore({ dataDirectory }: Config, folder: string): Promise<{ files: number; createdAt: string }> {
  const about = await readAbout(folder);
  const data = resolve(dataDirectory);
  await mkdir(data, { recursive: true, mode: 0o711 });
  if ((await readdir(data)).length > 0)
    throw new StartProblem(
      `The data directory ${data} is not empty. Empty it, or set ASSAY_DATA_DIR to another folder.`,
    );
  const unlock = await lockDirectory(data);
  const account = await chooseAccount();
  const cluster = await findClusterFolder(data, account);
  // Everything is copied and checked before anything is moved into place.
  const drafts = { rest: join(data, "restore.draft"), cluster: `${cluster}.draft` };
  try {
    await rm(drafts.cluster, { recursive: true, force: true });
    await mkdir(drafts.cluster, { recursive: true, mode: 0o700 });
    await mkdir(drafts.rest, { mode: 0o700 });
    for (const path of about.folders)
      await mkdir(join(drafts.cluster, checkPath(join("postgres", path)).slice("postgres/".length)), {
        recursive: true,
        mode: 0o700,
      });
    const removed = new Set(about.removed);
    let files = 0;
    for await (const line of createInterface({ input: createReadStream(join(folder, sumsFile)) })) {
      const [wanted = "", ...rest] = line.split("  ");
      const path = checkPath(rest.join("  "));
      if (removed.has(path)) continue;
      const to = path.startsWith("postgres/")
        ? join(drafts.cluster, path.slice("postgres/".length))
        : join(drafts.rest, path);
      const { sha256 } = await copyPrivately(join(folder, path), to).catch((error: unknown) => {
        throw isNotFound(error) ? new StartProblem(`The backup has no ${path}.`) : error;
      });
      if (sha256 !== wanted) throw new StartProblem(`${path} of the backup is damaged: its hash differs.`);
      files += 1;
    }
    if (account.isOther) await changeOwner(drafts.cluster, account);
    await rm(cluster, { recursive: true, force: true });
    await rename(drafts.cluster, cluster);
    for (const name of await readdir(drafts.rest)) await rename(join(drafts.rest, name), join(data, name));
    return { files, createdAt: about.createdAt };
  } finally {
    await rm(drafts.rest, { recursive: true, force: true });
    await rm(drafts.cluster, { recursive: true, force: true });
    await unlock();
  }
}

async function changeOwner(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid);
  await chown(folder, uid, gid);
}

async function main([source, ...more]: string[]): Promise<number> {
  if (source === undefined || source.startsWith("-") || more.length > 0) {
    console.error(usage);
    return 2;
  }
  const config = readConfig(process.env, []);
  if (config.databaseUrl !== undefined)
    throw new StartProblem("DATABASE_URL is set: restore that database with its own tools (docs/operations.md).");
  const { files, createdAt } = await restore(config, resolve(source));
  console.log(
    `Restored ${files} files of ${createdAt} into ${resolve(config.dataDirectory)}. Start the service with npm start.`,
  );
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(explainProblem(error));
  return 1;
});
