import { AssayError } from "../assay-error.ts";
import type { ChunkReceipt, UploadStatus } from "../operation-types.ts";
import type { RetryPolicy } from "../retry.ts";
import { type Send, segment } from "../transport.ts";
import { contentDigest } from "./content-digest.ts";
import type { FileSource, OpenFile } from "./file-source.ts";
import type { ResumeFile } from "./resume-token.ts";

/** Longer than a restart of the service, its database's recovery included, and than most losses of a network. */
export const patience: RetryPolicy = { retries: Number.POSITIVE_INFINITY, forSeconds: 300 };

/** A chunk that the service does not expect sends us back to what it says it has; more often than this is no accident. */
const mostRealignments = 3;

export interface ChunkDeps {
  send: Send;
  signal: AbortSignal | undefined;
}

interface Chunk {
  bytes: Uint8Array<ArrayBuffer>;
  digest: string | undefined;
}

async function prepare(file: OpenFile, { size, chunkSizeBytes }: ResumeFile, index: number): Promise<Chunk> {
  const offset = index * chunkSizeBytes;
  const bytes = await file.read(offset, Math.min(chunkSizeBytes, size - offset));
  return { bytes, digest: await contentDigest(bytes) };
}

function putChunk(
  { send, signal }: ChunkDeps,
  sessionId: string,
  fileId: string,
  index: number,
  { bytes, digest }: Chunk,
): Promise<ChunkReceipt> {
  return send<ChunkReceipt>({
    method: "PUT",
    path: `/v1/documents/upload/${segment(sessionId)}/files/${segment(fileId)}/chunks/${index}`,
    bytes,
    headers: { "content-type": "application/octet-stream", ...(digest !== undefined && { "content-digest": digest }) },
    policy: patience,
    signal,
  });
}

export function readStatus({ send, signal }: ChunkDeps, sessionId: string): Promise<UploadStatus> {
  return send<UploadStatus>({
    method: "GET",
    path: `/v1/documents/upload/${segment(sessionId)}/status`,
    policy: patience,
    signal,
  });
}

/** Sends the chunks of one file from the given one on, in order; the next one is read and hashed while one is on its way. */
export async function sendChunks(
  deps: ChunkDeps,
  sessionId: string,
  file: ResumeFile,
  source: FileSource,
  firstIndex: number,
  onReceipt: (receipt: ChunkReceipt, index: number) => void,
): Promise<void> {
  const opened = await source.open();
  try {
    let realignments = 0;
    let index = firstIndex;
    let prepared = prepare(opened, file, index);
    while (index < file.totalChunks) {
      const chunk = await prepared;
      if (index + 1 < file.totalChunks) {
        prepared = prepare(opened, file, index + 1);
        // Heard of in its turn; until then it must not count as unheard.
        prepared.catch(() => undefined);
      }
      try {
        onReceipt(await putChunk(deps, sessionId, file.fileId, index, chunk), index);
        index += 1;
      } catch (error) {
        const isMisplaced = error instanceof AssayError && error.code === "chunk_out_of_order";
        if (!isMisplaced || ++realignments > mostRealignments) throw error;
        await prepared.catch(() => undefined);
        const status = await readStatus(deps, sessionId);
        index = status.files.find(({ fileId }) => fileId === file.fileId)?.receivedChunks.length ?? 0;
        prepared = prepare(opened, file, index);
      }
    }
  } finally {
    await opened.close();
  }
}
