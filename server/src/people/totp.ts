import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Time-based one-time passwords (RFC 6238) as every authenticator app reads them: HMAC-SHA-1, 6 digits, 30 seconds. */
const stepSeconds = 30;
const digits = 6;
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20;
/** Steps before and after now whose codes are accepted, for clocks that differ. */
const tolerance = 1;

export const newTotpSecret = (): Buffer => randomBytes(secretBytes);

const base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648 without padding, as people type it into an app. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => base32Alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** The address that an authenticator app reads from a QR code. */
export function otpauthUri(secret: Buffer, email: string): string {
  const query = new URLSearchParams({ secret: toBase32(secret), issuer: "Assay" });
  return `otpauth://totp/Assay:${encodeURIComponent(email)}?${query}`;
}

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

export const stepAt = (instant: Date): number => Math.floor(instant.getTime() / 1000 / stepSeconds);

/**
 * The step of a right code. Codes up to `lastStep`, the last one that was accepted, are refused: "the verifier MUST NOT
 * accept the second attempt of the OTP" (RFC 6238, section 5.2).
 */
export function findStep(secret: Buffer, code: string, now: Date, lastStep: number | undefined): number | undefined {
  const current = stepAt(now);
  const given = Buffer.from(code);
  for (let step = current - tolerance; step <= current + tolerance; step++) {
    if (lastStep !== undefined && step <= lastStep) continue;
    const expected = Buffer.from(totpCode(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) return step;
  }
  return undefined;
}
