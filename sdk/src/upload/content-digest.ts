import { isNode, nodeBuiltIn } from "../node-built-in.ts";

/** Hashes bytes piece by piece. */
export interface IncrementalDigest {
  add(piece: Uint8Array): void;
  /** In the form of `Content-Digest`, RFC 9530. */
  end(): string;
}

/** Undefined outside Node: Web Crypto cannot hash piece by piece. In Node it would copy all bytes. */
export async function openIncrementalDigest(): Promise<IncrementalDigest | undefined> {
  if (!isNode) return undefined;
  const { createHash } = await nodeBuiltIn<typeof import("node:crypto")>("node:crypto");
  const hash = createHash("sha256");
  return {
    add: (piece) => hash.update(piece),
    end: () => `sha-256=:${hash.digest("base64")}:`,
  };
}

/** Undefined on pages without https, which have no Web Crypto. */
export async function digestWhole(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const hash = globalThis.crypto?.subtle && (await crypto.subtle.digest("SHA-256", bytes));
  return hash && `sha-256=:${btoa(String.fromCharCode(...new Uint8Array(hash)))}:`;
}
