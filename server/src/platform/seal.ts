import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

/** Keeps secrets at rest: AES-256-GCM, a fresh nonce for each text, laid out as nonce, tag, cipher text. */
export interface Seal {
  seal(plain: string): Buffer;
  open(sealed: Buffer): string;
  /** Tells two keys apart without telling either. */
  fingerprint: string;
}

export const sealKeyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

export function makeSeal(key: Buffer): Seal {
  return {
    seal(plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed) {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes));
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = sealed.subarray(nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
    },
    fingerprint: createHmac("sha256", key).update("assay encryption key").digest("hex"),
  };
}
