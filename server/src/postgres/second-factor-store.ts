import type { SecondFactor, SecondFactorStore } from "../people/second-factor.ts";
import type { Encryption } from "../platform/encryption.ts";
import { countAffected, execute, type QueryRunner, singleRow, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

const factors = rowMapper<SecondFactor>(["accountId", "secret", "createdAt"], ["confirmedAt", "lastStep"], {
  // The driver would return a bigint as text.
  lastStep: "last_step::float8",
});

const find = statement(`SELECT ${factors.columns()} FROM second_factors WHERE account_id = $1`);
const lock = statement(`SELECT ${factors.columns()} FROM second_factors WHERE account_id = $1 FOR UPDATE`);
const save = statement(
  `INSERT INTO second_factors (account_id, secret, created_at) VALUES ($1, $2, $3)
   ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
     WHERE second_factors.confirmed_at IS NULL`,
);
const confirm = statement("UPDATE second_factors SET confirmed_at = $2, last_step = $3 WHERE account_id = $1");
const useStep = statement("UPDATE second_factors SET last_step = $2 WHERE account_id = $1");
const remove = statement("DELETE FROM second_factors WHERE account_id = $1");
const removeRecoveryCodes = statement("DELETE FROM recovery_codes WHERE account_id = $1");
const addRecoveryCodes = statement(
  "INSERT INTO recovery_codes (account_id, hash) SELECT $1, code FROM unnest($2::bytea[]) AS code",
);
const useRecoveryCode = statement("DELETE FROM recovery_codes WHERE account_id = $1 AND hash = $2");
const countRecoveryCodes = statement("SELECT count(*)::int AS count FROM recovery_codes WHERE account_id = $1");

export function secondFactorStore(run: QueryRunner, encryption: Encryption): SecondFactorStore {
  // A text of the secret, because that is what is encrypted.
  const read = (factor: SecondFactor | undefined) =>
    factor && { ...factor, secret: Buffer.from(encryption.decrypt(factor.secret), "base64") };
  return {
    find: async (accountId) => read(await factors.find(run, find, [accountId])),
    lock: async (accountId) => read(await factors.find(run, lock, [accountId])),
    save: ({ accountId, secret, createdAt }) =>
      execute(run, save, [accountId, encryption.encrypt(secret.toString("base64")), createdAt]),
    confirm: (accountId, at, step) => execute(run, confirm, [accountId, at, step]),
    useStep: (accountId, step) => execute(run, useStep, [accountId, step]),
    async remove(accountId) {
      await execute(run, removeRecoveryCodes, [accountId]);
      return (await countAffected(run, remove, [accountId])) > 0;
    },
    async replaceRecoveryCodes(accountId, hashes) {
      await execute(run, removeRecoveryCodes, [accountId]);
      await execute(run, addRecoveryCodes, [accountId, hashes]);
    },
    useRecoveryCode: async (accountId, hash) => (await countAffected(run, useRecoveryCode, [accountId, hash])) > 0,
    countRecoveryCodes: async (accountId) =>
      (await singleRow<{ count: number }>(run, countRecoveryCodes, [accountId])).count,
  };
}
