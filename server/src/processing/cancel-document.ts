import type { AdminActor, AuditContext, CompanyActor, PartnerActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import type { Document, DocumentScope, DocumentStore } from "../documents/document.ts";
import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { type EndStores, saveEnding } from "./end-document.ts";
import type { Run } from "./processing-store.ts";

interface CancelDeps extends AuditDeps {
  db: Transactional<EndStores & { documents: DocumentStore; audit: AuditLog }>;
}

const cancelledBy = {
  company: "The document was cancelled.",
  partner: "The document was cancelled by the company's partner.",
  admin: "The document was cancelled by the administrator.",
};

/**
 * Ends the document at once, as a run of its own: a worker that has it may write nothing more and notices within a second. A
 * document that has ended stays as it is: "forward only".
 */
export async function cancelDocument(
  deps: CancelDeps,
  context: AuditContext<CompanyActor | PartnerActor | AdminActor>,
  documentId: Id,
): Promise<Document> {
  const { actor } = context;
  return deps.db.transaction(async (stores) => {
    const document = await stores.documents.lock(toScope(actor), documentId);
    if (document === undefined) throw notFound("document");
    if (document.status === "failed" || document.status === "completed") return document;
    const failureReason = cancelledBy[actor.tier];
    await endEarly(deps, stores, context, document, failureReason);
    await recordAuditEntry(deps, stores.audit, context, "document.cancelled", documentId, {
      companyId: document.companyId,
    });
    return { ...document, status: "failed", failureReason, processedAt: deps.clock.now() };
  });
}

/** Ends a locked document that waits or is being analysed. */
export async function endEarly(
  deps: AuditDeps,
  stores: EndStores,
  { requestId }: AuditContext,
  document: Document,
  failureReason: string,
): Promise<void> {
  const run: Run = { id: deps.ids.next(), documentId: document.id, requestId };
  await stores.processing.begin(document.companyId, run);
  await saveEnding(deps, stores, run, document, { status: "failed", failureReason });
}

/** Nobody asked for a document in bulk by itself: it ends with the document that it would judge again, which is locked. */
export async function endBulkJudgements(
  deps: AuditDeps,
  stores: EndStores & { documents: DocumentStore },
  context: AuditContext,
  documentId: Id,
  failureReason: string,
): Promise<void> {
  for (const waiting of await stores.documents.lockBulkJudgementsOf(documentId))
    await endEarly(deps, stores, context, waiting, failureReason);
}

function toScope(actor: CompanyActor | PartnerActor | AdminActor): DocumentScope {
  if (actor.tier === "company") return { companyId: actor.companyId };
  return actor.tier === "partner" ? { partnerId: actor.partnerId } : {};
}
