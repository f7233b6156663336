import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { PersonSession, SessionStore } from "../tenancy/session.ts";
import { type Account, type NamedMembership, organisationOf, type PeopleStore } from "./account.ts";
import { checkPassword, type Passwords } from "./password.ts";

interface OwnAccountDeps extends AuditDeps {
  people: PeopleStore;
  passwords: Passwords;
  db: Transactional<{ people: PeopleStore; sessions: SessionStore; audit: AuditLog }>;
}

export async function getAccount({ people }: { people: PeopleStore }, id: Id): Promise<Account> {
  const account = await people.findAccount(id);
  if (account === undefined) throw notFound("account");
  return account;
}

/** Locks an account whose password was compared, so that the answer still holds; refuses if another has been set meanwhile. */
export async function lockVerified(people: PeopleStore, verified: Account, refusal: () => AppError): Promise<void> {
  const current = await people.lockAccount(verified.id);
  if (current?.passwordHash !== verified.passwordHash) throw refusal();
}

/** Locks the account of a session that may have ended since the request was admitted. */
export async function lockOwn(people: PeopleStore, { person }: PersonSession): Promise<NamedMembership[]> {
  await people.lockAccount(person.accountId);
  const memberships = await people.listMemberships(person.accountId);
  if (!memberships.some(({ id }) => id === person.membershipId))
    throw new AppError("unauthenticated", "Nobody is signed in, or the session has ended.");
  return memberships;
}

/** All other sessions of the account end: whoever had the old password may be in one. */
export async function changePassword(
  deps: OwnAccountDeps,
  context: AuditContext,
  session: PersonSession,
  given: { currentPassword: string; newPassword: string },
): Promise<void> {
  const account = await getAccount(deps, session.person.accountId);
  if (!(await deps.passwords.isRight(given.currentPassword, account.passwordHash))) throw wrongPassword();
  checkPassword(given.newPassword, [account.name, account.email]);
  const passwordHash = await deps.passwords.hash(given.newPassword);
  await deps.db.transaction(async ({ people, sessions, audit }) => {
    await lockOwn(people, session);
    await lockVerified(people, account, wrongPassword);
    await people.setPassword(account.id, passwordHash, deps.clock.now());
    const endedSessions = await sessions.removeAllOfAccount(account.id, session.id);
    await recordAuditEntry(deps, audit, context, "account.password_changed", account.id, { endedSessions });
  });
}

const wrongPassword = () => new AppError("unprocessable", "The current password is wrong.");

export async function endOwnSession(
  deps: OwnAccountDeps,
  context: AuditContext,
  { person }: PersonSession,
  sessionId: Id,
): Promise<void> {
  await deps.db.transaction(async ({ sessions, audit }) => {
    if (!(await sessions.removeOfAccount(person.accountId, sessionId))) throw notFound("session");
    await recordAuditEntry(deps, audit, context, "session.ended", sessionId);
  });
}

/** The session continues in another organisation of the same account. */
export async function chooseOrganisation(
  deps: OwnAccountDeps,
  context: AuditContext,
  session: PersonSession,
  membershipId: Id,
): Promise<NamedMembership> {
  return deps.db.transaction(async ({ people, sessions, audit }) => {
    const { id } = session;
    const chosen = (await lockOwn(people, session)).find((one) => one.id === membershipId);
    if (chosen === undefined) throw notFound("membership");
    // Whoever manages a provider could otherwise get into other organisations of an account.
    if (session.providerOrganisation !== undefined && session.providerOrganisation !== chosen.organisation)
      throw new AppError(
        "not_permitted",
        "You signed in through an organisation's identity provider, for that organisation only. Sign in with your own password.",
      );
    await sessions.moveTo(id, membershipId);
    const from = organisationOf(context.actor).organisation;
    await recordAuditEntry(deps, audit, context, "session.organisation_chosen", id, { from, to: chosen.organisation });
    return chosen;
  });
}
