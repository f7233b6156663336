import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartProblem } from "../platform/start-problem.ts";

/** The start time of a process, which distinguishes it from a later process with the same id. */
async function findStartTime(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") {
    const [stat, bootId] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined),
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
    ]);
    // The process name before the last ")" may contain anything; the start time is the 20th field after it.
    const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
    // "Z" is a zombie: the process has ended.
    return fields === undefined || fields[0] === "Z" ? undefined : `${bootId.trim()} ${fields[19]}`;
  }
  const found = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => undefined);
  return found?.stdout.trim() || undefined;
}

/** Ensures one service per data directory. The lock of a dead process is replaced. Returns a function that unlocks. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const file = join(directory, "assay.lock");
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, `${process.pid}\n${await findStartTime(process.pid)}\n`);
    for (;;) {
      try {
        await link(draft, file);
        return () => unlink(file);
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      }
      await removeIfStale(file, directory);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

async function removeIfStale(file: string, directory: string): Promise<void> {
  const content = await readFile(file, "utf8").catch(() => undefined);
  if (content === undefined) return;
  const [pid, start] = content.trim().split("\n");
  if (start !== undefined && (await findStartTime(Number(pid))) === start) {
    throw new StartProblem(
      `The data directory ${directory} is in use by another Assay process (${pid}). Stop it first, or set ASSAY_DATA_DIR to another folder.`,
    );
  }
  // Renaming lets only one of several starting processes remove the stale file. A newer file is put back.
  const mine = `${file}.dead.${randomUUID()}`;
  await rename(file, mine).catch(() => undefined);
  if ((await readFile(mine, "utf8").catch(() => content)) !== content) await link(mine, file).catch(() => undefined);
  await unlink(mine).catch(() => undefined);
}
