import type { Encryption } from "../platform/encryption.ts";
import type { Id } from "../platform/ids.ts";
import type { IdempotencyStore, RecordedAnswer } from "../tenancy/idempotent-request.ts";
import { execute, firstRow, type QueryRunner, rows, statement } from "./query.ts";

interface RequestRow {
  fingerprint: Buffer;
  claim_id: Id;
  answer: Buffer | null;
}

// The update takes over what has expired and what a dead process left running; anything else stays as it is. A lease far
// ahead is one of a clock that has been put back since: nobody would be let in before the clock has caught up.
const claim = statement(
  `INSERT INTO idempotent_requests AS r (owner, key, fingerprint, claim_id, lease_until, expires_at)
   VALUES ($1, $2, $3, $4, $6, $7)
   ON CONFLICT (owner, key) DO UPDATE
     SET fingerprint = $3, claim_id = $4, lease_until = $6, expires_at = $7, answer = NULL
     WHERE r.expires_at <= $5 OR (r.answer IS NULL AND r.fingerprint = $3
           AND (r.lease_until <= $5 OR r.lease_until > $6::timestamptz + interval '1 hour'))
   RETURNING r.claim_id`,
);
const find = statement("SELECT fingerprint, claim_id, answer FROM idempotent_requests WHERE owner = $1 AND key = $2");
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
      const row = await firstRow<RequestRow>(run, find, [owner, key]);
      // Gone between the two statements: its holder has just released it, so the caller may try again.
      if (row === undefined) return { outcome: "running" };
      if (!row.fingerprint.equals(fingerprint)) return { outcome: "other_request" };
      if (row.answer === null) return { outcome: "running" };
      return { outcome: "answered", answer: JSON.parse(encryption.decrypt(row.answer)) as RecordedAnswer };
    },
    async extend({ owner, key }, claimId, leaseUntil) {
      await execute(run, extend, [owner, key, claimId, leaseUntil]);
    },
    async complete({ owner, key }, claimId, answer) {
      return (await execute(run, complete, [owner, key, claimId, encryption.encrypt(JSON.stringify(answer))])) > 0;
    },
    async release({ owner, key }, claimId) {
      await execute(run, release, [owner, key, claimId]);
    },
    async removeMentions(owner, id) {
      let removed = 0;
      for (const { key, answer } of await rows<{ key: string; answer: Buffer }>(run, listAnswered, [owner]))
        if (encryption.decrypt(answer).includes(id)) removed += await execute(run, remove, [owner, key]);
      return removed;
    },
    removeExpired: (now) => execute(run, removeExpired, [now]),
  };
}
