import type { AuditLog } from "../audit/audit-log.ts";
import { carryDecisions, type FoundAgain } from "../decisions/carry-decisions.ts";
import type { DecisionStore } from "../documents/decision.ts";
import type { Document } from "../documents/document.ts";
import { type EventStore, recordEvent } from "../events/event.ts";
import type { JobSender } from "../jobs/job-queue.ts";
import type { NotificationStore } from "../notifications/notification.ts";
import { notify } from "../notifications/notify.ts";
import type { Clock } from "../platform/clock.ts";
import type { IdSource } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { appendRecord } from "../records/append-record.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { UnclaimedBlobStore } from "../uploads/upload-session.ts";
import type { DocumentEnding, ProcessingStore, Run } from "./processing-store.ts";
import { pagesKeyPrefix } from "./read-files.ts";
import { removeWorkFolder } from "./work-folder.ts";

export interface EndStores {
  processing: ProcessingStore;
  records: RecordStore;
  unclaimedBlobs: UnclaimedBlobStore;
  events: EventStore;
  decisions: DecisionStore;
  audit: AuditLog;
  notifications: NotificationStore;
  jobs: JobSender;
}

export interface EndDeps {
  db: Transactional<EndStores>;
  clock: Clock;
  ids: IdSource;
  /** Contains the work folder of each document in progress. */
  workRoot: string;
  onEnded?(status: DocumentEnding["status"]): void;
}

/** Status, record and event commit together; then the work folder is removed. */
export async function endDocument(
  deps: EndDeps,
  run: Run,
  document: Document,
  ending: DocumentEnding,
  foundAgain?: FoundAgain,
): Promise<void> {
  await deps.db.transaction((stores) => saveEnding(deps, stores, run, document, ending, foundAgain));
  deps.onEnded?.(ending.status);
  await removeWorkFolder(deps.workRoot, document.id);
}

export async function saveEnding(
  deps: { clock: Clock; ids: IdSource },
  stores: EndStores,
  run: Run,
  document: Document,
  ending: DocumentEnding,
  foundAgain: FoundAgain = new Map(),
): Promise<void> {
  const { processing, records, unclaimedBlobs, events } = stores;
  const { id: documentId, companyId, reviewId: complianceReviewId } = document;
  const superseded = ending.status === "completed" ? await processing.findSuperseded(documentId) : undefined;
  const scoreBefore = await processing.findReviewScore(complianceReviewId);
  await processing.end(run, ending, deps.clock.now());
  await unclaimedBlobs.removeEachAt(pagesKeyPrefix(documentId), deps.clock.now());
  const data = { companyId, complianceReviewId, documentId, status: ending.status };
  await recordEvent(deps, events, `document.${ending.status}`, data, run.requestId);
  if (superseded !== undefined) {
    const change = { companyId, complianceReviewId, documentId: superseded, supersededBy: documentId };
    await recordEvent(deps, events, "document.superseded", change, run.requestId);
    const requestId = run.requestId ?? deps.ids.next();
    await carryDecisions(deps, stores, { superseded, document, foundAgain }, requestId);
  }
  const ofReview = { companyId, reviewId: complianceReviewId };
  if (await processing.isReviewJudged(complianceReviewId)) {
    const eventId = await recordEvent(
      deps,
      events,
      "review.completed",
      { companyId, complianceReviewId },
      run.requestId,
    );
    await notify(deps, stores, { ...ofReview, kind: "review_completed", eventId });
  }
  const score = await processing.findReviewScore(complianceReviewId);
  if (scoreBefore !== undefined && score !== undefined && score < scoreBefore) {
    const fallen = { companyId, complianceReviewId, documentId };
    const eventId = await recordEvent(deps, events, "review.score_fell", fallen, run.requestId);
    await notify(deps, stores, { ...ofReview, kind: "score_fell", eventId, facts: { scoreBefore, score } });
  }
  await appendRecord(records, companyId, documentId);
}
