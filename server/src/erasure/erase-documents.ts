import { systemContext } from "../audit/audit-context.ts";
import { recordAuditEntry } from "../audit/audit-log.ts";
import type { Id } from "../platform/ids.ts";
import { idempotencyOwner } from "../tenancy/idempotent-request.ts";
import { type EraseCompanyDeps, removeOwnBlobs } from "./erase-company.ts";

const documentsPerBatch = 50;

/** Erases the documents that a company has deleted: rows, then bytes. After an interruption, the next attempt resumes. */
export async function eraseDocuments(
  deps: EraseCompanyDeps,
  { companyId, requestId }: { companyId: Id; requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const context = systemContext(requestId);
  for (;;) {
    signal.throwIfAborted();
    const erased = await deps.db.transaction(async ({ erasure, idempotency, audit }) => {
      const { documentIds } = await erasure.eraseDeletedDocuments(companyId, deps.clock.now(), documentsPerBatch);
      for (const id of documentIds) {
        // A recorded answer to the submission contains the names of the files.
        await idempotency.removeMentions(idempotencyOwner.company(companyId), id);
        await recordAuditEntry(deps, audit, context, "document.erased", id, { companyId });
      }
      return documentIds.length;
    });
    if (erased === 0) break;
  }
  await removeOwnBlobs(deps, companyId, signal);
}
