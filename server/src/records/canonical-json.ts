import { createHash } from "node:crypto";

/**
 * JSON that is the same for the same values (RFC 8785): members by name, no space, numbers and texts as JSON.stringify
 * writes them. So anyone can hash what an answer of the API holds and get the hash that was recorded.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    // Default order: by UTF-16 code units, as the RFC has it.
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Lower-case hex of the SHA-256. */
export function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
