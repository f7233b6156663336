import { createHash } from "node:crypto";

/**
 * Canonical JSON (RFC 8785): members sorted by name, no white space, numbers and strings as JSON.stringify writes them.
 * Anyone can hash a value from an API response and compare it with the recorded hash.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    // Sorted by UTF-16 code units, as the RFC requires.
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Lower-case hex of the SHA-256. */
export function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
