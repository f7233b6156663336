/** The result of checking a report's signature. */
export type ReportCheck =
  | { isGenuine: true; keyId: string }
  | {
      isGenuine: false;
      /** `other_key`: the report was signed by another service. `changed`: it was changed after signing. */
      reason: "unsigned" | "other_key" | "changed";
    };

const marker = "% assay-signature v1 ";
/** Longer than the signature line. */
const maxLineBytes = 200;

/**
 * Checks a PDF report, whose last line signs all bytes before it. `key` must come from the service's `getReportSigningKey`; the key
 * printed in a report proves nothing.
 */
export async function verifyReport(
  report: Uint8Array<ArrayBuffer> | Blob,
  key: { keyId: string; publicKey: string },
): Promise<ReportCheck> {
  const bytes = report instanceof Blob ? new Uint8Array(await report.arrayBuffer()) : report;
  const tail = new TextDecoder("latin1").decode(bytes.subarray(-maxLineBytes));
  const start = tail.lastIndexOf(marker);
  const [, keyId, signature] = tail.slice(start).match(/^% assay-signature v1 ([0-9a-f]{16}) ([\w+/=]{88})\n$/) ?? [];
  if (start < 0 || keyId === undefined || signature === undefined) return { isGenuine: false, reason: "unsigned" };
  if (keyId !== key.keyId) return { isGenuine: false, reason: "other_key" };
  const file = bytes.subarray(0, bytes.length - (tail.length - start));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", file));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const publicKey = await crypto.subtle.importKey("spki", fromPem(key.publicKey), "Ed25519", false, ["verify"]);
  const signed = new TextEncoder().encode(`assay report file v1\nsha256 ${hex}\n`);
  const isGenuine = await crypto.subtle.verify("Ed25519", publicKey, fromBase64(signature), signed);
  return isGenuine ? { isGenuine, keyId } : { isGenuine, reason: "changed" };
}

const fromPem = (pem: string) => fromBase64(pem.replaceAll(/-----[^-]+-----|\s/g, ""));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
