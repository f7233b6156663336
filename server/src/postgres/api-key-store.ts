import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import type { ApiKey, ApiKeyStore, KeyTier } from "../tenancy/api-key.ts";
import { type OverridesRow, toOverrides } from "./partner-store.ts";
import { execute, firstRow, pastEveryId, type QueryRunner, rows, statement } from "./query.ts";

interface KeyRow {
  id: Id;
  tier: KeyTier;
  partner_id: Id;
  company_id: Id | null;
  hash: Buffer;
  prefix: string;
  last_four: string;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

/** Every node listens here and forgets the key whose hash, in hex, is announced. */
export const revocationChannel = "assay_key_revoked";

const columns =
  "id, tier, partner_id, company_id, hash, prefix, last_four, created_at, expires_at, revoked_at, last_used_at";

const insert = statement(`INSERT INTO api_keys (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`);
const findByHash = statement(
  `SELECT k.id, k.tier, k.partner_id, k.company_id, k.hash, k.expires_at, k.revoked_at,
          p.partner_per_minute, p.company_per_minute, p.submissions_per_hour
     FROM api_keys k JOIN partners p ON p.id = k.partner_id
    WHERE k.hash = $1`,
);
const listOfPartner = statement(
  `SELECT ${columns} FROM api_keys WHERE partner_id = $1 AND company_id IS NULL AND id < $2 ORDER BY id DESC LIMIT $3`,
);
const listOfCompany = statement(
  `SELECT ${columns} FROM api_keys WHERE company_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
);
const lock = statement(`SELECT ${columns} FROM api_keys WHERE id = $1 FOR UPDATE`);
const revoke = statement("UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL");
const announce = statement("SELECT pg_notify($1, $2)");
const touch = statement(
  "UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)",
);

function fromRow(row: KeyRow): ApiKey {
  return {
    id: row.id,
    tier: row.tier,
    partnerId: row.partner_id,
    companyId: row.company_id ?? undefined,
    hash: row.hash,
    prefix: row.prefix,
    lastFour: row.last_four,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}

export function apiKeyStore(run: QueryRunner): ApiKeyStore {
  return {
    async insert(key) {
      const { id, tier, partnerId, companyId, hash, prefix, lastFour, createdAt, expiresAt, revokedAt, lastUsedAt } =
        key;
      await execute(run, insert, [
        id,
        tier,
        partnerId,
        companyId,
        hash,
        prefix,
        lastFour,
        createdAt,
        expiresAt,
        revokedAt,
        lastUsedAt,
      ]);
    },
    async findByHash(hash) {
      const row = await firstRow<KeyRow & OverridesRow>(run, findByHash, [hash]);
      if (row === undefined) return undefined;
      return {
        id: row.id,
        tier: row.tier,
        partnerId: row.partner_id,
        companyId: row.company_id ?? undefined,
        hash: row.hash,
        expiresAt: row.expires_at ?? undefined,
        revokedAt: row.revoked_at ?? undefined,
        overrides: toOverrides(row),
      };
    },
    async list({ partnerId, companyId }, page) {
      const query = companyId === undefined ? listOfPartner : listOfCompany;
      const found = await rows<KeyRow>(run, query, [
        companyId ?? partnerId,
        page.before ?? pastEveryId,
        page.limit + 1,
      ]);
      return toPage(found.map(fromRow), page);
    },
    async revoke(id, at) {
      const row = await firstRow<KeyRow>(run, lock, [id]);
      if (row === undefined) return undefined;
      await execute(run, revoke, [id, at]);
      await execute(run, announce, [revocationChannel, row.hash.toString("hex")]);
      return fromRow(row);
    },
    async touch(id, at) {
      await execute(run, touch, [id, at]);
    },
  };
}
