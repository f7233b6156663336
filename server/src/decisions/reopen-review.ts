import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { recordAuditEntry } from "../audit/audit-log.ts";
import type { SignOff } from "../documents/sign-off.ts";
import { recordEvent } from "../events/event.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import { appendSignOffRecord } from "../records/append-sign-off-record.ts";
import { authorOf } from "./decide-finding.ts";
import type { SignOffDeps } from "./sign-off-review.ts";

/** The sign-off stays in the history, and the review can be changed again. */
export async function reopenReview(
  deps: SignOffDeps,
  context: AuditContext<CompanyActor>,
  reviewId: Id,
  given: { reason: string },
): Promise<SignOff> {
  const { companyId } = context.actor;
  const reason = given.reason.trim();
  if (reason === "") throw new AppError("invalid_request", "reason must not be empty.");
  return deps.db.transaction(async (stores) => {
    const { signOffs, events, audit, records } = stores;
    if ((await signOffs.lockReview(companyId, reviewId)) === undefined) throw notFound("compliance review");
    const signOff = await signOffs.findCurrent(companyId, reviewId);
    if (signOff === undefined) throw new AppError("unprocessable", "The review is not signed off.");
    const reopened = { at: deps.clock.now(), by: await authorOf(stores, context.actor), reason };
    await signOffs.reopen(signOff.id, reopened);
    const data = { companyId, complianceReviewId: reviewId, signOffId: signOff.id };
    await recordEvent(deps, events, "review.reopened", data, context.requestId);
    await recordAuditEntry(deps, audit, context, "review.reopened", reviewId, { signOffId: signOff.id });
    return appendSignOffRecord(records, { ...signOff, reopened });
  });
}
