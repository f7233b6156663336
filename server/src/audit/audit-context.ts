import type { Id } from "../platform/ids.ts";

/** What identified a caller: an API key, the account of a person, or the link to a review, which only reads. */
export type Identity = { keyId: Id } | { accountId: Id } | { linkId: Id };

/** The partner who acts in one of its companies, usually a person who has its work open. */
export type Consultant = { tier: "company"; partnerId: Id; companyId: Id; isConsultant: true } & Identity;

/** Who is calling. The tier decides what they may do; the ids decide whose data they see. */
export type Actor =
  /** With the administrator token, or as an operator with an account. */
  | { tier: "admin"; accountId?: Id }
  | ({ tier: "partner"; partnerId: Id } & Identity)
  | ({ tier: "company"; partnerId: Id; companyId: Id } & Identity)
  | Consultant
  | { tier: "system" }
  /** A caller whose key was not recognised. */
  | { tier: "unknown" };

export type AdminActor = Extract<Actor, { tier: "admin" }>;
export type PartnerActor = Extract<Actor, { tier: "partner" }>;
export type CompanyActor = Extract<Actor, { tier: "company" }>;

export const isConsultant = (actor: Actor | undefined): actor is Consultant =>
  actor !== undefined && "isConsultant" in actor;

/** The account of the person who acts; undefined for a key or the administrator token. */
export const accountOf = (actor: Actor): Id | undefined => ("accountId" in actor ? actor.accountId : undefined);

/** The origin of a change: who made it, from which address, and the request id that finds it in the logs. */
export interface AuditContext<A extends Actor = Actor> {
  actor: A;
  address: string | undefined;
  requestId: string;
}

/** For changes that the service makes by itself. */
export function systemContext(requestId: string): AuditContext {
  return { actor: { tier: "system" }, address: undefined, requestId };
}
