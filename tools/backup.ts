// npm run backup -- FOLDER     copies the embedded database, files and secrets into a folder, also while the service runs
import { access, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Config, readConfig } from "../server/src/config.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import { StartProblem } from "../server/src/platform/start-problem.ts";
import { backUpCluster } from "../server/src/postgres/base-backup.ts";
import { version } from "../server/src/version.ts";
import { CheckedCopies } from "./checked-copies.ts";
import { explainProblem, openEmbedded } from "./stored-data.ts";

const usage = `Usage:
  npm run backup -- FOLDER     a new or empty folder
The folder contains every document and every secret of the service. Protect it like the service itself.`;

/** Generated secrets only; those from settings are the operator's to keep. */
const secrets = ["admin-token", "encryption-key", "postgres-password"];

async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new StartProblem(`${folder} is not empty. Name a new folder.`);
}

const partsIn = async (folder: string) => (await readdir(folder).catch(() => [])).filter((name) => /^\d+$/.test(name));

/** Blobs are folders of parts, and parts never change, so copied ones are skipped. */
async function copyBlobs(root: string, copies: CheckedCopies, done: Set<string>): Promise<void> {
  for (const path of await listParts(root))
    if (!done.has(path) && (await copies.add(join(root, path), join("blobs", path)))) done.add(path);
}

async function listParts(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const prefix of await readdir(root).catch(() => [])) {
    // Incomplete uploads are not backed up.
    if (prefix === "incoming") continue;
    for (const key of await readdir(join(root, prefix)).catch(() => []))
      for (const part of await partsIn(join(root, prefix, key))) found.push(join(prefix, key, part));
  }
  return found;
}

/**
 * Files are copied before the database and new ones again after it, so that every blob of the copied rows exists. Files that
 * were removed meanwhile are removed from the backup.
 */
async function backUp({ dataDirectory, s3 }: Config, folder: string): Promise<CheckedCopies> {
  const data = resolve(dataDirectory);
  await openFolder(folder);
  const database = await openEmbedded(data);
  const copies = new CheckedCopies(folder);
  try {
    const blobs = join(data, "blobs");
    const done = new Set<string>();
    if (s3 === undefined) await copyBlobs(blobs, copies, done);
    const cluster = join(data, "postgres");
    const folders: string[] = [];
    await mkdir(join(folder, "postgres"), { mode: 0o700 });
    await backUpCluster(database.url, cluster, {
      async folder(path) {
        folders.push(path);
        await mkdir(join(folder, "postgres", path), { mode: 0o700 });
      },
      async file(path) {
        await copies.add(join(cluster, path), join("postgres", path));
      },
      text: (path, content) => copies.addText(join("postgres", path), content),
    });
    const removed: string[] = [];
    if (s3 === undefined) {
      await copyBlobs(blobs, copies, done);
      const there = new Set(await listParts(blobs));
      for (const path of done) if (!there.has(path)) removed.push(join("blobs", path));
      for (const path of removed) await rm(join(folder, path));
    }
    for (const name of secrets) await copies.add(join(data, name), name);
    await copies.flush();
    const about = { format: 1, version, createdAt: systemClock.now().toISOString(), folders, removed };
    // Last: a folder without this file is not a backup.
    await writeFile(join(folder, "backup.json"), `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600 });
  } finally {
    await database.close();
  }
  return copies;
}

async function main([target, ...more]: string[]): Promise<number> {
  if (target === undefined || target.startsWith("-") || more.length > 0) {
    console.error(usage);
    return 2;
  }
  const config = readConfig(process.env, []);
  if (config.databaseUrl !== undefined)
    throw new StartProblem(
      "DATABASE_URL is set: back up that database with its own tools (docs/operations.md). This command is for the embedded one.",
    );
  const folder = resolve(target);
  const { files, bytes } = await backUp(config, folder);
  console.log(`${files} files (${(bytes / 1024 ** 2).toFixed(1)} MiB) are in ${folder}.`);
  if (config.s3 !== undefined) console.log(`The documents in the bucket ${config.s3.bucket} are not included.`);
  const hasKey = await access(join(folder, "encryption-key")).then(
    () => true,
    () => false,
  );
  if (!hasKey) console.log("The encryption key is not included: it comes from ASSAY_ENCRYPTION_KEY. Keep it, too.");
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(explainProblem(error));
  return 1;
});
