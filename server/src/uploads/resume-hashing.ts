import { BlobMissing, type BlobStore } from "./blob-store.ts";
import { canResumeFrom } from "./hashing.ts";
import { openSha256, type Sha256 } from "./sha256.ts";
import type { UploadFile, UploadStore } from "./upload-session.ts";

interface ResumeHashingDeps {
  uploads: Pick<UploadStore, "replaceSha256State">;
  blobs: Pick<BlobStore, "readRange">;
}

/** Rebuilds in progress: a chunk that is sent again meanwhile waits for the same rebuild. */
const rebuilds = new Map<string, Promise<Buffer>>();

/**
 * Opens the hash of the whole file for the bytes that come next. It resumes from the state saved after the last stored
 * chunk, on whichever node that was. A state that cannot be loaded (damaged, or made by another version of the library)
 * is rebuilt from the stored bytes. Throws `BlobMissing` where they cannot be read, as on S3 before the upload completes.
 */
export async function resumeHashing(deps: ResumeHashingDeps, file: UploadFile): Promise<Sha256> {
  if (file.receivedChunks === 0) return openSha256({ isResumable: true });
  const { sha256State: saved } = file;
  const isUsable = saved !== undefined && (await canResumeFrom(saved));
  return openSha256({ isResumable: true, state: isUsable ? saved : await rebuildStateOnce(deps, file) });
}

function rebuildStateOnce(deps: ResumeHashingDeps, file: UploadFile): Promise<Buffer> {
  const key = `${file.blob.key} ${file.receivedChunks}`;
  const rebuild = rebuilds.get(key) ?? rebuildState(deps, file).finally(() => rebuilds.delete(key));
  rebuilds.set(key, rebuild);
  return rebuild;
}

/**
 * The state is saved before the next chunk counts: reading a large file takes longer than some connections last, and
 * whoever sends the chunk again must find it there.
 */
async function rebuildState({ uploads, blobs }: ResumeHashingDeps, file: UploadFile): Promise<Buffer> {
  const { blob, receivedChunks, chunkSizeBytes } = file;
  const storedBytes = receivedChunks * chunkSizeBytes;
  const hash = openSha256({ isResumable: true });
  try {
    let readBytes = 0;
    for await (const piece of await blobs.readRange(blob.key, 0, storedBytes)) {
      readBytes += piece.length;
      await hash.add(piece);
    }
    if (readBytes !== storedBytes) throw new BlobMissing(blob.key);
    const state = await hash.state();
    await uploads.replaceSha256State(file, state);
    return state;
  } finally {
    hash.drop();
  }
}
