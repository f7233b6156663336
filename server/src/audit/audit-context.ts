import type { Id } from "../platform/ids.ts";

/** Who is calling. The tier decides what they may do; the ids decide whose data they see. */
export type Actor =
  | { tier: "admin" }
  | { tier: "partner"; keyId: Id; partnerId: Id }
  | { tier: "company"; keyId: Id; partnerId: Id; companyId: Id }
  | { tier: "system" }
  /** A caller whose key was not recognised. */
  | { tier: "unknown" };

export type AdminActor = Extract<Actor, { tier: "admin" }>;
export type PartnerActor = Extract<Actor, { tier: "partner" }>;
export type CompanyActor = Extract<Actor, { tier: "company" }>;

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
