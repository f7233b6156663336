import type { Person } from "../tenancy/person.ts";
import type { ReviewGrant } from "../tenancy/review-link.ts";
import {
  type KeySession,
  type LinkSession,
  type NewPersonSession,
  type PersonSession,
  type SessionStore,
  tierOf,
} from "../tenancy/session.ts";
import { overridesColumn, suspendedColumn } from "./partner-store.ts";
import { countAffected, execute, firstRow, type QueryRunner, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

const sessions = rowMapper<KeySession>(
  ["id", "hash", "tier", "createdAt", "seenAt", "expiresAt"],
  ["keyHash", "tokenProof"],
);
const ofPeople = rowMapper<NewPersonSession>(
  ["id", "hash", "accountId", "membershipId", "createdAt", "seenAt", "expiresAt"],
  ["address", "browser"],
);

const insert = sessions.insertInto("portal_sessions");
const findByHash = statement(`SELECT ${sessions.columns()} FROM portal_sessions WHERE hash = $1`);
const touch = statement("UPDATE portal_sessions SET seen_at = $2 WHERE hash = $1 AND seen_at < $2");
const remove = statement("DELETE FROM portal_sessions WHERE hash = $1");
const removeAllOf = statement(
  "DELETE FROM portal_sessions WHERE key_hash = $1::bytea OR ($1::bytea IS NULL AND key_hash IS NULL)",
);
const removeEnded = statement("DELETE FROM portal_sessions WHERE expires_at <= $1 OR seen_at <= $2");

const insertOfPerson = ofPeople.insertInto("account_sessions");
const findOfPerson = statement(
  `SELECT s.id, s.hash, s.created_at AS "createdAt", s.seen_at AS "seenAt", s.expires_at AS "expiresAt",
          a.id AS "accountId", a.email, a.name, m.id AS "membershipId", m.role, m.partner_id AS "partnerId",
          m.company_id AS "companyId", v.organisation AS "providerOrganisation", ${overridesColumn}, ${suspendedColumn},
          c.id AS "clientId", c.partner_access_ended_at AS "endedAt"
     FROM account_sessions s
     JOIN memberships m ON m.id = s.membership_id
     JOIN accounts a ON a.id = s.account_id
     LEFT JOIN partners p ON p.id = m.partner_id
     LEFT JOIN provider_sessions v ON v.session_id = s.id
     LEFT JOIN companies c ON c.id = s.client_id AND c.partner_id = m.partner_id AND m.company_id IS NULL
           AND c.erasing_since IS NULL
    WHERE s.hash = $1`,
);
const touchOfPerson = statement("UPDATE account_sessions SET seen_at = $2 WHERE hash = $1 AND seen_at < $2");
const removeByHash = statement("DELETE FROM account_sessions WHERE hash = $1");
const removeAllOfAccount = statement(
  "DELETE FROM account_sessions WHERE account_id = $1 AND ($2::text IS NULL OR id <> $2)",
);
const removeAllOfMembership = statement("DELETE FROM account_sessions WHERE membership_id = $1");
const removeOfAccount = statement("DELETE FROM account_sessions WHERE account_id = $1 AND id = $2");
const listOfAccount = statement(
  `SELECT ${ofPeople.columns()} FROM account_sessions WHERE account_id = $1 ORDER BY id DESC`,
);
const setClient = statement("UPDATE account_sessions SET client_id = $2 WHERE id = $1");
const moveTo = statement("UPDATE account_sessions SET membership_id = $2, client_id = NULL WHERE id = $1");
const removeEndedOfPeople = statement("DELETE FROM account_sessions WHERE expires_at <= $1 OR seen_at <= $2");

const insertOfLink = statement(
  "INSERT INTO review_link_sessions (id, hash, link_id, created_at, seen_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)",
);
// Revoking a link deletes its sessions.
const findOfLink = statement(
  `SELECT s.id, s.hash, s.created_at AS "createdAt", s.seen_at AS "seenAt", s.expires_at AS "expiresAt",
          l.id AS "linkId", l.label, l.review_id AS "reviewId", l.company_id AS "companyId", c.partner_id AS "partnerId"
     FROM review_link_sessions s JOIN review_links l ON l.id = s.link_id JOIN companies c ON c.id = l.company_id
     JOIN partners p ON p.id = c.partner_id AND p.suspended_at IS NULL
    WHERE s.hash = $1 AND l.revoked_at IS NULL AND c.erasing_since IS NULL`,
);
const touchOfLink = statement("UPDATE review_link_sessions SET seen_at = $2 WHERE hash = $1 AND seen_at < $2");
const removeOfLink = statement("DELETE FROM review_link_sessions WHERE hash = $1");
// A few at a time: what is left goes with the next run.
const removeEndedOfLinks = statement(
  `DELETE FROM review_link_sessions WHERE id = ANY (ARRAY (
     (SELECT id FROM review_link_sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT 200)
     UNION ALL (SELECT id FROM review_link_sessions WHERE seen_at <= $2 ORDER BY seen_at LIMIT 200)))`,
);

function toLinkSession({ linkId, label, reviewId, companyId, partnerId, ...row }: LinkRow): LinkSession {
  return { ...row, tier: "company", link: { linkId, label, reviewId, companyId, partnerId } };
}
type LinkRow = Omit<LinkSession, "link" | "tier"> & ReviewGrant;

type PersonRow = Omit<PersonSession, "person" | "tier" | "providerOrganisation"> &
  Omit<Person, "partnerId" | "companyId" | "client"> & {
    partnerId: string | null;
    companyId: string | null;
    providerOrganisation: string | null;
    clientId: string | null;
    endedAt: Date | null;
  };

function toPersonSession(row: PersonRow): PersonSession {
  const { id, hash, createdAt, seenAt, expiresAt, clientId, endedAt, providerOrganisation, ...rest } = row;
  const client = clientId === null ? undefined : { companyId: clientId, isAccessible: endedAt === null };
  const organisation = { partnerId: rest.partnerId ?? undefined, companyId: rest.companyId ?? undefined };
  const person = { ...rest, ...organisation, client };
  const session = { id, hash, tier: tierOf(person), createdAt, seenAt, expiresAt, person };
  return { ...session, providerOrganisation: providerOrganisation ?? undefined };
}

export function sessionStore(run: QueryRunner): SessionStore {
  return {
    insert: (session) => execute(run, insert, sessions.values(session)),
    insertOfPerson: (session) => execute(run, insertOfPerson, ofPeople.values(session)),
    async findByHash(hash) {
      const ofKey = await sessions.find(run, findByHash, [hash]);
      if (ofKey !== undefined) return ofKey;
      const row = await firstRow<PersonRow>(run, findOfPerson, [hash]);
      if (row !== undefined) return toPersonSession(row);
      const ofLink = await firstRow<LinkRow>(run, findOfLink, [hash]);
      return ofLink && toLinkSession(ofLink);
    },
    insertOfLink: ({ id, hash, link, createdAt, seenAt, expiresAt }) =>
      execute(run, insertOfLink, [id, hash, link.linkId, createdAt, seenAt, expiresAt]),
    touch(session, at) {
      const ofPersonOrKey = "person" in session ? touchOfPerson : touch;
      return execute(run, "link" in session ? touchOfLink : ofPersonOrKey, [session.hash, at]);
    },
    async remove(hash) {
      await execute(run, remove, [hash]);
      await execute(run, removeByHash, [hash]);
      await execute(run, removeOfLink, [hash]);
    },
    removeAllOf: (keyHash) => countAffected(run, removeAllOf, [keyHash]),
    removeAllOfAccount: (accountId, except) => countAffected(run, removeAllOfAccount, [accountId, except]),
    removeAllOfMembership: (membershipId) => countAffected(run, removeAllOfMembership, [membershipId]),
    removeOfAccount: async (accountId, id) => (await countAffected(run, removeOfAccount, [accountId, id])) > 0,
    listOfAccount: (accountId) => ofPeople.list(run, listOfAccount, [accountId]),
    setClient: (id, companyId) => execute(run, setClient, [id, companyId]),
    moveTo: (id, membershipId) => execute(run, moveTo, [id, membershipId]),
    async removeEnded(now, idleSince) {
      const ofKeys = await countAffected(run, removeEnded, [now, idleSince]);
      const ofPeople = await countAffected(run, removeEndedOfPeople, [now, idleSince]);
      return ofKeys + ofPeople + (await countAffected(run, removeEndedOfLinks, [now, idleSince]));
    },
  };
}
