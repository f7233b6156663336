import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { StartProblem } from "../platform/start-problem.ts";

/** The folder with all local data: database, files and generated secrets. */
export interface DataDirectory {
  path: string;
  /** A secret that is generated on first use and readable for this account only. */
  secret(name: string, bytes: number): Promise<{ value: string; file: string }>;
}

export async function openDataDirectory(directory: string): Promise<DataDirectory> {
  const path = resolve(directory);
  try {
    // Other accounts, such as the database's, may enter subfolders but not list this one.
    await mkdir(path, { recursive: true, mode: 0o711 });
    // A random name, not the process id: two containers on one volume may both be process 1.
    const probe = join(path, `.probe-${randomUUID()}`);
    await writeFile(probe, "");
    await unlink(probe);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new StartProblem(
      `The data directory ${path} is not writable (${reason}). Make it writable, or set ASSAY_DATA_DIR to another folder.`,
    );
  }
  return { path, secret: (name, bytes) => readOrCreateSecret(join(path, name), bytes) };
}

async function readOrCreateSecret(file: string, bytes: number): Promise<{ value: string; file: string }> {
  // First, because a start with nothing to write succeeds on a full disk.
  const found = await readFile(file, "utf8").catch(() => "");
  if (found !== "") return { value: found.trim(), file };
  const draft = `${file}.${randomUUID()}`;
  try {
    // Flushed: after a power failure an empty secret would be worse than none.
    await writeFile(draft, `${randomBytes(bytes).toString("base64url")}\n`, { mode: 0o600, flush: true });
    // A link is atomic and never replaces an existing file, so the first of two concurrent starts wins.
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return { value: (await readFile(file, "utf8")).trim(), file };
}
