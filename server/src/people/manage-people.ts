import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { managingRoles, type Role } from "../tenancy/role.ts";
import type { SessionStore } from "../tenancy/session.ts";
import { type LockedMember, organisationOf, type PeopleStore } from "./account.ts";
import { checkRole, lockManaged } from "./invite-person.ts";

interface ManageDeps extends AuditDeps {
  db: Transactional<{ people: PeopleStore; sessions: SessionStore; audit: AuditLog }>;
}

/** A member of the caller's organisation, with all of its members. */
async function lockMember(
  people: PeopleStore,
  context: AuditContext,
  membershipId: Id,
): Promise<{ member: LockedMember; others: LockedMember[] }> {
  const members = await lockManaged(people, context.actor);
  const member = members.find(({ id }) => id === membershipId);
  if (member === undefined) throw notFound("person");
  return { member, others: members.filter(({ id }) => id !== membershipId) };
}

/** Otherwise nobody could invite or change anybody without a key or the administrator token. */
function keepAnOwner({ member, others }: { member: LockedMember; others: LockedMember[] }): void {
  const isOwner = ({ role }: LockedMember) => managingRoles.includes(role);
  if (isOwner(member) && !others.some(isOwner))
    throw new AppError("unprocessable", "Somebody else must be able to manage people first.");
}

/** Counts with the person's next request. */
export async function changeRole(deps: ManageDeps, context: AuditContext, membershipId: Id, role: Role): Promise<void> {
  checkRole(context.actor, role);
  await deps.db.transaction(async ({ people, audit }) => {
    const found = await lockMember(people, context, membershipId);
    const { member } = found;
    if (member.role === role) return;
    if (!managingRoles.includes(role)) keepAnOwner(found);
    await people.setRole(membershipId, role);
    if (!managingRoles.includes(role))
      await people.removeInvitationsBy(organisationOf(context.actor).organisation, member.accountId);
    await recordAuditEntry(deps, audit, context, "person.role_changed", member.accountId, { from: member.role, role });
  });
}

/** Ends the person's sessions and invitations here at once. The account stays, so that the audit log can name it. */
export async function removePerson(deps: ManageDeps, context: AuditContext, membershipId: Id): Promise<void> {
  await deps.db.transaction(async ({ people, audit }) => {
    const found = await lockMember(people, context, membershipId);
    keepAnOwner(found);
    await people.lockAccount(found.member.accountId);
    const { organisation } = organisationOf(context.actor);
    await people.removeMembership(found.member, organisation);
    await people.removeInvitationsBy(organisation, found.member.accountId);
    await recordAuditEntry(deps, audit, context, "person.removed", found.member.accountId, { role: found.member.role });
  });
}

export async function signOutPerson(deps: ManageDeps, context: AuditContext, membershipId: Id): Promise<void> {
  await deps.db.transaction(async ({ people, sessions, audit }) => {
    const { member } = await lockMember(people, context, membershipId);
    const count = await sessions.removeAllOfMembership(membershipId);
    await recordAuditEntry(deps, audit, context, "person.signed_out", member.accountId, { count });
  });
}
