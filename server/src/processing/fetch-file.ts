import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { StoredFile } from "../documents/document-file.ts";
import { AppError } from "../platform/app-error.ts";
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
  const { size } = await stat(`${path}.unfinished`);
  // What a store returns by mistake must not be judged.
  if ((sizeBytes !== undefined && size !== sizeBytes) || (sha256 !== undefined && !sha256.equals(fetched)))
    throw new AppError("unavailable", "The file store returned other bytes than it was given.");
  await rename(`${path}.unfinished`, path);
  if (sha256 === undefined) await db.processing.saveSha256(run, id, fetched);
  return path;
}
