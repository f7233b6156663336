import type { ComplianceLevel } from "../analysis/findings/findings.ts";
import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import type { Document } from "../documents/document.ts";
import { refuseSignedOff, type SignOff, type SignOffStore } from "../documents/sign-off.ts";
import { notFound } from "../platform/app-error.ts";
import { changedFields } from "../platform/changed-fields.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, SortedPageRequest } from "../platform/page.ts";
import type { Transactional } from "../platform/transactional.ts";

/** The review of one business entity against one control; documents are added to it over time. */
export interface Review {
  id: Id;
  companyId: Id;
  businessEntityId: Id;
  frameworkId: Id;
  controlId: Id;
  name: string;
  scope: string;
  reviewDate: Date;
  createdAt: Date;
  updatedAt: Date | undefined;
}

/** A review as in lists. */
export interface ListedReview extends Review {
  controlCode: string;
  /** Of the documents that count. */
  documentCounts: Record<Document["status"], number>;
  /** As in the roll-up; undefined until an item is judged. */
  score: number | undefined;
  level: ComplianceLevel | undefined;
  /** As score and level, with the decisions of people. */
  decidedScore: number | undefined;
  decidedLevel: ComplianceLevel | undefined;
  /** The last change of the review or of its documents. */
  changedAt: Date;
  signedOff: Pick<SignOff, "id" | "signedOffAt" | "author"> | undefined;
}

/** Which reviews a list has; all that are given must hold. */
export interface ReviewFilter {
  controlId?: Id | undefined;
  businessEntityId?: Id | undefined;
  level?: ComplianceLevel | undefined;
  /** Text in the review's name, in any case of letters. */
  name?: string | undefined;
}

export const reviewSorts = { score: "number", name: "text", changedAt: "time" } as const;
export type ReviewSort = keyof typeof reviewSorts;

export interface ReviewStore {
  insert(review: Review): Promise<void>;
  find(companyId: Id, id: Id): Promise<Review | undefined>;
  list(companyId: Id, filter: ReviewFilter, page: SortedPageRequest<ReviewSort>): Promise<Page<ListedReview>>;
  lock(companyId: Id, id: Id): Promise<Review | undefined>;
  update(review: Review): Promise<void>;
}

export async function getReview(
  { reviews }: { reviews: Pick<ReviewStore, "find"> },
  companyId: Id,
  id: Id,
): Promise<Review> {
  const review = await reviews.find(companyId, id);
  if (review === undefined) throw notFound("compliance review");
  return review;
}

interface UpdateReviewDeps extends AuditDeps {
  db: Transactional<{ reviews: ReviewStore; signOffs: SignOffStore; audit: AuditLog }>;
}

/** Returns the names of the fields whose values changed. */
export async function updateReview(
  deps: UpdateReviewDeps,
  context: AuditContext<CompanyActor>,
  id: Id,
  patch: { name?: string; scope?: string },
): Promise<string[]> {
  return deps.db.transaction(async ({ reviews, signOffs, audit }) => {
    const review = await reviews.lock(context.actor.companyId, id);
    if (review === undefined) throw notFound("compliance review");
    const updatedFields = changedFields(review, patch);
    if (updatedFields.length > 0) {
      await refuseSignedOff(signOffs, id);
      await reviews.update({ ...review, ...patch, updatedAt: deps.clock.now() });
      await recordAuditEntry(deps, audit, context, "review.updated", id, { updatedFields });
    }
    return updatedFields;
  });
}
