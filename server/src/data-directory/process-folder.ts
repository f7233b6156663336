import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A folder that no other process writes to, beside those of other processes that share the data directory. */
export interface ProcessFolder {
  path: string;
  /** Takes the folder away, with all that is in it. */
  close(): Promise<void>;
}

interface ProcessFolderOptions {
  /** Nobody else can have this data directory: whatever lies here was left behind. */
  isAlone: boolean;
  onTrouble: (error: unknown) => void;
}

/** Processes cannot be told apart by number: each of two containers on one volume may be number 1. */
const signName = "alive";
const signEverySeconds = 60;
/** A process that gave no sign for so long is dead. Should it be only asleep, it loses nothing that it cannot make again. */
const deadAfterSeconds = 600;

/** What dead processes left is removed now and whenever it becomes clear that one is dead. */
export async function openProcessFolder(root: string, options: ProcessFolderOptions): Promise<ProcessFolder> {
  const { isAlone, onTrouble } = options;
  const name = randomUUID();
  const path = join(root, name);
  const giveSign = async () => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeFile(join(path, signName), "1");
  };
  await giveSign();
  await removeLeftovers(root, name, isAlone ? 0 : deadAfterSeconds);
  const timer = setInterval(() => {
    giveSign()
      .then(() => removeLeftovers(root, name, deadAfterSeconds))
      .catch(onTrouble);
  }, signEverySeconds * 1000).unref();
  return {
    path,
    async close() {
      clearInterval(timer);
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Ages are told by the file system's own clock, which is the same for all who share it. */
async function removeLeftovers(root: string, own: string, silentSeconds: number): Promise<void> {
  const now = await lastSignOf(join(root, own));
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const last = name === own ? undefined : await lastSignOf(path);
    if (now === undefined || last === undefined || now - last < silentSeconds * 1000) continue;
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Undefined where there is nothing any more. */
async function lastSignOf(path: string): Promise<number | undefined> {
  for (const one of [join(path, signName), path]) {
    const found = await stat(one).catch(() => undefined);
    if (found !== undefined) return found.mtimeMs;
  }
  return undefined;
}
