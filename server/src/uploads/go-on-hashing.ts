import { BlobMissing, type BlobStore } from "./blob-store.ts";
import { canGoOnFrom } from "./hashing.ts";
import { openSha256, type Sha256 } from "./sha256.ts";
import type { UploadFile, UploadStore } from "./upload-session.ts";

interface GoOnHashingDeps {
  uploads: Pick<UploadStore, "replaceSha256State">;
  blobs: Pick<BlobStore, "readRange">;
}

/** Those whose stored bytes are being read right now: a chunk that is sent again meanwhile waits for the same outcome. */
const underWay = new Map<string, Promise<Buffer>>();

/**
 * The hash of a whole file, for the bytes that come next. It goes on where the last stored chunk left it, on whichever node
 * that was. A state that cannot be used, because another version of the library or some damage made it, is made again from
 * what is stored: `BlobMissing` where that cannot be read, as in a store that gives no part back before the blob is whole.
 */
export async function goOnHashing(deps: GoOnHashingDeps, file: UploadFile): Promise<Sha256> {
  if (file.receivedChunks === 0) return openSha256({ isResumable: true });
  const { sha256State: saved } = file;
  const isUsable = saved !== undefined && (await canGoOnFrom(saved));
  return openSha256({ isResumable: true, state: isUsable ? saved : await makeStateOnce(deps, file) });
}

function makeStateOnce(deps: GoOnHashingDeps, file: UploadFile): Promise<Buffer> {
  const key = `${file.blob.key} ${file.receivedChunks}`;
  const making = underWay.get(key) ?? makeState(deps, file).finally(() => underWay.delete(key));
  underWay.set(key, making);
  return making;
}

/**
 * Saved before the next chunk counts: reading a large file takes longer than some connections last, and whoever sends the
 * chunk again must find it done.
 */
async function makeState({ uploads, blobs }: GoOnHashingDeps, file: UploadFile): Promise<Buffer> {
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
