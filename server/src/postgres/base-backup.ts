import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";

/** Receives copies of the database's files. Paths are relative to the database's folder. */
export interface ClusterCopy {
  folder(path: string): Promise<void>;
  /** The file may be gone: PostgreSQL has then deleted it, and it is not needed. */
  file(path: string): Promise<void>;
  text(path: string, content: string): Promise<void>;
}

/** Copied without content, which belongs to the running server: see PostgreSQL's "Making a Base Backup Using the Low Level API". */
const emptiedFolders = new Set(
  ["dynshmem", "notify", "replslot", "serial", "snapshots", "stat_tmp", "subtrans", "wal"].map((name) => `pg_${name}`),
);
const runtimeFiles = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*)$/;
/** Describes the state of all other files, so it is copied last. */
const controlFile = join("global", "pg_control");

/**
 * Copies a database while it is in use. The files are copied at different times; the write-ahead log is copied too, and the
 * first start on the copy replays it up to the end of the backup.
 */
export async function backUpCluster(url: string, folder: string, copy: ClusterCopy): Promise<void> {
  const client = new Client({ connectionString: url, application_name: "assay-backup" });
  await client.connect();
  try {
    // Keeps the write-ahead log until this session ends.
    await client.query("SELECT pg_create_physical_replication_slot('assay_backup', true, true)");
    const { rows: begun } = await client.query<{ segment: string }>(
      "SELECT pg_walfile_name(pg_backup_start('assay', true)) AS segment",
    );
    for (const path of await copyFolders(folder, "", copy)) await copy.file(path);
    await copy.file(controlFile);
    const { rows: ended } = await client.query<{ segment: string; label: string }>(
      "SELECT pg_walfile_name(lsn) AS segment, labelfile AS label FROM pg_backup_stop(false)",
    );
    const [first, last] = [begun[0]?.segment ?? "", ended[0]?.segment ?? ""];
    await copy.text("backup_label", ended[0]?.label ?? "");
    for (const name of await readdir(join(folder, "pg_wal"))) {
      const isNeeded = /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;
      if (isNeeded || name.endsWith(".history")) await copy.file(join("pg_wal", name));
    }
  } finally {
    await client.end();
  }
}

/** Creates the folders and returns the files to copy. */
async function copyFolders(root: string, folder: string, copy: ClusterCopy): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (runtimeFiles.test(entry.name) || path === controlFile) continue;
    if (entry.isFile()) files.push(path);
    if (!entry.isDirectory()) continue;
    await copy.folder(path);
    if (!emptiedFolders.has(path)) files.push(...(await copyFolders(root, path, copy)));
  }
  return files;
}
