import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { link, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartProblem } from "../platform/start-problem.ts";

/** Tells a process from a later one with the same number: when it started, as the system keeps it. */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") {
    const [stat, bootId] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined),
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
    ]);
    // The name before the last ")" may hold anything; the start is the 22nd field, the 20th after it.
    const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
    // "Z" is a process that has ended and only waits to be counted.
    return fields === undefined || fields[0] === "Z" ? undefined : `${bootId.trim()} ${fields[19]}`;
  }
  const found = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => undefined);
  return found?.stdout.trim() || undefined;
}

/** One service per data directory. The file names a process; a dead one's file is taken over. Yields the way to let go. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const file = join(directory, "assay.lock");
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${process.pid}\n${await startOf(process.pid)}\n`);
  try {
    for (;;) {
      try {
        await link(draft, file);
        return () => unlink(file);
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      }
      await removeIfDead(file, directory);
    }
  } finally {
    await unlink(draft);
  }
}

async function removeIfDead(file: string, directory: string): Promise<void> {
  const content = await readFile(file, "utf8").catch(() => undefined);
  if (content === undefined) return;
  const [pid, start] = content.trim().split("\n");
  if (start !== undefined && (await startOf(Number(pid))) === start) {
    throw new StartProblem(
      `The data directory ${directory} is in use by another Assay (process ${pid}). Stop that one first, or set ASSAY_DATA_DIR to another folder.`,
    );
  }
  // Renaming picks one of several starters that find the same dead file; should the file be a newer one, it goes back.
  const mine = `${file}.dead.${randomUUID()}`;
  await rename(file, mine).catch(() => undefined);
  if ((await readFile(mine, "utf8").catch(() => content)) !== content) await link(mine, file).catch(() => undefined);
  await unlink(mine).catch(() => undefined);
}
