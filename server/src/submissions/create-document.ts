import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { type Document, type DocumentFile, type DocumentStore, nameOf } from "../documents/document.ts";
import type { DocumentDates } from "../documents/document-dates.ts";
import { refuseSignedOff, type SignOffStore } from "../documents/sign-off.ts";
import { type EventStore, recordEvent } from "../events/event.ts";
import type { JobSender } from "../jobs/job-queue.ts";
import { type ReferenceStore, refuseTakenReference } from "../platform/external-reference.ts";
import type { Id } from "../platform/ids.ts";
import type { ReviewStore } from "../reviews/review.ts";
import { type BusinessEntityStore, stateFacts } from "../tenancy/business-entity.ts";
import type { UnclaimedBlobStore } from "../uploads/upload-session.ts";
import { expectedCost } from "./expected-cost.ts";
import type { Submission } from "./plan-submission.ts";

export interface DocumentStores {
  documents: DocumentStore;
  reviews: ReviewStore;
  unclaimedBlobs: UnclaimedBlobStore;
  events: EventStore;
  jobs: JobSender;
  audit: AuditLog;
  entities: BusinessEntityStore;
  references: ReferenceStore;
  signOffs: Pick<SignOffStore, "findHeld">;
}

/** Creates the document with its items and its job, a new review where needed, and their events, in the caller's transaction. */
export async function createDocument(
  deps: AuditDeps,
  stores: DocumentStores,
  context: AuditContext<CompanyActor>,
  submission: Submission,
  files: DocumentFile[],
): Promise<Document> {
  const { companyId } = context.actor;
  if ("id" in submission.review) await refuseSignedOff(stores.signOffs, submission.review.id);
  const { externalReference } = submission;
  if (externalReference !== undefined)
    await refuseTakenReference(stores.references.lock, {
      ...{ kind: "document", ownerId: companyId, reference: externalReference },
    });
  // Before the document, which is judged by them.
  if (submission.facts !== undefined) await stateFacts(deps, stores, context, submission.facts);
  const reviewId =
    "id" in submission.review
      ? submission.review.id
      : await createReview(deps, stores, context, companyId, submission.review);
  const { auditLanguage, controlItemIds, subject, documentsCount, version, dates } = submission;
  const document = await queueDocument(deps, stores, context.requestId, {
    ...{ companyId, reviewId, auditLanguage, files, controlItemIds, subject, documentsCount, ...version, ...dates },
    externalReference,
  });
  await stores.unclaimedBlobs.claim(files.map((file) => file.blobKey));
  await recordAuditEntry(deps, stores.audit, context, "document.submitted", document.id, {
    reviewId,
    files: files.length,
    items: controlItemIds.length,
    ...(version !== undefined && { supersedes: version.supersedes }),
  });
  return document;
}

export interface DocumentToQueue
  extends Pick<Document, "companyId" | "reviewId" | "auditLanguage">,
    Partial<
      Pick<
        Document,
        "subject" | "externalReference" | "documentsCount" | "firstVersionId" | "supersedes" | "judgementOf"
      >
    >,
    DocumentDates {
  /** Judged in bulk, after everything that was submitted. */
  bulkJudgementId?: Id | undefined;
  files: DocumentFile[];
  controlItemIds: Id[];
}

/** Adds a document to the queue and records the event. */
export async function queueDocument(
  deps: AuditDeps,
  stores: Pick<DocumentStores, "documents" | "jobs" | "events">,
  requestId: string,
  { files, controlItemIds, bulkJudgementId, ...given }: DocumentToQueue,
): Promise<Document> {
  const { companyId, reviewId, auditLanguage, subject, documentsCount, firstVersionId, supersedes, judgementOf } =
    given;
  const { externalReference, effectiveFrom, validUntil, reviewBy } = given;
  const document = {
    id: deps.ids.next(),
    companyId,
    reviewId,
    status: "queued" as const,
    processedAt: undefined,
    failureReason: undefined,
    fileName: nameOf(files.map((file) => file.fileName)),
    auditLanguage,
    pageCount: 0,
    createdAt: deps.clock.now(),
    withdrawnAt: undefined,
    ...{ subject, documentsCount, firstVersionId, supersedes, judgementOf },
    ...{ externalReference, effectiveFrom, validUntil, reviewBy },
  };
  const items = controlItemIds.map((controlItemId) => ({ id: deps.ids.next(), controlItemId }));
  const { queueRound, document: stored } = await stores.documents.insert(document, files, items, {
    cost: expectedCost(files, items.length),
    bulkJudgementId,
  });
  const job = { companyId, documentId: document.id, requestId };
  await stores.jobs.enqueue("analyse-document", job, companyId, queueRound);
  const data = { companyId, complianceReviewId: reviewId, documentId: document.id, status: document.status };
  await recordEvent(deps, stores.events, "document.submitted", data, requestId);
  return stored;
}

export async function createReview(
  deps: AuditDeps,
  { reviews, events, audit }: Pick<DocumentStores, "reviews" | "events" | "audit">,
  context: AuditContext,
  companyId: Id,
  plan: Exclude<Submission["review"], { id: Id }>,
): Promise<Id> {
  const now = deps.clock.now();
  const id = deps.ids.next();
  await reviews.insert({ id, companyId, ...plan, reviewDate: now, createdAt: now, updatedAt: undefined });
  await recordEvent(deps, events, "review.created", { companyId, complianceReviewId: id }, context.requestId);
  await recordAuditEntry(deps, audit, context, "review.created", id, { controlId: plan.controlId });
  return id;
}
