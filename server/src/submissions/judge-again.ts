import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, recordAuditEntry } from "../audit/audit-log.ts";
import { type CatalogueStore, findControl } from "../catalogue/catalogue.ts";
import { type Document, type DocumentFile, type DocumentStore, getDocument } from "../documents/document.ts";
import { datesOf } from "../documents/document-dates.ts";
import { refuseSignedOff, type SignOffStore } from "../documents/sign-off.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { ReferenceStore } from "../platform/external-reference.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { getReview, type ReviewStore } from "../reviews/review.ts";
import type { BusinessEntityStore } from "../tenancy/business-entity.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import type { UploadStore } from "../uploads/upload-session.ts";
import type { BulkJudgementStore } from "./bulk-judgement.ts";
import { createReview, type DocumentStores, queueDocument } from "./create-document.ts";
import { finishBlobs } from "./finish-blobs.ts";
import { planSubmission, type Submission, type Submitter } from "./plan-submission.ts";
import { refuseOlderVersion } from "./refuse-older-version.ts";
import { shareFiles } from "./share-files.ts";

export interface JudgeAgainDeps extends AuditDeps {
  db: Transactional<DocumentStores & { bulkJudgements: BulkJudgementStore }>;
  documents: Pick<DocumentStore, "find" | "listFiles" | "listStoredFiles" | "listControlItemIds">;
  uploads: Pick<UploadStore, "listParts">;
  blobs: BlobStore;
  /** Checks the company's quotas and counts the submission, when nothing else refuses it. */
  admit(files: DocumentFile[]): Promise<void>;
  reviews: Pick<ReviewStore, "find">;
  entities: Pick<BusinessEntityStore, "find">;
  signOffs: Pick<SignOffStore, "findHeld">;
  references: Pick<ReferenceStore, "find">;
  catalogue: Pick<
    CatalogueStore,
    "findControl" | "listFrameworks" | "listClusters" | "listSelectable" | "listConditions" | "listItemIdsAddedAfter"
  >;
}

export interface Judgement {
  /** Another control; by default the document's own, in its newest revision. */
  controlId?: string | undefined;
  /** A review of the other control to append to; by default a new one. */
  complianceReviewId?: string | undefined;
  auditLanguageId?: string | undefined;
  /** Judged in bulk, at low priority. */
  bulkJudgementId?: Id | undefined;
}

/**
 * Judges the files of a document again without uploading them: the result is a new document that shares them. By the same
 * control it is a new version, so that the earlier result stays readable and stops counting once the new one is there; by
 * another control it belongs to a review of that.
 */
export async function judgeAgain(
  deps: JudgeAgainDeps,
  owner: Submitter,
  context: AuditContext,
  documentId: Id,
  judgement: Judgement,
): Promise<Document> {
  const { companyId } = owner;
  const { bulkJudgementId } = judgement;
  const source = await getDocument(deps, companyId, documentId);
  if (source.status !== "completed")
    throw new AppError(
      "unprocessable",
      `Only a completed document can be judged again; this one is ${source.status}. ${source.status === "failed" ? "Retry it" : "Wait until it is completed"}.`,
    );
  const files = await shareFiles(deps, deps.documents, documentId);
  const submission = await plan(deps, owner, source, judgement);
  // The new document's files have other ids than the ones their parts were uploaded under.
  await finishBlobs(deps, documentId);
  await deps.admit(files);
  return deps.db.transaction(async (stores) => {
    // Deletion takes the same lock: the files are either shared before it, or gone.
    const locked = await stores.documents.lock({ companyId }, documentId);
    if (locked === undefined) throw notFound("document");
    if ("id" in submission.review) await refuseSignedOff(stores.signOffs, submission.review.id);
    if (submission.version !== undefined) await refuseOlderVersion(stores.documents, locked);
    if (bulkJudgementId !== undefined) await takeFor(bulkJudgementId, stores.bulkJudgements, locked);
    const reviewId =
      "id" in submission.review
        ? submission.review.id
        : await createReview(deps, stores, context, companyId, submission.review);
    const { auditLanguage, controlItemIds, subject, documentsCount, version } = submission;
    const document = await queueDocument(deps, stores, context.requestId, {
      ...{ companyId, reviewId, auditLanguage, controlItemIds, subject, documentsCount, ...version },
      // The files are the same, so their dates are, too.
      ...datesOf(locked),
      // Once more, because they may have been erased meanwhile.
      files: await shareFiles(deps, stores.documents, documentId),
      judgementOf: documentId,
      bulkJudgementId,
    });
    await recordAuditEntry(deps, stores.audit, context, "document.judged_again", document.id, {
      judgementOf: documentId,
      items: controlItemIds.length,
      ...(bulkJudgementId !== undefined && { companyId, bulkJudgementId }),
    });
    return document;
  });
}

/** Refuses what another process has taken, and what a newer version has superseded since. */
async function takeFor(bulkJudgementId: Id, bulk: BulkJudgementStore, { companyId, id }: Document): Promise<void> {
  const isTaken = await bulk.take(bulkJudgementId, id, false);
  if (!isTaken || !(await bulk.isStillAffected(companyId, id)))
    throw new AppError("unprocessable", "The document is judged by the newest revision already.");
}

async function plan(
  deps: JudgeAgainDeps,
  owner: Submitter,
  source: Document,
  { controlId, complianceReviewId, auditLanguageId = source.auditLanguage }: Judgement,
): Promise<Submission> {
  const review = await getReview(deps, owner.companyId, source.reviewId);
  const { businessEntityId } = review;
  const { subject } = source;
  const options = { isFrameworkRequired: false, now: deps.clock.now() };
  const named = controlId === undefined ? undefined : await findControl(deps, owner.partnerId, controlId);
  if (controlId !== undefined && named?.id !== review.controlId) {
    const target = complianceReviewId === undefined ? { businessEntityId } : { complianceReviewId };
    return planSubmission(deps, owner, { ...target, controlId, auditLanguageId, subject }, options);
  }
  if (complianceReviewId !== undefined && complianceReviewId !== review.id)
    throw new AppError("unprocessable", "complianceReviewId needs the controlId of that review.");
  if (source.supersededBy !== undefined)
    throw new AppError("unprocessable", "A newer version counts in this document's place: judge that one again.");
  const form = { complianceReviewId: review.id, auditLanguageId, supersedes: source.id };
  const planned = await planSubmission(deps, owner, form, options);
  const controlItemIds = await chooseItems(deps, source, planned.controlItemIds);
  if (controlItemIds.length === 0)
    throw new AppError(
      "unprocessable",
      "The control no longer has any of the document's items: submit its files again, with other items.",
    );
  return { ...planned, controlItemIds };
}

/** The items that it was judged by, as far as they are current; with those that were added since if it was judged by all. */
async function chooseItems({ documents, catalogue }: JudgeAgainDeps, source: Document, current: Id[]): Promise<Id[]> {
  const judged = new Set(await documents.listControlItemIds(source.id));
  const added = new Set(await catalogue.listItemIdsAddedAfter(source.controlId, source.createdAt));
  const wasWhole = current.every((itemId) => judged.has(itemId) || added.has(itemId));
  return wasWhole ? current : current.filter((itemId) => judged.has(itemId));
}
