import type { Id } from "../platform/ids.ts";
import type { RateOverrides } from "./rate-policy.ts";
import type { ActingRole, Role } from "./role.ts";

/** A company of the partner whose work a person of the partner has open. */
export interface Client {
  companyId: Id;
  /** False while the company has switched its partner's access off. */
  isAccessible: boolean;
}

/** A person who is signed in: an account in one of its organisations. */
export interface Person {
  accountId: Id;
  membershipId: Id;
  email: string;
  name: string;
  role: Role;
  /** Absent for the operator. */
  partnerId: Id | undefined;
  /** Absent for the operator and for a partner. */
  companyId: Id | undefined;
  /** The partner's limits. */
  overrides: RateOverrides;
  /** The partner is. */
  isSuspended: boolean;
  client: Client | undefined;
}

export const actingRole = ({ role, client }: Person): ActingRole => (client === undefined ? role : "consultant");
