import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { notFound } from "../platform/app-error.ts";
import { changedFields } from "../platform/changed-fields.ts";
import { type ReferenceStore, refuseTakenReference } from "../platform/external-reference.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { DocumentStore } from "./document.ts";
import { checkDates, type DocumentDates, datesOf } from "./document-dates.ts";

interface ChangeDocumentDeps extends AuditDeps {
  db: Transactional<{
    documents: Pick<DocumentStore, "lock" | "setDates" | "setReference">;
    references: ReferenceStore;
    audit: AuditLog;
  }>;
}

/** Returns the names of the fields that changed. One that is present and undefined is removed. */
export async function changeDocument(
  deps: ChangeDocumentDeps,
  context: AuditContext<CompanyActor>,
  documentId: Id,
  patch: DocumentDates & { externalReference?: string | undefined },
): Promise<string[]> {
  const { companyId } = context.actor;
  return deps.db.transaction(async ({ documents, references, audit }) => {
    const document = await documents.lock({ companyId }, documentId);
    if (document === undefined) throw notFound("document");
    const before = { ...datesOf(document), externalReference: document.externalReference };
    const updatedFields = changedFields(before, patch);
    if (updatedFields.length === 0) return [];
    const { externalReference: reference, ...dates } = { ...before, ...patch };
    checkDates(dates);
    if (updatedFields.includes("externalReference")) {
      if (reference !== undefined)
        await refuseTakenReference(references.lock, { kind: "document", ownerId: companyId, reference });
      await documents.setReference(documentId, reference);
    }
    await documents.setDates(documentId, dates);
    await recordAuditEntry(deps, audit, context, "document.updated", documentId, { updatedFields });
    return updatedFields;
  });
}
