import { isNode, nodeBuiltIn } from "../node-built-in.ts";

/** What is hashed at a stretch: under a millisecond, so that the chunk that is on its way is not held up. */
const stretchBytes = 1024 * 1024;

/** `Content-Digest` of RFC 9530, or undefined where there is nothing to hash with: pages that were not loaded over https. */
export async function contentDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const base64 = isNode ? await hashByStretches(bytes) : await hashAtOnce(bytes);
  return base64 && `sha-256=:${base64}:`;
}

/** The same of bytes that come one piece after the other, which only Node can hash. */
export async function digestOfPieces(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const { createHash } = await nodeBuiltIn<typeof import("node:crypto")>("node:crypto");
  const hash = createHash("sha256");
  for await (const piece of pieces) hash.update(piece);
  return `sha-256=:${hash.digest("base64")}:`;
}

/** Web Crypto copies all it hashes; for large chunks that costs half as much again in time, and the copies in memory. */
async function hashByStretches(bytes: Uint8Array): Promise<string> {
  const { createHash } = await nodeBuiltIn<typeof import("node:crypto")>("node:crypto");
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += stretchBytes) {
    hash.update(bytes.subarray(at, at + stretchBytes));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return hash.digest("base64");
}

async function hashAtOnce(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const hash = globalThis.crypto?.subtle && (await crypto.subtle.digest("SHA-256", bytes));
  return hash && btoa(String.fromCharCode(...new Uint8Array(hash)));
}
