import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { notFound } from "../platform/app-error.ts";
import { changedFields } from "../platform/changed-fields.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { DocumentStore } from "./document.ts";
import { checkDates, type DocumentDates, datesOf } from "./document-dates.ts";

interface ChangeDatesDeps extends AuditDeps {
  db: Transactional<{ documents: Pick<DocumentStore, "lock" | "setDates">; audit: AuditLog }>;
}

/** Returns the names of the dates that changed. A date that is present and undefined is removed. */
export async function changeDates(
  deps: ChangeDatesDeps,
  context: AuditContext<CompanyActor>,
  documentId: Id,
  patch: DocumentDates,
): Promise<string[]> {
  const { companyId } = context.actor;
  return deps.db.transaction(async ({ documents, audit }) => {
    const document = await documents.lock({ companyId }, documentId);
    if (document === undefined) throw notFound("document");
    const before = datesOf(document);
    const updatedFields = changedFields(before, patch);
    if (updatedFields.length === 0) return [];
    const dates = { ...before, ...patch };
    checkDates(dates);
    await documents.setDates(documentId, dates);
    await recordAuditEntry(deps, audit, context, "document.updated", documentId, { updatedFields });
    return updatedFields;
  });
}
