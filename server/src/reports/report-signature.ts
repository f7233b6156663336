import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from "node:crypto";
import type { ReportHead, ReportSeal } from "./report-content.ts";

/** Signs reports, on every node alike. */
export interface ReportSigner {
  /** Of the public key: the first 16 hex digits of its SHA-256. */
  keyId: string;
  /** PEM. */
  publicKey: string;
  sign(text: string): string;
}

/** What an Ed25519 private key looks like in PKCS #8 before its 32 bytes (RFC 8410). */
const privateKeyPrefix = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * All nodes on one database hold the same encryption key, so a key derived from it is the same on all of them, and there
 * is no further secret to keep: see docs/decisions/0018.
 */
export function makeReportSigner(encryptionKey: Buffer): ReportSigner {
  const seed = Buffer.from(hkdfSync("sha256", encryptionKey, "", "assay report signature v1", 32));
  const key = createPrivateKey({ key: Buffer.concat([privateKeyPrefix, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(key);
  return {
    keyId: keyIdOf(publicKey),
    publicKey: publicKey.export({ format: "pem", type: "spki" }).toString(),
    sign: (text) => sign(null, Buffer.from(text), key).toString("base64"),
  };
}

function keyIdOf(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ format: "der", type: "spki" }))
    .digest("hex")
    .slice(0, 16);
}

export function sealContent(
  signer: ReportSigner,
  { review, generatedAt }: Pick<ReportHead, "review" | "generatedAt">,
  contentSha256: string,
): ReportSeal {
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

/**
 * The last line of a PDF, after its end: a comment to every reader of PDFs, and a signature over each byte before it. `assay report verify`
 * checks it.
 */
export function fileSignatureLine(signer: ReportSigner, fileSha256: string): string {
  return `% assay-signature v1 ${signer.keyId} ${signer.sign(`assay report file v1\nsha256 ${fileSha256}\n`)}\n`;
}
