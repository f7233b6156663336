import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Id, isId } from "../platform/ids.ts";
import type { ProcessingStore } from "./processing-store.ts";

/** A document's files while it is read. It survives a crash, so that extracted pages are not extracted again. */
export interface WorkFolder {
  path: string;
  /** The uploaded files, named by their place. */
  files: string;
  /** Written by extraction. */
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

/** The file or member will be extracted again. */
export async function removePages({ pages }: WorkFolder, place: string): Promise<void> {
  await rm(join(pages, place), { recursive: true, force: true, maxRetries: 3 });
}

/** Removes the folders of documents that ended on another machine or just before a crash. */
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
