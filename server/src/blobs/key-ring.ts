import { decryptBytes, encryptBytes, encryptionKeyBytes } from "../platform/encryption.ts";
import type { WrappedKey } from "../uploads/blob-key-store.ts";

/** A key that wraps the data keys of blobs. The first one in the settings wraps new data keys. */
export interface BlobMasterKey {
  id: string;
  key: Buffer;
}

/** Undefined for a text that is not a list of `name:base64` with distinct names. */
export function parseMasterKeys(text: string): BlobMasterKey[] | undefined {
  const keys = text.split(",").map((one) => {
    const [, id = "", value = ""] = /^\s*([A-Za-z0-9._-]{1,64}):([A-Za-z0-9+/_=-]+)\s*$/.exec(one) ?? [];
    return { id, key: Buffer.from(value, "base64") };
  });
  const areDistinct = new Set(keys.map(({ id }) => id)).size === keys.length;
  return areDistinct && keys.every(({ key }) => key.length === encryptionKeyBytes) ? keys : undefined;
}

/** Binds a wrapped key to its blob: next to another blob it cannot be decrypted. */
const contextOf = (blobKey: string, keyId: string) => `assay blob key\n${keyId}\n${blobKey}`;

export function wrapKey({ id, key }: BlobMasterKey, blobKey: string, dataKey: Buffer): WrappedKey {
  return { keyId: id, wrapped: encryptBytes(key, dataKey, contextOf(blobKey, id)) };
}

export function unwrapKey(keys: BlobMasterKey[], blobKey: string, { keyId, wrapped }: WrappedKey): Buffer {
  const master = keys.find(({ id }) => id === keyId);
  if (master === undefined) throw new Error(`ASSAY_BLOB_KEYS lacks the key ${keyId}, which blob ${blobKey} needs`);
  return decryptBytes(master.key, wrapped, contextOf(blobKey, keyId));
}
