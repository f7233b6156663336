import type { Session, SessionStore } from "../tenancy/session.ts";
import { countAffected, execute, type QueryRunner, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

const sessions = rowMapper<Session>(
  ["id", "hash", "tier", "createdAt", "seenAt", "expiresAt"],
  ["keyHash", "tokenProof"],
);

const insert = sessions.insertInto("portal_sessions");
const findByHash = statement(`SELECT ${sessions.columns()} FROM portal_sessions WHERE hash = $1`);
const touch = statement("UPDATE portal_sessions SET seen_at = $2 WHERE hash = $1 AND seen_at < $2");
const remove = statement("DELETE FROM portal_sessions WHERE hash = $1");
const removeAllOf = statement(
  "DELETE FROM portal_sessions WHERE key_hash = $1::bytea OR ($1::bytea IS NULL AND key_hash IS NULL)",
);
const removeEnded = statement("DELETE FROM portal_sessions WHERE expires_at <= $1 OR seen_at <= $2");

export function sessionStore(run: QueryRunner): SessionStore {
  return {
    insert: (session) => execute(run, insert, sessions.values(session)),
    findByHash: (hash) => sessions.find(run, findByHash, [hash]),
    touch: (hash, at) => execute(run, touch, [hash, at]),
    remove: (hash) => execute(run, remove, [hash]),
    removeAllOf: (keyHash) => countAffected(run, removeAllOf, [keyHash]),
    removeEnded: (now, idleSince) => countAffected(run, removeEnded, [now, idleSince]),
  };
}
