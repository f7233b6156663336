import { makeSigner, type Signer } from "../platform/signer.ts";
import type { ContentSignature, ReportHead } from "./report-content.ts";

export type ReportSigner = Pick<Signer, "keyId" | "publicKey" | "sign">;

/** docs/decisions/0018 */
export const makeReportSigner = (encryptionKey: Buffer): ReportSigner =>
  makeSigner(encryptionKey, "assay report signature v1");

export function signContent(
  signer: ReportSigner,
  { review, generatedAt }: Pick<ReportHead, "review" | "generatedAt">,
  contentSha256: string,
  anchor?: { number: number; sha256: string },
): ContentSignature {
  const statement = [
    "assay report v1",
    `review ${review.id}`,
    `generated ${generatedAt.toISOString()}`,
    `content sha256 ${contentSha256}`,
    ...(anchor === undefined ? [] : [`anchor ${anchor.number} sha256 ${anchor.sha256}`]),
    "",
  ].join("\n");
  const { keyId, publicKey } = signer;
  return { contentSha256, statement, signature: signer.sign(statement), keyId, publicKey };
}

/** A PDF comment after the end of the file that signs every byte before it. `assay report verify` checks it. */
export function formatFileSignature(signer: ReportSigner, fileSha256: string): string {
  return `% assay-signature v1 ${signer.keyId} ${signer.sign(`assay report file v1\nsha256 ${fileSha256}\n`)}\n`;
}
