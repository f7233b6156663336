import type { Id } from "../platform/ids.ts";

/** Who is asking. The tier decides what they may do; the ids decide whose data they see. */
export type Actor =
  | { tier: "admin" }
  | { tier: "partner"; keyId: Id; partnerId: Id }
  | { tier: "company"; keyId: Id; partnerId: Id; companyId: Id }
  | { tier: "system" }
  /** Somebody whose key was not recognised. */
  | { tier: "unknown" };

/** One request that changes state: who, from where, and the id that finds it in the logs. */
export interface Act<A extends Actor = Actor> {
  actor: A;
  address: string | undefined;
  requestId: string;
}

export type PartnerActor = Extract<Actor, { tier: "partner" }>;
export type CompanyActor = Extract<Actor, { tier: "company" }>;
