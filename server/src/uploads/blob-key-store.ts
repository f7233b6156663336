/** The data key of a blob, encrypted ("wrapped") by the master key `keyId`. */
export interface WrappedKey {
  keyId: string;
  wrapped: Buffer;
}

/** Holds the data key of each encrypted blob, so that rotating master keys changes no byte of a blob. A blob without one is plain. */
export interface BlobKeyStore {
  find(blobKey: string): Promise<WrappedKey | undefined>;
  /**
   * Returns the existing key when another process was first. With `removeAfter`, the blob is added to the unclaimed blobs in
   * the same statement, so that the key is removed if the upload is never saved.
   */
  add(blobKey: string, key: WrappedKey, removeAfter?: Date): Promise<WrappedKey>;
  remove(blobKey: string): Promise<void>;
  /** Keys that are wrapped by another master key than this one. */
  listOthers(keyId: string, limit: number): Promise<(WrappedKey & { blobKey: string })[]>;
  rewrap(blobKey: string, key: WrappedKey): Promise<void>;
}
