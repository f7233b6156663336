import type { Identity, IdentityStore, ProviderSession } from "../people/identity-provider.ts";
import type { Encryption } from "../platform/encryption.ts";
import { countAffected, execute, firstRow, type QueryRunner, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

const identities = rowMapper<Identity>(["id", "accountId", "organisation", "issuer", "subject", "createdAt"]);

const find = statement(
  `SELECT ${identities.columns()} FROM identities WHERE organisation = $1 AND issuer = $2 AND subject = $3`,
);
const insert = statement(
  `${identities.insertInto("identities").text} ON CONFLICT (organisation, issuer, subject) DO NOTHING`,
);
const insertSession = statement(
  "INSERT INTO provider_sessions (session_id, organisation, issuer, id_token) VALUES ($1, $2, $3, $4)",
);
const findSession = statement(
  `SELECT session_id AS "sessionId", organisation, issuer, id_token AS "idToken"
     FROM provider_sessions WHERE session_id = $1`,
);

export function identityStore(run: QueryRunner, encryption: Encryption): IdentityStore {
  return {
    find: (organisation, issuer, subject) => identities.find(run, find, [organisation, issuer, subject]),
    insert: async (identity) => (await countAffected(run, insert, identities.values(identity))) > 0,
    insertSession: ({ sessionId, organisation, issuer, idToken }) =>
      execute(run, insertSession, [sessionId, organisation, issuer, encryption.encrypt(idToken)]),
    async findSession(sessionId) {
      const row = await firstRow<Omit<ProviderSession, "idToken"> & { idToken: Buffer }>(run, findSession, [sessionId]);
      return row && { ...row, idToken: encryption.decrypt(row.idToken) };
    },
  };
}
