import type { Id } from "../platform/ids.ts";
import type { Session, SessionStore } from "../tenancy/session.ts";
import { execute, firstRow, type QueryRunner, statement } from "./query.ts";

interface SessionRow {
  id: Id;
  hash: Buffer;
  tier: Session["tier"];
  key_hash: Buffer | null;
  token_proof: Buffer | null;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

const columns = "id, hash, tier, key_hash, token_proof, created_at, seen_at, expires_at";

const insert = statement(`INSERT INTO portal_sessions (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`);
const findByHash = statement(`SELECT ${columns} FROM portal_sessions WHERE hash = $1`);
const touch = statement("UPDATE portal_sessions SET seen_at = $2 WHERE hash = $1 AND seen_at < $2");
const remove = statement("DELETE FROM portal_sessions WHERE hash = $1");
const removeAllOf = statement(
  "DELETE FROM portal_sessions WHERE key_hash = $1::bytea OR ($1::bytea IS NULL AND key_hash IS NULL)",
);
const removeEnded = statement("DELETE FROM portal_sessions WHERE expires_at <= $1 OR seen_at <= $2");

export function sessionStore(run: QueryRunner): SessionStore {
  return {
    async insert({ id, hash, tier, keyHash, tokenProof, createdAt, seenAt, expiresAt }) {
      await execute(run, insert, [id, hash, tier, keyHash, tokenProof, createdAt, seenAt, expiresAt]);
    },
    async findByHash(hash) {
      const row = await firstRow<SessionRow>(run, findByHash, [hash]);
      if (row === undefined) return undefined;
      return {
        id: row.id,
        hash: row.hash,
        tier: row.tier,
        keyHash: row.key_hash ?? undefined,
        tokenProof: row.token_proof ?? undefined,
        createdAt: row.created_at,
        seenAt: row.seen_at,
        expiresAt: row.expires_at,
      };
    },
    async touch(hash, at) {
      await execute(run, touch, [hash, at]);
    },
    async remove(hash) {
      await execute(run, remove, [hash]);
    },
    removeAllOf: (keyHash) => execute(run, removeAllOf, [keyHash]),
    removeEnded: (now, idleSince) => execute(run, removeEnded, [now, idleSince]),
  };
}
