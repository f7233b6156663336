import type {
  Account,
  Invitation,
  Member,
  Membership,
  NamedInvitation,
  NamedMembership,
  PeopleStore,
} from "../people/account.ts";
import { countAffected, execute, type QueryRunner, rows, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

const accounts = rowMapper<Account>(
  ["id", "email", "name", "passwordHash", "hasPassword", "passwordChangedAt", "createdAt"],
  ["lastSignedInAt"],
);
const memberships = rowMapper<Membership>(
  ["id", "accountId", "organisation", "role", "createdAt"],
  ["partnerId", "companyId"],
);
const organisationName = "coalesce(c.name, p.name)";
const joinOrganisation = (table: string) =>
  `LEFT JOIN companies c ON c.id = ${table}.company_id LEFT JOIN partners p ON p.id = ${table}.partner_id`;
const namedMemberships = rowMapper<NamedMembership>(
  ["id", "accountId", "organisation", "role", "createdAt"],
  ["partnerId", "companyId", "organisationName"],
  { organisationName },
);
const members = rowMapper<Member>(
  ["id", "accountId", "role", "createdAt", "email", "name", "hasSecondFactor"],
  ["lastSignedInAt"],
  {
    email: "a.email",
    name: "a.name",
    lastSignedInAt: "a.last_signed_in_at",
    hasSecondFactor:
      "EXISTS (SELECT FROM second_factors f WHERE f.account_id = m.account_id AND f.confirmed_at IS NOT NULL)",
  },
);
const invitations = rowMapper<Invitation>(
  ["id", "tokenHash", "organisation", "role", "email", "name", "createdAt", "expiresAt"],
  ["partnerId", "companyId", "invitedBy"],
);
const namedInvitations = rowMapper<NamedInvitation>(
  ["id", "tokenHash", "organisation", "role", "email", "name", "createdAt", "expiresAt"],
  ["partnerId", "companyId", "invitedBy", "organisationName"],
  { organisationName },
);

const insertAccount = statement(`${accounts.insertInto("accounts").text} ON CONFLICT (email) DO NOTHING`);
const findAccount = statement(`SELECT ${accounts.columns()} FROM accounts WHERE id = $1`);
const findByEmail = statement(`SELECT ${accounts.columns()} FROM accounts WHERE email = $1`);
const lockAccount = statement(`SELECT ${accounts.columns()} FROM accounts WHERE id = $1 FOR UPDATE`);
const removeAccount = statement("DELETE FROM accounts WHERE id = $1");
const setPassword = statement(
  "UPDATE accounts SET password_hash = $2, password_changed_at = $3, has_password = true WHERE id = $1",
);
const noteSignIn = statement("UPDATE accounts SET last_signed_in_at = $2 WHERE id = $1");

const insertMembership = statement(
  `${memberships.insertInto("memberships").text} ON CONFLICT (account_id, organisation) DO NOTHING`,
);
const listMemberships = statement(
  `SELECT ${namedMemberships.columns("m")} FROM memberships m ${joinOrganisation("m")}
    WHERE m.account_id = $1 ORDER BY m.id DESC`,
);
const listMembers = statement(
  `SELECT ${members.columns("m")} FROM memberships m JOIN accounts a ON a.id = m.account_id
    WHERE m.organisation = $1 AND m.id < $2 ORDER BY m.id DESC LIMIT $3`,
);
// Not FOR UPDATE, which a session that is beginning for a member would wait for.
const lockMembers = statement(
  `SELECT id, account_id AS "accountId", role FROM memberships WHERE organisation = $1 ORDER BY id FOR NO KEY UPDATE`,
);
const setRole = statement("UPDATE memberships SET role = $2 WHERE id = $1");
const removeMembership = statement("DELETE FROM memberships WHERE id = $1");
const withoutMembership = "NOT EXISTS (SELECT FROM memberships m WHERE m.account_id = $1)";
const endAccount = [
  `DELETE FROM recovery_codes WHERE account_id = $1 AND ${withoutMembership}`,
  `DELETE FROM second_factors WHERE account_id = $1 AND ${withoutMembership}`,
].map(statement);
const noteLastOrganisation = statement(
  `UPDATE accounts SET last_organisation = $2 WHERE id = $1 AND ${withoutMembership}`,
);

const saveInvitation = statement(
  `${invitations.insertInto("invitations").text} ON CONFLICT (organisation, email) DO UPDATE
     SET id = excluded.id, token_hash = excluded.token_hash, role = excluded.role, name = excluded.name,
         invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at`,
);
const findInvitation = statement(
  `SELECT ${namedInvitations.columns("i")} FROM invitations i ${joinOrganisation("i")} WHERE i.token_hash = $1`,
);
const takeInvitation = statement(
  `DELETE FROM invitations WHERE token_hash = $1 AND expires_at > $2 RETURNING ${invitations.columns()}`,
);
const listInvitations = statement(
  `SELECT ${invitations.columns()} FROM invitations
    WHERE organisation = $1 AND expires_at > $2 AND id < $3 ORDER BY id DESC LIMIT $4`,
);
const removeInvitation = statement("DELETE FROM invitations WHERE organisation = $1 AND id = $2");
const removeInvitationsBy = statement("DELETE FROM invitations WHERE organisation = $1 AND invited_by = $2");
const removeExpired = statement("DELETE FROM invitations WHERE expires_at <= $1");

export function peopleStore(run: QueryRunner): PeopleStore {
  return {
    insertAccount: async (account) => (await countAffected(run, insertAccount, accounts.values(account))) > 0,
    findAccount: (id) => accounts.find(run, findAccount, [id]),
    findByEmail: (email) => accounts.find(run, findByEmail, [email]),
    lockAccount: (id) => accounts.find(run, lockAccount, [id]),
    removeAccount: (id) => execute(run, removeAccount, [id]),
    setPassword: (id, passwordHash, at) => execute(run, setPassword, [id, passwordHash, at]),
    noteSignIn: (id, at) => execute(run, noteSignIn, [id, at]),
    insertMembership: async (membership) =>
      (await countAffected(run, insertMembership, memberships.values(membership))) > 0,
    listMemberships: (accountId) => namedMemberships.list(run, listMemberships, [accountId]),
    listMembers: (organisation, page) => members.listPage(run, listMembers, [organisation], page),
    lockMembers: (organisation) => rows(run, lockMembers, [organisation]),
    setRole: (membershipId, role) => execute(run, setRole, [membershipId, role]),
    async removeMembership({ id, accountId }, organisation) {
      await execute(run, removeMembership, [id]);
      for (const query of endAccount) await execute(run, query, [accountId]);
      await execute(run, noteLastOrganisation, [accountId, organisation]);
    },
    saveInvitation: (invitation) => execute(run, saveInvitation, invitations.values(invitation)),
    findInvitation: (tokenHash) => namedInvitations.find(run, findInvitation, [tokenHash]),
    takeInvitation: (tokenHash, now) => invitations.find(run, takeInvitation, [tokenHash, now]),
    listInvitations: (organisation, now, page) => invitations.listPage(run, listInvitations, [organisation, now], page),
    removeInvitation: async (organisation, id) => (await countAffected(run, removeInvitation, [organisation, id])) > 0,
    removeInvitationsBy: (organisation, accountId) =>
      countAffected(run, removeInvitationsBy, [organisation, accountId]),
    removeExpiredInvitations: (now) => countAffected(run, removeExpired, [now]),
  };
}
