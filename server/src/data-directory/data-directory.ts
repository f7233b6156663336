import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { StartProblem } from "../platform/start-problem.ts";

/** The folder with everything this machine keeps: database, files, generated secrets. */
export interface DataDirectory {
  path: string;
  /** A secret that is made on first use and kept readable for this account alone. */
  secret(name: string, bytes: number): Promise<{ value: string; file: string }>;
}

export async function openDataDirectory(directory: string): Promise<DataDirectory> {
  const path = resolve(directory);
  try {
    // Others may pass through, as the database's account must, but not look around.
    await mkdir(path, { recursive: true, mode: 0o711 });
    // By chance, not by the process's number: each of two containers on one volume may be number 1.
    const probe = join(path, `.probe-${randomUUID()}`);
    await writeFile(probe, "");
    await unlink(probe);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new StartProblem(
      `The data directory ${path} cannot be written to (${reason}). Make it writable, or set ASSAY_DATA_DIR to another folder.`,
    );
  }
  return { path, secret: (name, bytes) => keptSecret(join(path, name), bytes) };
}

async function keptSecret(file: string, bytes: number): Promise<{ value: string; file: string }> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(bytes).toString("base64url")}\n`, { mode: 0o600 });
  try {
    // A link is made whole or not at all, and never replaces one that is there: the first of two starts decides.
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await unlink(draft);
  }
  return { value: (await readFile(file, "utf8")).trim(), file };
}
