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
  createdAt: Date;
  expiresAt: Date;
}

export interface NamedInvitation extends Invitation {
  /** Undefined for the operator. */
  organisationName: string | undefined;
}

export interface PeopleStore {
  insertAccount(account: Account): Promise<void>;
  findAccount(id: Id): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  setPassword(id: Id, passwordHash: string, at: Date): Promise<void>;
  noteSignIn(id: Id, at: Date): Promise<void>;

  insertMembership(membership: Membership): Promise<void>;
  /** Newest first. */
  listMemberships(accountId: Id): Promise<NamedMembership[]>;
  listMembers(organisation: string, page: PageRequest): Promise<Page<Member>>;
  /** Locks the memberships of the organisation until the transaction ends, so that two changes cannot both remove the last owner. */
  lockMembers(organisation: string): Promise<Pick<Membership, "id" | "accountId" | "role">[]>;
  setRole(membershipId: Id, role: Role): Promise<void>;
  /** Its sessions end with it. */
  removeMembership(membershipId: Id): Promise<void>;

  /** Replaces an invitation of the same organisation to the same address: its link is no longer valid. */
  saveInvitation(invitation: Invitation): Promise<void>;
  findInvitation(tokenHash: Buffer): Promise<NamedInvitation | undefined>;
  /** Undefined if another request has taken it: an invitation is valid once. */
  takeInvitation(tokenHash: Buffer): Promise<Invitation | undefined>;
  listInvitations(organisation: string, now: Date, page: PageRequest): Promise<Page<Invitation>>;
  /** False if the organisation has no such invitation. */
  removeInvitation(organisation: string, id: Id): Promise<boolean>;
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
