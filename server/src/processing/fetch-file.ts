import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { StoredFile } from "../documents/document-file.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import type { ProcessingStore, Run } from "./processing-store.ts";
import type { WorkFolder } from "./work-folder.ts";

interface FetchDeps {
  db: { processing: Pick<ProcessingStore, "saveSha256"> };
  blobs: BlobStore;
}

/** Brings a file's bytes here and hashes them on the way. What an earlier run has brought here whole stays. */
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
  const hash = createHash("sha256");
  await pipeline(
    await blobs.read(blobKey),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    },
    createWriteStream(`${path}.unfinished`, { mode: 0o600 }),
    { signal },
  );
  await rename(`${path}.unfinished`, path);
  await db.processing.saveSha256(run, id, hash.digest());
  return path;
}
