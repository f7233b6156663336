import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError } from "../platform/app-error.ts";
import type { Transactional } from "../platform/transactional.ts";
import { hashOfToken, type ReviewGrant, type ReviewLinkStore, tokenPattern } from "./review-link.ts";
import { type LinkSession, newSecret, type SessionSettings, type SessionStore } from "./session.ts";
import { actorOf, endEarlier } from "./sign-in.ts";

interface OpenDeps extends AuditDeps {
  db: Transactional<{ reviewLinks: ReviewLinkStore; sessions: SessionStore; audit: AuditLog }>;
  settings: SessionSettings;
}

/** Starts a session that reads the link's review until the link ends, and logs it. */
export async function openReviewLink(
  deps: OpenDeps,
  from: Omit<AuditContext, "actor">,
  token: string,
  earlierSecret: string | undefined,
): Promise<{ session: LinkSession; secret: string }> {
  const opened = await deps.db.transaction(async ({ reviewLinks, sessions, audit }) => {
    const found = tokenPattern.test(token) ? await reviewLinks.open(hashOfToken(token), deps.clock.now()) : undefined;
    if (found === undefined) {
      await recordAuditEntry(deps, audit, { ...from, actor: { tier: "unknown" } }, "session.refused", from.requestId);
      return undefined;
    }
    const { expiresAt, ...link } = found;
    const { secret, base } = newSecret(deps);
    const session: LinkSession = {
      ...{ ...base, tier: "company", link },
      expiresAt: expiresAt < base.expiresAt ? expiresAt : base.expiresAt,
    };
    const context = { ...from, actor: actorOf({ tier: "company", link }) };
    await endEarlier(deps, { sessions, audit }, context, earlierSecret);
    await sessions.insertOfLink(session);
    await recordAuditEntry(deps, audit, context, "review_link.opened", link.linkId, { reviewId: link.reviewId });
    return { session, secret };
  });
  // After the refusal is logged.
  if (opened === undefined)
    throw new AppError("unauthenticated", "This link is unknown, has expired or was revoked. Ask for a new one.");
  return opened;
}

/** Every answer to whoever opened a link is logged before it is given. */
export async function recordLinkRead(
  deps: AuditDeps & { db: Transactional<{ audit: AuditLog }> },
  from: Omit<AuditContext, "actor">,
  link: ReviewGrant,
  read: { operation: string; documentId?: string },
): Promise<void> {
  const context = { ...from, actor: actorOf({ tier: "company", link }) };
  await deps.db.transaction(({ audit }) =>
    recordAuditEntry(deps, audit, context, "review_link.read", link.linkId, { reviewId: link.reviewId, ...read }),
  );
}
