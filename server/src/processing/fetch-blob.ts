import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { BlobStore } from "../uploads/blob-store.ts";

/** Downloads a blob and returns its SHA-256. */
export async function fetchBlob(
  { blobs }: { blobs: Pick<BlobStore, "read"> },
  blobKey: string,
  path: string,
  signal?: AbortSignal,
): Promise<Buffer> {
  const hash = createHash("sha256");
  await pipeline(
    await blobs.read(blobKey),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
    { ...(signal && { signal }) },
  );
  return hash.digest();
}
