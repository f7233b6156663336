import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest } from "../platform/page.ts";
import type { RateOverrides } from "./rate-policy.ts";

export type KeyTier = "partner" | "company";

/** What a key may do within its tier; http/key-scopes.ts says what that is. */
export const keyScopes = ["read", "submit", "webhooks", "all"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** What the owner of a key may set and change. */
export interface KeyRestrictions {
  label: string | undefined;
  scopes: KeyScope[];
  /** In CIDR notation; none: from everywhere. */
  networks: string[];
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 32;
const checkLength = 6;
/** Characters of the secret that stay readable after `assay_partner_`, so that people can tell their keys apart. */
const shownSecretLength = 4;

/** A new key. Its plain text is shown once; only the hash is stored. */
export interface FreshKey {
  plainText: string;
  hash: Buffer;
  prefix: string;
  lastFour: string;
}

/** A checksum at the end of each key lets secret scanners and clients detect typing errors offline. */
function makeChecksum(text: string): string {
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
  const plainText = `${tierPrefix}${secret}${makeChecksum(tierPrefix + secret)}`;
  return {
    plainText,
    hash: hashKey(plainText),
    prefix: plainText.slice(0, tierPrefix.length + shownSecretLength),
    lastFour: plainText.slice(-4),
  };
}

/** Whether the service may have issued it: a tier, a secret and its checksum. */
export function isWellFormedKey(plainText: string): boolean {
  const body = plainText.slice(0, -checkLength);
  return /^assay_(partner|company)_[0-9A-Za-z]{32}$/.test(body) && makeChecksum(body) === plainText.slice(-checkLength);
}

/** Plain SHA-256 is enough: a key has 190 random bits, so guessing is hopeless even with a fast hash. */
export function hashKey(plainText: string): Buffer {
  return hash("sha256", plainText, "buffer");
}

export interface ApiKey extends KeyRestrictions {
  id: Id;
  tier: KeyTier;
  partnerId: Id;
  companyId: Id | undefined;
  hash: Buffer;
  prefix: string;
  lastFour: string;
  /** The tier of who issued it; undefined if that was before it was stored. */
  issuedBy: "admin" | "partner" | "company" | undefined;
  createdAt: Date;
  expiresAt: Date | undefined;
  revokedAt: Date | undefined;
  lastUsedAt: Date | undefined;
}

/** The result of a look-up by hash: the key, and what its partner may do. */
export interface KnownKey
  extends Pick<
    ApiKey,
    "id" | "tier" | "partnerId" | "companyId" | "hash" | "expiresAt" | "revokedAt" | "scopes" | "networks"
  > {
  overrides: RateOverrides;
  /** The partner is. */
  isSuspended: boolean;
}

export type KeyOwner = { partnerId: Id; companyId?: Id };

export interface ApiKeyStore {
  insert(key: ApiKey): Promise<void>;
  findByHash(hash: Buffer): Promise<KnownKey | undefined>;
  list(owner: KeyOwner, page: PageRequest): Promise<Page<ApiKey>>;
  find(id: Id): Promise<ApiKey | undefined>;
  /** Locks the key until the transaction ends. */
  lock(id: Id): Promise<ApiKey | undefined>;
  /** Saves its restrictions and expiry. Every node is notified when the transaction commits. */
  update(key: ApiKey): Promise<void>;
  /** Returns the key as it was before, or undefined when there is none. Every node is notified when the transaction commits. */
  revoke(id: Id, at: Date): Promise<ApiKey | undefined>;
  touch(id: Id, at: Date): Promise<void>;
}
