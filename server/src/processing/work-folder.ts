import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Id, isId } from "../platform/ids.ts";
import type { ProcessingStore } from "./processing-store.ts";

/** Where a document lies while it is read. It outlives a crash, so that what was read is not read again. */
export interface WorkFolder {
  path: string;
  /** The files as they were sent, named by their place. */
  files: string;
  /** Their pages; belongs to extraction. */
  pages: string;
}

export async function openWorkFolder(root: string, documentId: Id): Promise<WorkFolder> {
  const path = join(root, documentId);
  const folder = { path, files: join(path, "files"), pages: join(path, "pages") };
  await mkdir(folder.files, { recursive: true, mode: 0o700 });
  return folder;
}

export async function removeWorkFolder(root: string, documentId: Id): Promise<void> {
  await rm(join(root, documentId), { recursive: true, force: true, maxRetries: 3 });
}

/** Of a single file or member: it will be read anew. */
export async function removePages({ pages }: WorkFolder, place: string): Promise<void> {
  await rm(join(pages, place), { recursive: true, force: true, maxRetries: 3 });
}

/** Removes what is left of documents that ended elsewhere, or ended here just before a crash. */
export async function sweepWorkFolders(
  { processing }: { processing: Pick<ProcessingStore, "listUnfinished"> },
  root: string,
): Promise<number> {
  const names = await readdir(root).catch(() => []);
  if (names.length === 0) return 0;
  const unfinished = new Set(await processing.listUnfinished(names.filter(isId)));
  const leftovers = names.filter((name) => !unfinished.has(name));
  for (const name of leftovers) await rm(join(root, name), { recursive: true, force: true, maxRetries: 3 });
  return leftovers.length;
}
