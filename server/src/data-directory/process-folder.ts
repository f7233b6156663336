import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A folder of this process alone, next to those of other processes that share the data directory. */
export interface ProcessFolder {
  path: string;
  /** Removes the folder with its contents. */
  close(): Promise<void>;
}

interface ProcessFolderOptions {
  /** No other process uses this data directory, so all other folders are leftovers. */
  isAlone: boolean;
  onError: (error: unknown) => void;
}

/** A file instead of a process id, because two containers on one volume may both be process 1. */
const heartbeatName = "alive";
const heartbeatSeconds = 60;
/** A process without a heartbeat for this long counts as dead. If it was only suspended, it loses only temporary files. */
const deadAfterSeconds = 600;

/** Also removes the folders of dead processes, at the start and with every heartbeat. */
export async function openProcessFolder(root: string, options: ProcessFolderOptions): Promise<ProcessFolder> {
  const { isAlone, onError } = options;
  const name = randomUUID();
  const path = join(root, name);
  const writeHeartbeat = async () => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeFile(join(path, heartbeatName), "1");
  };
  await writeHeartbeat();
  await removeLeftovers(root, name, isAlone ? 0 : deadAfterSeconds);
  const timer = setInterval(() => {
    writeHeartbeat()
      .then(() => removeLeftovers(root, name, deadAfterSeconds))
      .catch(onError);
  }, heartbeatSeconds * 1000).unref();
  return {
    path,
    async close() {
      clearInterval(timer);
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Compares times of the file system, which is the same clock for all processes that share it. */
async function removeLeftovers(root: string, own: string, deadAfter: number): Promise<void> {
  const now = await findLastHeartbeat(join(root, own));
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const last = name === own ? undefined : await findLastHeartbeat(path);
    if (now === undefined || last === undefined || now - last < deadAfter * 1000) continue;
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Undefined when the folder is gone. */
async function findLastHeartbeat(path: string): Promise<number | undefined> {
  for (const one of [join(path, heartbeatName), path]) {
    const found = await stat(one).catch(() => undefined);
    if (found !== undefined) return found.mtimeMs;
  }
  return undefined;
}
