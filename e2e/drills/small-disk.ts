import { execFile } from "node:child_process";
import { mkdir, open, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { until } from "../../server/src/testing/until.ts";
import { aDataDirectory } from "../assay-process.ts";

const run = promisify(execFile);
/** A tmpfs allocates whole pages. */
export const blockBytes = 4096;

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

export interface SmallDisk {
  path: string;
  freeBytes(): Promise<number>;
  /** Writes until this much is free. */
  fill(freeBytes?: number): Promise<void>;
  /** Creates empty files until this many more files or folders can be created. */
  fillWithFiles(freeFiles: number): Promise<void>;
  /** Deletes what filled the disk. */
  free(): Promise<void>;
  remove(): Promise<void>;
}

/** A disk of this size, or the reason why this account cannot mount one. */
export async function mountSmallDisk(megabytes: number, files = 100_000): Promise<SmallDisk | { refusal: string }> {
  const data = await aDataDirectory();
  const options = `size=${megabytes}m,nr_inodes=${files},mode=0711`;
  try {
    await run("mount", ["-t", "tmpfs", "-o", options, "tmpfs", data.path]);
  } catch (error) {
    await data.remove();
    const { stderr, message } = error as Error & { stderr?: string };
    return { refusal: (stderr || message).trim() };
  }
  const ballast = join(data.path, "ballast");
  const many = join(data.path, "many");
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(data.path);
    return bavail * bsize;
  };
  return {
    ...{ path: data.path, freeBytes },
    async fill(wanted = 0) {
      const file = await open(ballast, "a");
      try {
        for (let size = 64 * blockBytes; size >= blockBytes; size /= 2) {
          const piece = Buffer.alloc(size, 1);
          while ((await freeBytes()) - size >= wanted && (await succeeds(file.write(piece))));
        }
      } finally {
        await file.close();
      }
    },
    async fillWithFiles(wanted) {
      await mkdir(many, { recursive: true });
      for (let left = (await statfs(data.path)).ffree; left > wanted; left--)
        await writeFile(join(many, `${left}`), "");
    },
    async free() {
      await rm(ballast, { force: true });
      await rm(many, { recursive: true, force: true });
    },
    async remove() {
      // The killed service's database ends within seconds.
      await until(() => succeeds(run("umount", [data.path])), 30);
      await data.remove();
    },
  };
}
