import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

/** Encrypts secrets at rest: AES-256-GCM with a fresh nonce for each text, laid out as nonce, tag, cipher text. */
export interface Encryption {
  encrypt(plain: string): Buffer;
  decrypt(encrypted: Buffer): string;
  /** Identifies the key without revealing it. */
  fingerprint: string;
}

export const encryptionKeyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

export function makeEncryption(key: Buffer): Encryption {
  return {
    encrypt(plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    decrypt(encrypted) {
      const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(0, nonceBytes));
      decipher.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = encrypted.subarray(nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
    },
    fingerprint: createHmac("sha256", key).update("assay encryption key").digest("hex"),
  };
}
