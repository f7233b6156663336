import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { StoredFile } from "../documents/document-file.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import { fetchBlob } from "./fetch-blob.ts";
import type { ProcessingStore, Run } from "./processing-store.ts";
import type { WorkFolder } from "./work-folder.ts";

interface FetchDeps {
  db: { processing: Pick<ProcessingStore, "saveSha256"> };
  blobs: BlobStore;
}

/** Downloads a file and saves its hash, unless an earlier run has downloaded it completely. */
export async function fetchFile(
  { db, blobs }: FetchDeps,
  run: Run,
  folder: WorkFolder,
  { id, place, blobKey = "", sizeBytes, sha256 }: StoredFile,
  signal: AbortSignal,
): Promise<string> {
  const path = join(folder.files, place);
  const found = sha256 === undefined ? undefined : await stat(path).catch(() => undefined);
  if (found?.size === sizeBytes) return path;
  const fetched = await fetchBlob({ blobs }, blobKey, `${path}.unfinished`, signal);
  await rename(`${path}.unfinished`, path);
  await db.processing.saveSha256(run, id, fetched);
  return path;
}
