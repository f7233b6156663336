import {
  chmod,
  chown,
  copyFile,
  cp,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
  unlink,
} from "node:fs/promises";
import { join } from "node:path";
import type { UnixAccount } from "../../platform/unix-account.ts";

const namePrefix = "assay-extraction-";

/**
 * The only folder that a child can use: `in` with the files to read, `out` with what it writes, `tmp`. While a task runs, the
 * caller's folder of results is moved to `out` and replaced by a link to it.
 */
export class ChildFolder {
  readonly path: string;
  readonly #account: UnixAccount | undefined;
  /** The caller's folder that is `out` at the moment. */
  #outFolder: string | undefined;

  private constructor(path: string, account: UnixAccount | undefined) {
    this.path = path;
    this.#account = account;
  }

  static async create(parent: string, account: UnixAccount | undefined): Promise<ChildFolder> {
    const path = await mkdtemp(join(parent, namePrefix));
    const folder = new ChildFolder(path, account);
    for (const name of ["in", "out", "tmp"]) await mkdir(join(path, name), { mode: 0o700 });
    if (account !== undefined) {
      // Its account may enter these two, and change only the others.
      for (const own of [path, join(path, "in")]) {
        await chown(own, -1, account.gid);
        await chmod(own, 0o710);
      }
      for (const name of ["out", "tmp"]) await chown(join(path, name), account.uid, account.gid);
    }
    return folder;
  }

  get temporary(): string {
    return join(this.path, "tmp");
  }

  get #out(): string {
    return join(this.path, "out");
  }

  /** Returns the paths that the child uses for the files and the folder of results. Call `end` afterwards. */
  async begin(files: string[], outFolder: string): Promise<{ files: string[]; outFolder: string }> {
    const paths: string[] = [];
    for (const [index, file] of files.entries()) {
      const path = join(this.path, "in", `${index + 1}`);
      // An absent file stays absent: a stored file is not read again.
      if (file !== "") await this.#lend(file, path);
      paths.push(path);
    }
    await reclaimFolder(outFolder);
    await rm(this.#out, { recursive: true, force: true });
    await move(outFolder, this.#out);
    await this.#own(this.#out);
    await symlink(this.#out, outFolder);
    this.#outFolder = outFolder;
    return { files: paths, outFolder: this.#out };
  }

  /** What the child and its programs have written and not removed. */
  async writtenBytes(): Promise<number> {
    let sum = 0;
    for (const folder of [this.#out, this.temporary]) {
      // Files come and go meanwhile.
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const { parentPath, name } of entries) {
        const found = await lstat(join(parentPath, name)).catch(() => undefined);
        if (found?.isFile()) sum += found.size;
      }
    }
    return sum;
  }

  /** Only files and folders are returned: a link that a hostile file made a reader write could point anywhere. */
  async end(): Promise<void> {
    const outFolder = this.#outFolder;
    this.#outFolder = undefined;
    if (outFolder === undefined) return;
    const inFolder = join(this.path, "in");
    for (const name of await readdir(inFolder)) await unlink(join(inFolder, name));
    if ((await readlink(outFolder).catch(() => undefined)) !== this.#out) return;
    await removeOthers(this.#out);
    await unlink(outFolder);
    await move(this.#out, outFolder);
    await mkdir(this.#out, { mode: 0o700 });
    await this.#own(this.#out);
  }

  async remove(): Promise<void> {
    await this.end().catch(() => undefined);
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }

  /** A second link to the file where possible, because it may be large. */
  async #lend(file: string, path: string): Promise<void> {
    await link(file, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EXDEV" && error.code !== "EPERM" && error.code !== "EMLINK") throw error;
      await copyFile(file, path);
    });
    if (this.#account === undefined) return;
    await chown(path, -1, this.#account.gid);
    await chmod(path, 0o640);
  }

  async #own(path: string): Promise<void> {
    if (this.#account === undefined) return;
    const { uid, gid } = this.#account;
    await chown(path, uid, gid);
    for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
      await chown(join(entry.parentPath, entry.name), uid, gid);
  }
}

/** After a crash of the machine the folder may still be a link to a child's. */
export async function reclaimFolder(outFolder: string): Promise<void> {
  const found = await lstat(outFolder).catch(() => undefined);
  if (found?.isSymbolicLink()) {
    const lent = await readlink(outFolder);
    await unlink(outFolder);
    await move(lent, outFolder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    await removeOthers(outFolder).catch(() => undefined);
  }
  await mkdir(outFolder, { recursive: true });
}

async function removeOthers(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isFile() && !entry.isDirectory()) await unlink(join(entry.parentPath, entry.name));
}

async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EXDEV") throw error;
    await cp(from, to, { recursive: true, verbatimSymlinks: true });
    await rm(from, { recursive: true, force: true });
  });
}
