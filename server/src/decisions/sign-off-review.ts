import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { refuseSignedOff, type SignOff, type SignOffStore } from "../documents/sign-off.ts";
import { type EventStore, recordEvent } from "../events/event.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { appendSignOffRecord } from "../records/append-sign-off-record.ts";
import { sha256Of } from "../records/canonical-json.ts";
import type { RecordStore } from "../records/record-store.ts";
import { authorOf } from "./decide-finding.ts";

export interface SignOffDeps extends AuditDeps {
  db: Transactional<{
    signOffs: SignOffStore;
    records: Pick<RecordStore, "lockChain" | "appendSignOff" | "findSignOff">;
    events: EventStore;
    audit: AuditLog;
  }>;
}

/** A person takes responsibility for a review as it is now. */
export async function signOffReview(
  deps: SignOffDeps,
  context: AuditContext<CompanyActor>,
  reviewId: Id,
  given: { statement: string | undefined },
): Promise<SignOff> {
  const { companyId } = context.actor;
  const statement = given.statement?.trim() || undefined;
  return deps.db.transaction(async (stores) => {
    const { signOffs, events, audit, records } = stores;
    const review = await signOffs.lockReview(companyId, reviewId);
    if (review === undefined) throw notFound("compliance review");
    const author = await authorOf(stores, context.actor);
    const current = await signOffs.findCurrent(companyId, reviewId);
    // A repeated request, whose first answer may have been lost.
    if (current !== undefined && current.author.id === author.id && current.statement === statement) return current;
    await refuseSignedOff(signOffs, reviewId);
    if (review.unfinished > 0)
      throw new AppError(
        "unprocessable",
        `${review.unfinished === 1 ? "A document of the review is" : `${review.unfinished} documents of the review are`} not judged yet: wait, or cancel.`,
      );
    if (review.documentIds.length === 0)
      throw new AppError("unprocessable", "The review has no judged document that counts.");
    const signOff: SignOff = {
      ...{ id: deps.ids.next(), companyId, reviewId, statement, author },
      ...{ score: review.score, decidedScore: review.decidedScore, documentCount: review.documentIds.length },
      documentsSha256: sha256Of(review.documentIds.toSorted().join("\n")),
      signedOffAt: deps.clock.now(),
      reopened: undefined,
    };
    await signOffs.insert(signOff);
    const data = { companyId, complianceReviewId: reviewId, signOffId: signOff.id };
    await recordEvent(deps, events, "review.signed_off", data, context.requestId);
    // The log outlives the data, so it does not have the statement.
    await recordAuditEntry(deps, audit, context, "review.signed_off", reviewId, {
      signOffId: signOff.id,
      documents: signOff.documentCount,
    });
    // Last: the chain's lock blocks all documents of the company from ending.
    return appendSignOffRecord(records, signOff);
  });
}
