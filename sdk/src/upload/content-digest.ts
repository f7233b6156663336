import { isNode, nodeBuiltIn } from "../node-built-in.ts";

/** What is hashed at a stretch: under a millisecond, so that the chunk that is on its way is not held up. */
const stretchBytes = 1024 * 1024;

/** Works out a `Content-Digest` of RFC 9530 while the bytes come. */
export interface Digester {
  /** The next bytes. */
  update(piece: Uint8Array): void;
  /** After the last ones. */
  finish(): string;
}

/** Undefined where bytes can only be hashed as a whole: outside Node. */
export async function createDigester(): Promise<Digester | undefined> {
  if (!isNode) return undefined;
  const { createHash } = await nodeBuiltIn<typeof import("node:crypto")>("node:crypto");
  const hash = createHash("sha256");
  return { update: (piece) => hash.update(piece), finish: () => `sha-256=:${hash.digest("base64")}:` };
}

/** Hands over what is there already, with room for others in between. */
export async function byStretches(bytes: Uint8Array, take: (piece: Uint8Array) => void): Promise<void> {
  for (let at = 0; at < bytes.length; at += stretchBytes) {
    take(bytes.subarray(at, at + stretchBytes));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The digest by Web Crypto, which is what pages have: undefined on those that were not loaded over https. */
export async function digestAtOnce(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const hash = globalThis.crypto?.subtle && (await crypto.subtle.digest("SHA-256", bytes));
  return hash && `sha-256=:${btoa(String.fromCharCode(...new Uint8Array(hash)))}:`;
}
