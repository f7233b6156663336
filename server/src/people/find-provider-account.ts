import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import { managingRoles, type Role } from "../tenancy/role.ts";
import { type Account, actorOfMember, type Membership, type NamedMembership, type PeopleStore } from "./account.ts";
import { isEmail, readEmail } from "./email.ts";
import { type IdentityProvider, type IdentityStore, type ProviderClaims, roleOfGroups } from "./identity-provider.ts";
import type { Passwords } from "./password.ts";

interface FindDeps extends AuditDeps {
  passwords: Passwords;
}

interface FindStores {
  people: PeopleStore;
  identities: IdentityStore;
  audit: AuditLog;
}

interface ProvenPerson {
  provider: IdentityProvider;
  claims: ProviderClaims;
}

type Found =
  | { account: Account; membership: Membership }
  /** For the audit log only. */
  | { refused: "no_role" | "no_verified_email" | "address_taken"; accountId: Id | undefined };

/** The account of a person whom a provider has signed in, in the provider's organisation, with the role of the groups. */
export async function findProviderAccount(
  deps: FindDeps,
  stores: FindStores,
  from: Omit<AuditContext, "actor">,
  person: ProvenPerson,
): Promise<Found> {
  const { provider, claims } = person;
  const role = roleOfGroups(provider, claims.groups);
  // Before the account, as everything that changes members does.
  await stores.people.lockMembers(provider.organisation);
  const known = await lockKnown(stores, person);
  if (role === undefined) {
    if (known !== undefined) await removeAccess(deps, stores, from, provider, known);
    return { refused: "no_role", accountId: known?.account.id };
  }
  if (known !== undefined && known.memberships.length > 0) {
    const membership = await giveRole(deps, stores, from, { provider, role, ...known });
    return { account: known.account, membership };
  }
  const { email, isEmailVerified } = claims;
  if (email === undefined || !isEmailVerified || !isEmail(email))
    return { refused: "no_verified_email", accountId: undefined };
  const address = readEmail(email);
  // An account without any membership begins anew: see acceptInvitation.
  if (known !== undefined) await stores.people.removeAccount(known.account.id);
  const owner = await findOwner(stores, person, address);
  if (owner === "taken") return { refused: "address_taken", accountId: undefined };
  const { account, memberships } = owner ?? {
    account: await createAccount(deps, stores, from, { provider, role, claims, email: address }),
    memberships: [],
  };
  const { organisation, issuer } = provider;
  const { subject } = claims;
  const identity = { organisation, issuer, subject, id: deps.ids.next(), createdAt: deps.clock.now() };
  if (!(await stores.identities.insert({ ...identity, accountId: account.id }))) throw changedMeanwhile();
  const membership = await giveRole(deps, stores, from, { provider, role, account, memberships });
  const context = { ...from, actor: actorOfMember(account.id, membership) };
  await recordAuditEntry(deps, stores.audit, context, "account.provider_added", account.id, { provider: provider.id });
  return { account, membership };
}

interface KnownAccount {
  account: Account;
  memberships: NamedMembership[];
}

/** Who has signed in with this provider before. */
async function lockKnown(
  { people, identities }: FindStores,
  { provider: { organisation, issuer }, claims }: ProvenPerson,
): Promise<KnownAccount | undefined> {
  const identity = await identities.find(organisation, issuer, claims.subject);
  const account = identity && (await people.lockAccount(identity.accountId));
  return account && { account, memberships: await people.listMemberships(account.id) };
}

/** The account of the address if it is of the provider's own organisation only. One of another organisation is never taken over. */
async function findOwner(
  { people }: FindStores,
  { provider }: ProvenPerson,
  email: string,
): Promise<KnownAccount | "taken" | undefined> {
  const found = await people.findByEmail(email);
  const account = found && (await people.lockAccount(found.id));
  if (account === undefined) return undefined;
  const memberships = await people.listMemberships(account.id);
  if (memberships.length === 0) {
    await people.removeAccount(account.id);
    return undefined;
  }
  const isElsewhere = memberships.some(({ organisation }) => organisation !== provider.organisation);
  return isElsewhere ? "taken" : { account, memberships };
}

const maxNameLength = 200;

async function createAccount(
  deps: FindDeps,
  { people, audit }: FindStores,
  from: Omit<AuditContext, "actor">,
  given: { provider: IdentityProvider; role: Role; claims: ProviderClaims; email: string },
): Promise<Account> {
  const { provider, claims, email } = given;
  const now = deps.clock.now();
  const name = claims.name
    ?.replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, maxNameLength);
  const account: Account = {
    ...{ id: deps.ids.next(), email, name: name || email },
    ...{ passwordHash: deps.passwords.hashOfNone(), hasPassword: false },
    ...{ passwordChangedAt: now, createdAt: now, lastSignedInAt: undefined },
  };
  if (!(await people.insertAccount(account))) throw changedMeanwhile();
  const context = {
    ...from,
    actor: actorOfMember(account.id, { partnerId: provider.partnerId, companyId: undefined }),
  };
  await recordAuditEntry(deps, audit, context, "account.created", account.id, { provider: provider.id });
  return account;
}

const changedMeanwhile = () =>
  new AppError("unprocessable", "The account of this address has changed at this moment. Try again.");

/** The membership in the provider's organisation, made or changed as the groups say. */
async function giveRole(
  deps: AuditDeps,
  { people, audit }: FindStores,
  from: Omit<AuditContext, "actor">,
  { provider, role, account, memberships }: KnownAccount & { provider: IdentityProvider; role: Role },
): Promise<Membership> {
  const { organisation, partnerId } = provider;
  const current = memberships.find((one) => one.organisation === organisation);
  const membership: Membership = current ?? {
    ...{ organisation, partnerId, companyId: undefined, role },
    ...{ id: deps.ids.next(), accountId: account.id, createdAt: deps.clock.now() },
  };
  const context = { ...from, actor: actorOfMember(account.id, membership) };
  if (current === undefined) {
    if (!(await people.insertMembership(membership))) throw changedMeanwhile();
    await recordAuditEntry(deps, audit, context, "person.joined", account.id, { role, provider: provider.id });
  } else if (current.role !== role) {
    await people.setRole(current.id, role);
    if (!managingRoles.includes(role)) await people.removeInvitationsBy(organisation, account.id);
    const details = { from: current.role, role, provider: provider.id };
    await recordAuditEntry(deps, audit, context, "person.role_changed", account.id, details);
  }
  return { ...membership, role };
}

/** Of a person who is in none of the groups any more. The provider decides, even about the last owner. */
async function removeAccess(
  deps: AuditDeps,
  { people, audit }: FindStores,
  from: Omit<AuditContext, "actor">,
  { id, organisation }: IdentityProvider,
  { account, memberships }: KnownAccount,
): Promise<void> {
  const membership = memberships.find((one) => one.organisation === organisation);
  if (membership === undefined) return;
  await people.removeMembership(membership, organisation);
  await people.removeInvitationsBy(organisation, account.id);
  const context = { ...from, actor: actorOfMember(account.id, membership) };
  const details = { role: membership.role, provider: id };
  await recordAuditEntry(deps, audit, context, "person.removed", account.id, details);
}
