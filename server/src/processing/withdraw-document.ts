import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import type { Document, DocumentStore } from "../documents/document.ts";
import { refuseSignedOff, type SignOffStore } from "../documents/sign-off.ts";
import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { endBulkJudgements } from "./cancel-document.ts";
import type { EndStores } from "./end-document.ts";

interface WithdrawDeps extends AuditDeps {
  db: Transactional<EndStores & { documents: DocumentStore; signOffs: SignOffStore; audit: AuditLog }>;
}

/** A withdrawn document stays readable and does not count in its review. Repeating the request is not an error. */
export async function withdrawDocument(
  deps: WithdrawDeps,
  context: AuditContext<CompanyActor>,
  documentId: Id,
): Promise<Document> {
  return deps.db.transaction(async (stores) => {
    const { documents, audit } = stores;
    const document = await lockOwn(documents, context, documentId);
    if (document.withdrawnAt !== undefined) return document;
    await refuseSignedOff(stores.signOffs, document.reviewId);
    await endBulkJudgements(deps, stores, context, documentId, "The document to judge again was withdrawn.");
    const withdrawnAt = deps.clock.now();
    await documents.setWithdrawn(documentId, true, withdrawnAt);
    await recordAuditEntry(deps, audit, context, "document.withdrawn", documentId);
    return { ...document, withdrawnAt };
  });
}

/** The document counts again. */
export async function restoreDocument(
  deps: WithdrawDeps,
  context: AuditContext<CompanyActor>,
  documentId: Id,
): Promise<Document> {
  return deps.db.transaction(async ({ documents, signOffs, audit }) => {
    const document = await lockOwn(documents, context, documentId);
    if (document.withdrawnAt === undefined) return document;
    await refuseSignedOff(signOffs, document.reviewId);
    await documents.setWithdrawn(documentId, false, deps.clock.now());
    await recordAuditEntry(deps, audit, context, "document.restored", documentId);
    return { ...document, withdrawnAt: undefined };
  });
}

async function lockOwn(
  documents: Pick<DocumentStore, "lock">,
  { actor: { companyId } }: AuditContext<CompanyActor>,
  documentId: Id,
): Promise<Document> {
  const document = await documents.lock({ companyId }, documentId);
  if (document === undefined) throw notFound("document");
  return document;
}
