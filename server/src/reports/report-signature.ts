import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from "node:crypto";
import type { ContentSignature, ReportHead } from "./report-content.ts";

/** Signs reports with the same key on every node. */
export interface ReportSigner {
  /** The first 16 hex digits of the public key's SHA-256. */
  keyId: string;
  /** PEM. */
  publicKey: string;
  sign(text: string): string;
}

/** The PKCS #8 header of an Ed25519 private key, before its 32 bytes (RFC 8410). */
const privateKeyPrefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** All nodes of one database have the same encryption key, so a key derived from it needs no further secret (docs/decisions/0018). */
export function makeReportSigner(encryptionKey: Buffer): ReportSigner {
  const seed = Buffer.from(hkdfSync("sha256", encryptionKey, "", "assay report signature v1", 32));
  const key = createPrivateKey({ key: Buffer.concat([privateKeyPrefix, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(key);
  return {
    keyId: computeKeyId(publicKey),
    publicKey: publicKey.export({ format: "pem", type: "spki" }).toString(),
    sign: (text) => sign(null, Buffer.from(text), key).toString("base64"),
  };
}

function computeKeyId(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ format: "der", type: "spki" }))
    .digest("hex")
    .slice(0, 16);
}

export function signContent(
  signer: ReportSigner,
  { review, generatedAt }: Pick<ReportHead, "review" | "generatedAt">,
  contentSha256: string,
): ContentSignature {
  const statement = [
    "assay report v1",
    `review ${review.id}`,
    `generated ${generatedAt.toISOString()}`,
    `content sha256 ${contentSha256}`,
    "",
  ].join("\n");
  const { keyId, publicKey } = signer;
  return { contentSha256, statement, signature: signer.sign(statement), keyId, publicKey };
}

/** A PDF comment after the end of the file that signs every byte before it. `assay report verify` checks it. */
export function formatFileSignature(signer: ReportSigner, fileSha256: string): string {
  return `% assay-signature v1 ${signer.keyId} ${signer.sign(`assay report file v1\nsha256 ${fileSha256}\n`)}\n`;
}
