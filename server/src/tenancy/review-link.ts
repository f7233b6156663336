import { hash, randomBytes } from "node:crypto";
import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import { secondsAfter } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";

/** By which people without an account, such as auditors, read one review. */
export interface ReviewLink {
  id: Id;
  companyId: Id;
  reviewId: Id;
  /** Whom it is for. */
  label: string;
  tokenHash: Buffer;
  /** Who made it, with the name of that time. */
  author: { kind: "key" | "account"; id: Id; name: string };
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | undefined;
  openedCount: number;
  lastOpenedAt: Date | undefined;
}

/** What whoever opened a link may read: this review and nothing else. */
export interface ReviewGrant {
  linkId: Id;
  label: string;
  reviewId: Id;
  companyId: Id;
  partnerId: Id;
}

export interface ReviewLinkStore {
  insert(link: ReviewLink): Promise<void>;
  /** Of a review, newest first. */
  list(companyId: Id, reviewId: Id): Promise<ReviewLink[]>;
  /** Those of a review that are neither revoked nor expired. */
  countValid(reviewId: Id, now: Date): Promise<number>;
  /** False: there is no such link. Ends its sessions. */
  revoke(companyId: Id, reviewId: Id, id: Id, at: Date): Promise<"revoked" | "was revoked" | "unknown">;
  /** Counts the opening of a valid link. */
  open(tokenHash: Buffer, at: Date): Promise<(ReviewGrant & { expiresAt: Date }) | undefined>;
}

export const linkDays = { least: 1, most: 90, default: 14 };
const maxValid = 50;
const tokenBytes = 32;
const daySeconds = 86_400;
export const tokenPattern = /^[\w-]{43}$/;

export const hashOfToken = (token: string): Buffer => hash("sha256", token, "buffer");

interface LinkDeps extends AuditDeps {
  db: Transactional<{ reviewLinks: ReviewLinkStore; audit: AuditLog }>;
}

/** Returns the token, of which only a hash is stored. */
export async function createReviewLink(
  deps: LinkDeps,
  context: AuditContext<CompanyActor>,
  given: Pick<ReviewLink, "reviewId" | "label" | "author"> & { days: number },
): Promise<{ link: ReviewLink; token: string }> {
  const { days, ...named } = given;
  const token = randomBytes(tokenBytes).toString("base64url");
  const now = deps.clock.now();
  const link: ReviewLink = {
    ...{ id: deps.ids.next(), companyId: context.actor.companyId, ...named, tokenHash: hashOfToken(token) },
    ...{ createdAt: now, expiresAt: secondsAfter(now, days * daySeconds), revokedAt: undefined },
    ...{ openedCount: 0, lastOpenedAt: undefined },
  };
  await deps.db.transaction(async ({ reviewLinks, audit }) => {
    if ((await reviewLinks.countValid(link.reviewId, now)) >= maxValid)
      throw new AppError("unprocessable", `The review has ${maxValid} valid links: revoke one first.`);
    await reviewLinks.insert(link);
    // The log outlives the data, so it does not have the label.
    await recordAuditEntry(deps, audit, context, "review_link.created", link.id, { reviewId: link.reviewId, days });
  });
  return { link, token };
}

/** Whoever has opened it is signed out. Repeating the request is not an error. */
export async function revokeReviewLink(
  deps: LinkDeps,
  context: AuditContext<CompanyActor>,
  { reviewId, linkId }: { reviewId: Id; linkId: Id },
): Promise<void> {
  await deps.db.transaction(async ({ reviewLinks, audit }) => {
    const outcome = await reviewLinks.revoke(context.actor.companyId, reviewId, linkId, deps.clock.now());
    if (outcome === "unknown") throw notFound("link");
    if (outcome === "revoked")
      await recordAuditEntry(deps, audit, context, "review_link.revoked", linkId, { reviewId });
  });
}
