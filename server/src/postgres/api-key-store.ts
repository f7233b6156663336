import type { ApiKey, ApiKeyStore, KnownKey } from "../tenancy/api-key.ts";
import { overridesColumn, suspendedColumn } from "./partner-store.ts";
import { execute, type QueryRunner, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

/** Every node listens here and removes the key whose hash, in hex, is announced from its cache. */
export const revocationChannel = "assay_key_revoked";

const keys = rowMapper<ApiKey>(
  ["id", "tier", "partnerId", "hash", "prefix", "lastFour", "scopes", "networks", "createdAt"],
  ["label", "issuedBy", "companyId", "expiresAt", "revokedAt", "lastUsedAt"],
);
const knownKeys = rowMapper<Omit<KnownKey, "overrides" | "isSuspended">>(
  ["id", "tier", "partnerId", "hash", "scopes", "networks"],
  ["companyId", "expiresAt", "revokedAt"],
);

const insert = keys.insertInto("api_keys");
const findByHash = statement(
  `SELECT ${knownKeys.columns("k")}, ${overridesColumn}, ${suspendedColumn}
     FROM api_keys k JOIN partners p ON p.id = k.partner_id WHERE k.hash = $1`,
);
const listOfPartner = statement(
  `SELECT ${keys.columns()} FROM api_keys
    WHERE partner_id = $1 AND company_id IS NULL AND id < $2 ORDER BY id DESC LIMIT $3`,
);
const listOfCompany = statement(
  `SELECT ${keys.columns()} FROM api_keys WHERE company_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
);
const find = statement(`SELECT ${keys.columns()} FROM api_keys WHERE id = $1`);
const lock = statement(`SELECT ${keys.columns()} FROM api_keys WHERE id = $1 FOR UPDATE`);
const revoke = statement("UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL");
const update = statement("UPDATE api_keys SET label = $2, scopes = $3, networks = $4, expires_at = $5 WHERE id = $1");
const announce = statement("SELECT pg_notify($1, $2)");
const touch = statement(
  "UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)",
);

export function apiKeyStore(run: QueryRunner): ApiKeyStore {
  return {
    insert: (key) => execute(run, insert, keys.values(key)),
    findByHash: (hash) => knownKeys.find(run, findByHash, [hash]) as Promise<KnownKey | undefined>,
    list: ({ partnerId, companyId }, page) =>
      companyId === undefined
        ? keys.listPage(run, listOfPartner, [partnerId], page)
        : keys.listPage(run, listOfCompany, [companyId], page),
    find: (id) => keys.find(run, find, [id]),
    lock: (id) => keys.find(run, lock, [id]),
    async update({ id, label, scopes, networks, expiresAt, hash }) {
      await execute(run, update, [id, label, scopes, networks, expiresAt]);
      await execute(run, announce, [revocationChannel, hash.toString("hex")]);
    },
    async revoke(id, at) {
      const key = await keys.find(run, lock, [id]);
      if (key === undefined) return undefined;
      await execute(run, revoke, [id, at]);
      await execute(run, announce, [revocationChannel, key.hash.toString("hex")]);
      return key;
    },
    touch: (id, at) => execute(run, touch, [id, at]),
  };
}
