import { isNode, nodeBuiltIn } from "../node-built-in.ts";

/** Takes bytes piece by piece, where that can be done. */
export interface PieceDigest {
  add(piece: Uint8Array): void;
  /** As `Content-Digest` of RFC 9530 has it. */
  end(): string;
}

/** Undefined outside Node: Web Crypto hashes only what is there as a whole. In Node it would copy all it hashes. */
export async function openPieceDigest(): Promise<PieceDigest | undefined> {
  if (!isNode) return undefined;
  const { createHash } = await nodeBuiltIn<typeof import("node:crypto")>("node:crypto");
  const hash = createHash("sha256");
  return {
    add: (piece) => hash.update(piece),
    end: () => `sha-256=:${hash.digest("base64")}:`,
  };
}

/** The same of the whole, or undefined where there is nothing to hash with: pages that were not loaded over https. */
export async function wholeDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const hash = globalThis.crypto?.subtle && (await crypto.subtle.digest("SHA-256", bytes));
  return hash && `sha-256=:${btoa(String.fromCharCode(...new Uint8Array(hash)))}:`;
}
