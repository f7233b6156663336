import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from "node:crypto";

/** Signs with Ed25519, with the same key on every node. */
export interface Signer {
  /** The first 16 hex digits of the public key's SHA-256. */
  keyId: string;
  /** PEM. */
  publicKey: string;
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

/** The PKCS #8 header of an Ed25519 private key, before its 32 bytes (RFC 8410). */
const privateKeyPrefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** All nodes of one database have the same encryption key, so a key derived from it needs no further secret. */
export function makeSigner(encryptionKey: Buffer, purpose: string): Signer {
  const seed = Buffer.from(hkdfSync("sha256", encryptionKey, "", purpose, 32));
  const key = createPrivateKey({ key: Buffer.concat([privateKeyPrefix, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(key);
  return {
    keyId: computeKeyId(publicKey),
    publicKey: publicKey.export({ format: "pem", type: "spki" }).toString(),
    sign: (text) => sign(null, Buffer.from(text), key).toString("base64"),
    verify: (text, signature) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64")),
  };
}

function computeKeyId(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ format: "der", type: "spki" }))
    .digest("hex")
    .slice(0, 16);
}
