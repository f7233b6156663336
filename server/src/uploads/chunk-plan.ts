export interface ChunkPlan {
  chunkSizeBytes: number;
  totalChunks: number;
}

/** Doubles the base size until the file fits into the number of chunks that the store allows. */
export function planChunks(fileSizeBytes: number, baseSizeBytes: number, maxChunks: number): ChunkPlan {
  let chunkSizeBytes = baseSizeBytes;
  while (Math.ceil(fileSizeBytes / chunkSizeBytes) > maxChunks) chunkSizeBytes *= 2;
  return { chunkSizeBytes, totalChunks: Math.ceil(fileSizeBytes / chunkSizeBytes) };
}

/** Every chunk but the last is full. */
export function sizeOfChunk(file: ChunkPlan & { sizeBytes: number }, index: number): number {
  return index < file.totalChunks - 1 ? file.chunkSizeBytes : file.sizeBytes - index * file.chunkSizeBytes;
}
