import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, recordAuditEntry } from "../audit/audit-log.ts";
import { carryDecisions, type FoundAgain } from "../decisions/carry-decisions.ts";
import type { DecisionStores } from "../decisions/change-decision.ts";
import type { MarkedPassage } from "../documents/decision.ts";
import type { Document, DocumentStore } from "../documents/document.ts";
import { refuseSignedOff, type SignOffStore } from "../documents/sign-off.ts";
import { recordEvent } from "../events/event.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import { type Id, isId } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { VersionStore } from "../reviews/version-store.ts";

interface NamePredecessorDeps extends AuditDeps {
  db: Transactional<DecisionStores & { documents: DocumentStore; versions: VersionStore; signOffs: SignOffStore }>;
  /** Looks in the document for what people marked in the version before it. */
  findMarkedAgain(superseded: Id, documentId: Id): Promise<FoundAgain>;
}

/**
 * Makes a document that was submitted without `supersedes` a new version of another. Repeating the request is not an error;
 * what was named once stays, because results were read and events sent by it.
 */
export async function namePredecessor(
  deps: NamePredecessorDeps,
  context: AuditContext<CompanyActor>,
  documentId: Id,
  predecessorId: string,
): Promise<Document> {
  const { companyId } = context.actor;
  // Pages are read before the transaction, which must not wait for the blob store.
  const foundAgain = isId(predecessorId)
    ? await deps.findMarkedAgain(predecessorId, documentId)
    : new Map<Id, MarkedPassage>();
  return deps.db.transaction(async (stores) => {
    const { documents, versions, events, audit } = stores;
    const document = await documents.lock({ companyId }, documentId);
    if (document === undefined) throw notFound("document");
    if (document.supersedes === predecessorId) return document;
    await refuseSignedOff(stores.signOffs, document.reviewId);
    const predecessor = isId(predecessorId) ? await documents.find(companyId, predecessorId) : undefined;
    if (predecessor === undefined || predecessor.reviewId !== document.reviewId || predecessor.id >= documentId)
      throw new AppError("unprocessable", "supersedes names no earlier document of the same review.");
    if (document.firstVersionId !== undefined)
      throw new AppError("unprocessable", "This document already is a new version of another.");
    if (await versions.hasLaterVersions(documentId))
      throw new AppError(
        "unprocessable",
        "This document has newer versions; name a predecessor before submitting them.",
      );
    const replaced = await versions.findReplaced(document, predecessor);
    await versions.setPredecessor(document, predecessor, deps.clock.now());
    if (replaced !== undefined) {
      const change = { companyId, complianceReviewId: document.reviewId, documentId: replaced };
      await recordEvent(
        deps,
        events,
        "document.superseded",
        { ...change, supersededBy: documentId },
        context.requestId,
      );
      await carryDecisions(deps, stores, { superseded: replaced, document, foundAgain }, context.requestId);
    }
    await recordAuditEntry(deps, audit, context, "document.predecessor_named", documentId, {
      supersedes: predecessor.id,
    });
    const named = await documents.find(companyId, documentId);
    if (named === undefined) throw notFound("document");
    return named;
  });
}
