import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import type { DocumentStore } from "../documents/document.ts";
import { refuseSignedOff, type SignOffStore } from "../documents/sign-off.ts";
import type { JobSender } from "../jobs/job-queue.ts";
import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { endBulkJudgements, endEarly } from "./cancel-document.ts";
import type { EndStores } from "./end-document.ts";

interface DeleteDeps extends AuditDeps {
  db: Transactional<EndStores & { documents: DocumentStore; signOffs: SignOffStore; jobs: JobSender; audit: AuditLog }>;
}

/**
 * Hides the document at once, from results and from its review; a job erases it. One that is being processed ends first, so
 * that its worker stops. Repeating the request is not an error, not even after the erasure.
 */
export async function deleteDocument(
  deps: DeleteDeps,
  context: AuditContext<CompanyActor>,
  documentId: Id,
): Promise<void> {
  const { companyId } = context.actor;
  await deps.db.transaction(async (stores) => {
    const document = await stores.documents.lock({ companyId }, documentId);
    const isDeleted = document === undefined && (await stores.documents.isDeleted(companyId, documentId));
    if (document === undefined && !isDeleted) {
      // Every document that ended has a record, which outlives it.
      const record = await stores.records.find(companyId, documentId);
      if (record?.isDocumentErased === true) return;
      throw notFound("document");
    }
    if (document !== undefined) {
      await refuseSignedOff(stores.signOffs, document.reviewId);
      if (document.status === "queued" || document.status === "processing")
        await endEarly(deps, stores, context, document, "The document was deleted.");
      await endBulkJudgements(deps, stores, context, documentId, "The document to judge again was deleted.");
      await stores.documents.markDeleted(documentId, deps.clock.now());
      await recordAuditEntry(deps, stores.audit, context, "document.deleted", documentId);
    }
    // Also on a repeated request: the job may have used up its retries while the blob store was unavailable.
    await stores.jobs.enqueue("erase-documents", { companyId, requestId: context.requestId }, companyId);
  });
}
