import type { Id } from "../platform/ids.ts";
import type { RateOverrides } from "./rate-policy.ts";
import type { Role } from "./role.ts";

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
}
