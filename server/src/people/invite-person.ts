import { hash, randomBytes } from "node:crypto";
import { type Actor, type AuditContext, accountOf } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import { secondsAfter } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { CompanyStore } from "../tenancy/company.ts";
import { managingRoles, type Role, tierOfRole } from "../tenancy/role.ts";
import {
  type Account,
  actorOfMember,
  type Invitation,
  type LockedMember,
  type NamedInvitation,
  organisationOf,
  type PeopleStore,
  tierOf,
} from "./account.ts";
import { readEmail } from "./email.ts";
import { checkPassword, type Passwords } from "./password.ts";

interface InvitationStores {
  people: PeopleStore;
  audit: AuditLog;
}

interface InvitationDeps extends AuditDeps {
  db: Transactional<InvitationStores & { companies: CompanyStore }>;
}

/** "Invitation by link, valid 7 days" */
const validSeconds = 7 * 24 * 3600;
const tokenBytes = 32;
const tokenPattern = /^[\w-]{43}$/;

const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

/**
 * Invites a person to the caller's own organisation. Returns the token of the link, of which only a hash is stored. Inviting
 * an address again replaces the earlier invitation.
 */
export async function invitePerson(
  deps: AuditDeps,
  { people, audit }: InvitationStores,
  context: AuditContext,
  given: { email: string; name: string; role: Role },
): Promise<{ invitation: Invitation; token: string }> {
  const organisation = organisationOf(context.actor);
  checkRole(context.actor, given.role);
  await lockManaged(people, context.actor);
  const email = readEmail(given.email);
  const account = await people.findByEmail(email);
  const memberships = account === undefined ? [] : await people.listMemberships(account.id);
  if (memberships.some((one) => one.organisation === organisation.organisation))
    throw new AppError("unprocessable", "This person is a member already.");
  const token = randomBytes(tokenBytes).toString("base64url");
  const now = deps.clock.now();
  const invitation: Invitation = {
    ...organisation,
    ...{ id: deps.ids.next(), tokenHash: hashToken(token), role: given.role, email, name: given.name },
    ...{ invitedBy: accountOf(context.actor), createdAt: now, expiresAt: secondsAfter(now, validSeconds) },
  };
  await people.saveInvitation(invitation);
  await recordAuditEntry(deps, audit, context, "person.invited", invitation.id, { role: given.role });
  return { invitation, token };
}

/**
 * The members of the caller's organisation, locked. Refuses a person who may no longer manage them, and the session of a key as
 * soon as somebody can: whoever got hold of a key must not keep a way in that outlives it. The administrator token is no key.
 */
export async function lockManaged(people: PeopleStore, actor: Actor): Promise<LockedMember[]> {
  const members = await people.lockMembers(organisationOf(actor).organisation);
  const managers = members.filter(({ role }) => managingRoles.includes(role));
  const account = accountOf(actor);
  if (account !== undefined && !managers.some(({ accountId }) => accountId === account))
    throw new AppError("not_permitted", "Your role does not permit this operation.");
  if (account === undefined && actor.tier !== "admin" && managers.length > 0)
    throw new AppError("not_permitted", "Your organisation has an owner, who does this; a key no longer can.");
  return members;
}

/** A role of the caller's own organisation. */
export function checkRole(actor: Actor, role: Role): void {
  if (tierOfRole(role) !== tierOf(organisationOf(actor)))
    throw new AppError("unprocessable", `Your organisation has no role ${role}.`);
}

export async function withdrawInvitation(deps: InvitationDeps, context: AuditContext, id: Id): Promise<void> {
  await deps.db.transaction(async ({ people, audit }) => {
    await lockManaged(people, context.actor);
    if (!(await people.removeInvitation(organisationOf(context.actor).organisation, id))) throw notFound("invitation");
    await recordAuditEntry(deps, audit, context, "person.invitation_withdrawn", id);
  });
}

/** One message for a link that was used, withdrawn, replaced, has expired or never existed. */
const unknownInvitation = () =>
  new AppError("not_found", "This invitation has been used or withdrawn, or has expired. Ask for another one.");

export async function readInvitation(
  { clock, people }: Pick<AuditDeps, "clock"> & { people: PeopleStore },
  token: string,
): Promise<NamedInvitation> {
  const found = tokenPattern.test(token) ? await people.findInvitation(hashToken(token)) : undefined;
  if (found === undefined || found.expiresAt <= clock.now()) throw unknownInvitation();
  return found;
}

/**
 * Makes the person a member. Without an account of this address, one is created with the given password, in place of one that
 * belongs to no organisation; otherwise the password must be the account's, because an address alone proves nothing.
 */
export async function acceptInvitation(
  deps: InvitationDeps & { people: PeopleStore; passwords: Passwords },
  from: Omit<AuditContext, "actor">,
  given: { token: string; name: string; password: string },
): Promise<{ email: string }> {
  const read = await readInvitation(deps, given.token);
  const { email } = read;
  const known = await findMember(deps.people, email);
  // Always compared, and a weak password refused alike, so that the answer tells no more than it must about the address.
  const isRight = await deps.passwords.isRight(given.password, known?.passwordHash);
  if (!isRight) checkPassword(given.password, [given.name, email]);
  if (known !== undefined && !isRight)
    throw new AppError("unauthenticated", "This address has an account already; its password is another one.");
  const passwordHash = known === undefined ? await deps.passwords.hash(given.password) : undefined;
  return deps.db.transaction(async (stores) => {
    const { people, audit } = stores;
    // Locked, so that a company being erased cannot get a new member.
    if (read.companyId !== undefined && (await stores.companies.lock(read.companyId)) === undefined)
      throw unknownInvitation();
    const taken = await people.takeInvitation(hashToken(given.token), deps.clock.now());
    if (taken === undefined) throw unknownInvitation();
    const found = await people.findByEmail(email);
    const current = found && (await people.lockAccount(found.id));
    if (current !== undefined && (await people.listMemberships(current.id)).length === 0) {
      if (known !== undefined) throw changedMeanwhile();
      await people.removeAccount(current.id);
    } else if (current?.passwordHash !== known?.passwordHash) throw changedMeanwhile();
    const now = deps.clock.now();
    const accountId = known?.id ?? deps.ids.next();
    const { organisation, partnerId, companyId, role } = taken;
    const membership = { organisation, partnerId, companyId, role, id: deps.ids.next(), accountId, createdAt: now };
    const context = { ...from, actor: actorOfMember(accountId, taken) };
    if (passwordHash !== undefined) {
      const times = { passwordChangedAt: now, createdAt: now, lastSignedInAt: undefined };
      const account = { id: accountId, email, name: given.name, passwordHash, hasPassword: true, ...times };
      if (!(await people.insertAccount(account))) throw changedMeanwhile();
      await recordAuditEntry(deps, audit, context, "account.created", accountId);
    }
    if (!(await people.insertMembership(membership)))
      throw new AppError("unprocessable", "You are a member of this organisation already.");
    await recordAuditEntry(deps, audit, context, "person.joined", accountId, { role, invitationId: taken.id });
    return { email };
  });
}

/** An account without any membership gives no rights and has no one left to answer for it: its address begins anew. */
async function findMember(people: PeopleStore, email: string): Promise<Account | undefined> {
  const account = await people.findByEmail(email);
  return account && (await people.listMemberships(account.id)).length > 0 ? account : undefined;
}

const changedMeanwhile = () =>
  new AppError("unprocessable", "The account of this address has changed at this moment. Try again.");
