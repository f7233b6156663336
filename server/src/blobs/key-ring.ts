import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { WrappedKey } from "../uploads/blob-key-store.ts";

/** The keys that wrap the keys of blobs, by name; the first one wraps new ones. */
export interface BlobMasterKey {
  id: string;
  key: Buffer;
}

export const masterKeyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Undefined for what is no list of `name:base64`. */
export function parseMasterKeys(text: string): BlobMasterKey[] | undefined {
  const keys = text.split(",").map((one) => {
    const [, id = "", value = ""] = /^\s*([A-Za-z0-9._-]{1,64}):([A-Za-z0-9+/_=-]+)\s*$/.exec(one) ?? [];
    return { id, key: Buffer.from(value, "base64") };
  });
  const areDistinct = new Set(keys.map(({ id }) => id)).size === keys.length;
  return areDistinct && keys.every(({ key }) => key.length === masterKeyBytes) ? keys : undefined;
}

// Bound to its blob: a wrapped key that is put beside another blob does not open.
const boundTo = (blobKey: string, keyId: string) => Buffer.from(`assay blob key\n${keyId}\n${blobKey}`);

export function wrapKey({ id, key }: BlobMasterKey, blobKey: string, dataKey: Buffer): WrappedKey {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(boundTo(blobKey, id));
  const text = Buffer.concat([cipher.update(dataKey), cipher.final()]);
  return { keyId: id, wrapped: Buffer.concat([nonce, cipher.getAuthTag(), text]) };
}

export function unwrapKey(keys: BlobMasterKey[], blobKey: string, { keyId, wrapped }: WrappedKey): Buffer {
  const master = keys.find(({ id }) => id === keyId);
  if (master === undefined) throw new Error(`ASSAY_BLOB_KEYS lacks the key ${keyId}, which blob ${blobKey} needs`);
  const decipher = createDecipheriv("aes-256-gcm", master.key, wrapped.subarray(0, nonceBytes))
    .setAAD(boundTo(blobKey, keyId))
    .setAuthTag(wrapped.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(wrapped.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
