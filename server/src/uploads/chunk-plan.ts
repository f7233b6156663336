export interface ChunkPlan {
  chunkSizeBytes: number;
  totalChunks: number;
}

/** The base size, doubled until the file has no more chunks than the store takes: 10,000 on disk. */
export function planChunks(fileSizeBytes: number, baseSizeBytes: number, mostChunks: number): ChunkPlan {
  let chunkSizeBytes = baseSizeBytes;
  while (Math.ceil(fileSizeBytes / chunkSizeBytes) > mostChunks) chunkSizeBytes *= 2;
  return { chunkSizeBytes, totalChunks: Math.ceil(fileSizeBytes / chunkSizeBytes) };
}

/** Every chunk is full but the last, which is the rest. */
export function sizeOfChunk(file: ChunkPlan & { sizeBytes: number }, index: number): number {
  return index < file.totalChunks - 1 ? file.chunkSizeBytes : file.sizeBytes - index * file.chunkSizeBytes;
}
