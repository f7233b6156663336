import type { SignInChallenge, SignInChallengeStore } from "../people/sign-in-challenge.ts";
import type { Encryption } from "../platform/encryption.ts";
import { countAffected, execute, type QueryRunner, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

type Row = Omit<SignInChallenge, "data"> & { data: Buffer };

const challenges = rowMapper<Row>(["hash", "data", "expiresAt"]);

const insert = challenges.insertInto("sign_in_challenges");
const take = statement(`DELETE FROM sign_in_challenges WHERE hash = $1 RETURNING ${challenges.columns()}`);
const removeExpired = statement("DELETE FROM sign_in_challenges WHERE expires_at <= $1");

export function signInChallengeStore(run: QueryRunner, encryption: Encryption): SignInChallengeStore {
  return {
    insert: ({ data, ...rest }) => execute(run, insert, challenges.values({ ...rest, data: encryption.encrypt(data) })),
    async take(hash) {
      const row = await challenges.find(run, take, [hash]);
      return row && { ...row, data: encryption.decrypt(row.data) };
    },
    removeExpired: (now) => countAffected(run, removeExpired, [now]),
  };
}
