import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

/** Encrypts secrets at rest. */
export interface Encryption {
  encrypt(plain: string): Buffer;
  decrypt(encrypted: Buffer): string;
  /** Identifies the key without revealing it. */
  fingerprint: string;
}

export const encryptionKeyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a fresh nonce, laid out as nonce, tag, cipher text. Decryption needs the same `context`. */
export function encryptBytes(key: Buffer, plain: Buffer, context = ""): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

export function decryptBytes(key: Buffer, encrypted: Buffer, context = ""): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(0, nonceBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes + tagBytes)), decipher.final()]);
}

export function makeEncryption(key: Buffer): Encryption {
  return {
    encrypt: (plain) => encryptBytes(key, Buffer.from(plain)),
    decrypt: (encrypted) => decryptBytes(key, encrypted).toString("utf8"),
    fingerprint: createHmac("sha256", key).update("assay encryption key").digest("hex"),
  };
}
