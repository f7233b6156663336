import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";

/** Takes copies of the cluster's files, wherever to. Paths are relative to the cluster's folder. */
export interface ClusterCopy {
  folder(path: string): Promise<void>;
  /** A file that is gone by the time it is reached was deleted by PostgreSQL and is not needed. */
  file(path: string): Promise<void>;
  text(path: string, content: string): Promise<void>;
}

/**
 * Of no use to a copy, as PostgreSQL's manual has it ("Making a Base Backup Using the Low Level API"): what lies in these
 * folders belongs to the running server.
 */
const emptiedFolders = new Set(
  ["dynshmem", "notify", "replslot", "serial", "snapshots", "stat_tmp", "subtrans", "wal"].map((name) => `pg_${name}`),
);
const ofTheRunningServer = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*)$/;
/** Says what the copy is a copy of, so it goes last. */
const controlFile = join("global", "pg_control");

/**
 * Copies a cluster while it is in use. The copied files are of different moments; the log of what was written meanwhile
 * comes with them, and the first start on the copy brings them to the moment the copying ended.
 */
export async function backUpCluster(url: string, folder: string, copy: ClusterCopy): Promise<void> {
  const client = new Client({ connectionString: url, application_name: "assay-backup" });
  await client.connect();
  try {
    // Ends with this session, and keeps the log until then.
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

/** Makes the folders and yields the files to copy. */
async function copyFolders(root: string, folder: string, copy: ClusterCopy): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (ofTheRunningServer.test(entry.name) || path === controlFile) continue;
    if (entry.isFile()) files.push(path);
    if (!entry.isDirectory()) continue;
    await copy.folder(path);
    if (!emptiedFolders.has(path)) files.push(...(await copyFolders(root, path, copy)));
  }
  return files;
}
