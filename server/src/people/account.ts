import type { Actor } from "../audit/audit-context.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest } from "../platform/page.ts";
import type { Role, RoleTier } from "../tenancy/role.ts";

export interface Account {
  id: Id;
  /** Canonical, and of one account only. */
  email: string;
  name: string;
  passwordHash: string;
  /** False if only an identity provider signs the person in: the hash is of no password. */
  hasPassword: boolean;
  passwordChangedAt: Date;
  createdAt: Date;
  lastSignedInAt: Date | undefined;
}

/** The operator, a partner or a company: whose people they are. */
export interface Organisation {
  /** `operator`, or the id of the partner or company. */
  organisation: string;
  partnerId: Id | undefined;
  companyId: Id | undefined;
}

/** What an account is in one organisation. */
export interface Membership extends Organisation {
  id: Id;
  accountId: Id;
  role: Role;
  createdAt: Date;
}

/** A membership with its account, for people of the same organisation. */
export interface Member extends Pick<Membership, "id" | "accountId" | "role" | "createdAt"> {
  email: string;
  name: string;
  lastSignedInAt: Date | undefined;
  hasSecondFactor: boolean;
}

/** A membership with its organisation, for the account's own person. */
export interface NamedMembership extends Membership {
  /** Undefined for the operator. */
  organisationName: string | undefined;
}

export interface Invitation extends Organisation {
  id: Id;
  tokenHash: Buffer;
  role: Role;
  email: string;
  name: string;
  /** The account of who invited; undefined for a key or the administrator token. */
  invitedBy: Id | undefined;
  createdAt: Date;
  expiresAt: Date;
}

export interface NamedInvitation extends Invitation {
  /** Undefined for the operator. */
  organisationName: string | undefined;
}

export type LockedMember = Pick<Membership, "id" | "accountId" | "role">;

export interface PeopleStore {
  /** False if the address has an account already. */
  insertAccount(account: Account): Promise<boolean>;
  findAccount(id: Id): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  /** Locks the account until the transaction ends: its password, its second factor and which memberships it has. */
  lockAccount(id: Id): Promise<Account | undefined>;
  removeAccount(id: Id): Promise<void>;
  setPassword(id: Id, passwordHash: string, at: Date): Promise<void>;
  noteSignIn(id: Id, at: Date): Promise<void>;

  /** False if the account is a member already. */
  insertMembership(membership: Membership): Promise<boolean>;
  /** Newest first. */
  listMemberships(accountId: Id): Promise<NamedMembership[]>;
  listMembers(organisation: string, page: PageRequest): Promise<Page<Member>>;
  /** Locks the memberships of the organisation until the transaction ends, so that two changes cannot both remove the last owner. */
  lockMembers(organisation: string): Promise<LockedMember[]>;
  setRole(membershipId: Id, role: Role): Promise<void>;
  /**
   * Its sessions end with it, and so do the second factor and the recovery codes of an account that has no other membership. The
   * account must be locked, so that two removals cannot each take the other's membership for the one that is left.
   */
  removeMembership(membership: Pick<Membership, "id" | "accountId">, organisation: string): Promise<void>;

  /** Replaces an invitation of the same organisation to the same address: its link is no longer valid. */
  saveInvitation(invitation: Invitation): Promise<void>;
  findInvitation(tokenHash: Buffer): Promise<NamedInvitation | undefined>;
  /** Undefined if another request has taken it, because an invitation is valid once, or if it has expired. */
  takeInvitation(tokenHash: Buffer, now: Date): Promise<Invitation | undefined>;
  listInvitations(organisation: string, now: Date, page: PageRequest): Promise<Page<Invitation>>;
  /** False if the organisation has no such invitation. */
  removeInvitation(organisation: string, id: Id): Promise<boolean>;
  /** Those of one person: who may no longer invite must not have links that are still valid. */
  removeInvitationsBy(organisation: string, accountId: Id): Promise<number>;
  removeExpiredInvitations(now: Date): Promise<number>;
}

const operatorOrganisation = "operator";

/** Whose people an actor manages, and is one of. */
export function organisationOf(actor: Actor): Organisation {
  switch (actor.tier) {
    case "admin":
      return { organisation: operatorOrganisation, partnerId: undefined, companyId: undefined };
    case "partner":
      return { organisation: actor.partnerId, partnerId: actor.partnerId, companyId: undefined };
    case "company":
      return { organisation: actor.companyId, partnerId: actor.partnerId, companyId: actor.companyId };
    default:
      throw new Error("only callers who are signed in belong to an organisation");
  }
}

export function tierOf({ partnerId, companyId }: Pick<Organisation, "partnerId" | "companyId">): RoleTier {
  if (companyId !== undefined) return "company";
  return partnerId === undefined ? "admin" : "partner";
}

export function actorOfMember(
  accountId: Id,
  { partnerId, companyId }: Pick<Organisation, "partnerId" | "companyId">,
): Actor {
  if (partnerId === undefined) return { tier: "admin", accountId };
  if (companyId === undefined) return { tier: "partner", partnerId, accountId };
  return { tier: "company", partnerId, companyId, accountId };
}
