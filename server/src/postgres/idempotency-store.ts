import type { Encryption } from "../platform/encryption.ts";
import type { IdempotencyStore, RecordedAnswer } from "../tenancy/idempotent-request.ts";
import { countAffected, execute, firstRow, type QueryRunner, rows, statement } from "./query.ts";

// Takes over a request that has expired, or whose lease has ended because its process died. A lease far in the future
// comes from a clock that has since been set back; without taking it over, the request would be locked until then.
const claim = statement(
  `INSERT INTO idempotent_requests AS r (owner, key, fingerprint, claim_id, lease_until, expires_at)
   VALUES ($1, $2, $3, $4, $6, $7)
   ON CONFLICT (owner, key) DO UPDATE
     SET fingerprint = $3, claim_id = $4, lease_until = $6, expires_at = $7, answer = NULL
     WHERE r.expires_at <= $5 OR (r.answer IS NULL AND r.fingerprint = $3
           AND (r.lease_until <= $5 OR r.lease_until > $6::timestamptz + interval '1 hour'))
   RETURNING r.claim_id`,
);
const find = statement("SELECT fingerprint, answer FROM idempotent_requests WHERE owner = $1 AND key = $2");
const extend = statement(
  "UPDATE idempotent_requests SET lease_until = $4 WHERE owner = $1 AND key = $2 AND claim_id = $3",
);
const complete = statement(
  "UPDATE idempotent_requests SET answer = $4 WHERE owner = $1 AND key = $2 AND claim_id = $3 AND answer IS NULL",
);
const release = statement(
  "DELETE FROM idempotent_requests WHERE owner = $1 AND key = $2 AND claim_id = $3 AND answer IS NULL",
);
const listAnswered = statement("SELECT key, answer FROM idempotent_requests WHERE owner = $1 AND answer IS NOT NULL");
const remove = statement("DELETE FROM idempotent_requests WHERE owner = $1 AND key = $2");
const removeExpired = statement("DELETE FROM idempotent_requests WHERE expires_at <= $1");

export function idempotencyStore(run: QueryRunner, encryption: Encryption): IdempotencyStore {
  return {
    async claim({ owner, key, fingerprint }, claimId, now, leaseUntil, expiresAt) {
      const values = [owner, key, fingerprint, claimId, now, leaseUntil, expiresAt];
      if ((await firstRow(run, claim, values)) !== undefined) return { outcome: "claimed", claimId };
      const row = await firstRow<{ fingerprint: Buffer; answer: Buffer | null }>(run, find, [owner, key]);
      // Its holder released it between the two statements, so the caller may try again.
      if (row === undefined) return { outcome: "running" };
      if (!row.fingerprint.equals(fingerprint)) return { outcome: "other_request" };
      if (row.answer === null) return { outcome: "running" };
      return { outcome: "answered", answer: JSON.parse(encryption.decrypt(row.answer)) as RecordedAnswer };
    },
    extend: ({ owner, key }, claimId, leaseUntil) => execute(run, extend, [owner, key, claimId, leaseUntil]),
    async complete({ owner, key }, claimId, answer) {
      const encrypted = encryption.encrypt(JSON.stringify(answer));
      return (await countAffected(run, complete, [owner, key, claimId, encrypted])) > 0;
    },
    release: ({ owner, key }, claimId) => execute(run, release, [owner, key, claimId]),
    async removeMentions(owner, id) {
      let removed = 0;
      for (const { key, answer } of await rows<{ key: string; answer: Buffer }>(run, listAnswered, [owner]))
        if (encryption.decrypt(answer).includes(id)) removed += await countAffected(run, remove, [owner, key]);
      return removed;
    },
    removeExpired: (now) => countAffected(run, removeExpired, [now]),
  };
}
