import type { Id } from "../platform/ids.ts";
import type { Signer } from "../platform/signer.ts";
import { canonicalJson, sha256Of } from "../records/canonical-json.ts";
import type { StoredAnchor } from "./anchor-store.ts";
import type { ChainHead } from "./audit-chain.ts";

/** The ends of all chains at a time. Anchors are a chain, too. */
export interface Anchor {
  format: 1;
  number: number;
  at: string;
  /** Of the previous anchor's text; null for the first. */
  previousSha256: string | null;
  auditLog: ChainHead;
  /** The companies' chains of records that have grown since the previous anchor. */
  records: (ChainHead & { companyId: Id })[];
  keyId: string;
}

interface SignedAnchor {
  anchor: Anchor;
  /** Ed25519 over the anchor's canonical JSON, base64. */
  signature: string;
}

export function signAnchor(signer: Signer, content: Omit<Anchor, "format" | "keyId">): StoredAnchor {
  const anchor: Anchor = { format: 1, keyId: signer.keyId, ...content };
  const signed: SignedAnchor = { anchor, signature: signer.sign(canonicalJson(anchor)) };
  return { number: anchor.number, text: canonicalJson(signed) };
}

/** Undefined for a text that this key has not signed. */
export function readAnchor(signer: Pick<Signer, "verify">, text: string): Anchor | undefined {
  try {
    const { anchor, signature } = JSON.parse(text) as SignedAnchor;
    return anchor.format === 1 && signer.verify(canonicalJson(anchor), signature) ? anchor : undefined;
  } catch {
    return undefined;
  }
}

export const hashAnchor = sha256Of;
