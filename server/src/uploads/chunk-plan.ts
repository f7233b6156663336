/** S3 takes at most this many parts; we keep to it everywhere, so that a file can move between stores. */
const mostChunks = 10_000;

export interface ChunkPlan {
  chunkSizeBytes: number;
  totalChunks: number;
}

/** The base size, doubled until the file has at most 10,000 chunks. */
export function planChunks(fileSizeBytes: number, baseSizeBytes: number): ChunkPlan {
  let chunkSizeBytes = baseSizeBytes;
  while (Math.ceil(fileSizeBytes / chunkSizeBytes) > mostChunks) chunkSizeBytes *= 2;
  return { chunkSizeBytes, totalChunks: Math.ceil(fileSizeBytes / chunkSizeBytes) };
}

/** Every chunk is full but the last, which is the rest. */
export function sizeOfChunk(file: ChunkPlan & { sizeBytes: number }, index: number): number {
  return index < file.totalChunks - 1 ? file.chunkSizeBytes : file.sizeBytes - index * file.chunkSizeBytes;
}
