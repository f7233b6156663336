import type { Actor, AuditContext, Consultant } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { KnownKey } from "./api-key.ts";
import type { Person } from "./person.ts";
import {
  type Credential,
  hashOfSecret,
  type KeyCredential,
  type KeySession,
  newSession,
  type Session,
  type SessionSettings,
  type SessionStore,
} from "./session.ts";

interface SignInDeps extends AuditDeps {
  db: Transactional<{ sessions: SessionStore; audit: AuditLog }>;
  adminToken: string;
  settings: SessionSettings;
}

export function actorOf(credential: Credential): Actor {
  if ("person" in credential) return toConsultant(credential.person) ?? toPersonActor(credential.person);
  if ("link" in credential) {
    const { linkId, partnerId, companyId } = credential.link;
    return { tier: "company", linkId, partnerId, companyId };
  }
  return credential.tier === "admin" ? { tier: "admin" } : toKeyActor(credential.key);
}

/** Undefined unless a client's work is open. */
export function toConsultant({ accountId, partnerId, client }: Person): Consultant | undefined {
  if (client === undefined || partnerId === undefined) return undefined;
  return { tier: "company", accountId, partnerId, companyId: client.companyId, isConsultant: true };
}

/** In the person's own organisation. */
export function toPersonActor({ accountId, partnerId, companyId }: Person): Actor {
  if (partnerId === undefined) return { tier: "admin", accountId };
  return companyId === undefined
    ? { tier: "partner", accountId, partnerId }
    : { tier: "company", accountId, partnerId, companyId };
}

export function toKeyActor({ id: keyId, partnerId, companyId }: KnownKey): Actor {
  return companyId === undefined
    ? { tier: "partner", keyId, partnerId }
    : { tier: "company", keyId, partnerId, companyId };
}

/** Starts a session, ends the one that the browser had before, and logs both in the same transaction. */
export function signIn(
  deps: SignInDeps,
  from: Omit<AuditContext, "actor">,
  credential: KeyCredential,
  earlierSecret: string | undefined,
): Promise<{ session: KeySession; secret: string }> {
  return deps.db.transaction(async ({ sessions, audit }) => {
    const started = newSession(deps, credential);
    const context = { ...from, actor: actorOf(credential) };
    await endEarlier(deps, { sessions, audit }, context, earlierSecret);
    await sessions.insert(started.session);
    await recordAuditEntry(deps, audit, context, "session.started", started.session.id);
    return started;
  });
}

/** Ends the session that the browser had before. */
export async function endEarlier(
  deps: AuditDeps,
  { sessions, audit }: { sessions: SessionStore; audit: AuditLog },
  context: AuditContext,
  earlierSecret: string | undefined,
): Promise<void> {
  const earlier = earlierSecret === undefined ? undefined : await sessions.findByHash(hashOfSecret(earlierSecret));
  if (earlier === undefined) return;
  await sessions.remove(earlier.hash);
  await recordAuditEntry(deps, audit, context, "session.ended", earlier.id);
}

/** Logs a refused attempt with its address. The key that was tried stays out of the log. */
export async function refuseSignIn(deps: SignInDeps, from: Omit<AuditContext, "actor">): Promise<void> {
  await deps.db.transaction(({ audit }) =>
    recordAuditEntry(deps, audit, { ...from, actor: { tier: "unknown" } }, "session.refused", from.requestId),
  );
}

export async function signOut(
  deps: SignInDeps,
  context: AuditContext,
  session: Session,
  isEverywhere: boolean,
): Promise<void> {
  await deps.db.transaction(async ({ sessions, audit }) => {
    // Others may have opened the same link.
    if (!isEverywhere || "link" in session) {
      await sessions.remove(session.hash);
      await recordAuditEntry(deps, audit, context, "session.ended", session.id);
      return;
    }
    const count = await ("person" in session
      ? sessions.removeAllOfAccount(session.person.accountId)
      : sessions.removeAllOf(session.keyHash));
    await recordAuditEntry(deps, audit, context, "session.ended_everywhere", session.id, { count });
  });
}
