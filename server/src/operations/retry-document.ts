import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { type Document, type DocumentStore, getDocument } from "../documents/document.ts";
import { datesOf } from "../documents/document-dates.ts";
import { refuseSignedOff, type SignOffStore } from "../documents/sign-off.ts";
import type { EventStore } from "../events/event.ts";
import type { JobSender } from "../jobs/job-queue.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { queueDocument } from "../submissions/create-document.ts";
import { finishBlobs } from "../submissions/finish-blobs.ts";
import { refuseOlderVersion } from "../submissions/refuse-older-version.ts";
import { shareFiles } from "../submissions/share-files.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import type { UploadStore } from "../uploads/upload-session.ts";

interface RetryStores {
  signOffs: Pick<SignOffStore, "findHeld">;
  documents: DocumentStore;
  events: EventStore;
  jobs: JobSender;
  audit: AuditLog;
}

interface RetryDeps extends AuditDeps {
  db: Transactional<RetryStores>;
  documents: Pick<DocumentStore, "listFiles" | "listStoredFiles">;
  uploads: Pick<UploadStore, "listParts">;
  blobs: BlobStore;
}

/** Of the company itself. `count` is called before a document that has failed is submitted again. */
export async function retryOwnDocument(
  deps: RetryDeps & { documents: Pick<DocumentStore, "find"> },
  context: AuditContext<CompanyActor>,
  documentId: Id,
  count: () => Promise<void>,
): Promise<Document> {
  const { status } = await getDocument(deps, context.actor.companyId, documentId);
  if (status === "failed") await count();
  return retryDocument(deps, context, documentId);
}

/**
 * "Forward only": a failed document stays failed. The retry is a new document of the same review with the same files and
 * items, and the company is notified of it as of any other (docs/decisions/0017).
 */
export async function retryDocument(deps: RetryDeps, context: AuditContext, documentId: Id): Promise<Document> {
  await shareFiles(deps, deps.documents, documentId);
  // The new document's files have other ids than the ones their parts were uploaded under.
  await finishBlobs(deps, documentId);
  return deps.db.transaction(async (stores) => {
    const failed = await stores.documents.lock({}, documentId);
    if (failed === undefined) throw notFound("document");
    if (failed.status !== "failed")
      throw new AppError("unprocessable", `Only a failed document can be retried; this one is ${failed.status}.`);
    const already = await stores.documents.findRetryOf(documentId);
    if (already !== undefined)
      throw new AppError("unprocessable", `This document has already been retried as ${already}.`);
    await refuseSignedOff(stores.signOffs, failed.reviewId);
    await refuseOlderVersion(stores.documents, failed);
    const files = await shareFiles(deps, stores.documents, documentId);
    const controlItemIds = await stores.documents.listControlItemIds(documentId);
    // Its number in the caller's system now names the retry.
    if (failed.externalReference !== undefined) await stores.documents.setReference(documentId, undefined);
    const document = await queueDocument(deps, stores, context.requestId, {
      companyId: failed.companyId,
      reviewId: failed.reviewId,
      auditLanguage: failed.auditLanguage,
      subject: failed.subject,
      externalReference: failed.externalReference,
      documentsCount: failed.documentsCount,
      firstVersionId: failed.firstVersionId,
      supersedes: failed.supersedes,
      ...{ files, controlItemIds, ...datesOf(failed) },
    });
    await stores.documents.markRetry(document.id, documentId);
    await recordAuditEntry(deps, stores.audit, context, "document.retried", document.id, {
      retryOf: documentId,
      companyId: failed.companyId,
    });
    return document;
  });
}
