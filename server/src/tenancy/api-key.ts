import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest } from "../platform/page.ts";
import type { RateOverrides } from "./rate-policy.ts";

export type KeyTier = "partner" | "company";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 32;
const checkLength = 6;
/** How much of a key is kept readable, so that people can tell their keys apart: `assay_partner_` and four more. */
const shownSecretLength = 4;

/** A key that exists only now: it is shown once and kept only as its hash. */
export interface FreshKey {
  plainText: string;
  hash: Buffer;
  prefix: string;
  lastFour: string;
}

/** The check at the end lets secret scanners and clients tell a real key from a typing error without asking us. */
function checkOf(text: string): string {
  let rest = crc32(text);
  let check = "";
  for (let i = 0; i < checkLength; i++) {
    check = base62[rest % 62] + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}

export function makeKey(tier: KeyTier): FreshKey {
  const tierPrefix = `assay_${tier}_`;
  const secret = Array.from({ length: secretLength }, () => base62[randomInt(62)]).join("");
  const plainText = `${tierPrefix}${secret}${checkOf(tierPrefix + secret)}`;
  return {
    plainText,
    hash: hashKey(plainText),
    prefix: plainText.slice(0, tierPrefix.length + shownSecretLength),
    lastFour: plainText.slice(-4),
  };
}

/** Plain SHA-256 is enough here: a key carries 190 random bits, so there is nothing to guess slowly. */
export function hashKey(plainText: string): Buffer {
  return hash("sha256", plainText, "buffer");
}

export interface ApiKey {
  id: Id;
  tier: KeyTier;
  partnerId: Id;
  companyId: Id | undefined;
  hash: Buffer;
  prefix: string;
  lastFour: string;
  createdAt: Date;
  expiresAt: Date | undefined;
  revokedAt: Date | undefined;
  lastUsedAt: Date | undefined;
}

/** What one look-up by hash yields: the key and the limits of its partner. */
export interface KnownKey
  extends Pick<ApiKey, "id" | "tier" | "partnerId" | "companyId" | "hash" | "expiresAt" | "revokedAt"> {
  overrides: RateOverrides;
}

export type KeyOwner = { partnerId: Id; companyId?: Id };

export interface ApiKeyStore {
  insert(key: ApiKey): Promise<void>;
  findByHash(hash: Buffer): Promise<KnownKey | undefined>;
  list(owner: KeyOwner, page: PageRequest): Promise<Page<ApiKey>>;
  /** Yields the key as it was before, or undefined when there is none. Every node hears of it when the transaction commits. */
  revoke(id: Id, at: Date): Promise<ApiKey | undefined>;
  touch(id: Id, at: Date): Promise<void>;
}
