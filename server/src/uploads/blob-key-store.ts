/** The key a blob's bytes are encrypted with, itself encrypted by the key of that name. */
export interface WrappedKey {
  keyId: string;
  wrapped: Buffer;
}

/** One for each encrypted blob; a blob without one is plain. Kept beside the rows, so that no byte moves when keys change. */
export interface BlobKeyStore {
  find(blobKey: string): Promise<WrappedKey | undefined>;
  /**
   * Yields the one that is there should somebody have been quicker. With a time, the blob is noted as unclaimed in the same
   * step, so that the key goes with it when nothing comes of it by then.
   */
  add(blobKey: string, key: WrappedKey, removeAfter?: Date): Promise<WrappedKey>;
  remove(blobKey: string): Promise<void>;
  /** Those that are wrapped by another key than this one. */
  listOthers(keyId: string, limit: number): Promise<(WrappedKey & { blobKey: string })[]>;
  rewrap(blobKey: string, key: WrappedKey): Promise<void>;
}
