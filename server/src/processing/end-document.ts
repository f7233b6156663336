import type { Document } from "../documents/document.ts";
import { type EventStore, recordEvent } from "../events/event.ts";
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
export async function endDocument(deps: EndDeps, run: Run, document: Document, ending: DocumentEnding): Promise<void> {
  await deps.db.transaction((stores) => saveEnding(deps, stores, run, document, ending));
  deps.onEnded?.(ending.status);
  await removeWorkFolder(deps.workRoot, document.id);
}

export async function saveEnding(
  deps: { clock: Clock; ids: IdSource },
  { processing, records, unclaimedBlobs, events }: EndStores,
  run: Run,
  { id: documentId, companyId, reviewId: complianceReviewId }: Document,
  ending: DocumentEnding,
): Promise<void> {
  const superseded = ending.status === "completed" ? await processing.findSuperseded(documentId) : undefined;
  await processing.end(run, ending, deps.clock.now());
  await unclaimedBlobs.removeEachAt(pagesKeyPrefix(documentId), deps.clock.now());
  const data = { companyId, complianceReviewId, documentId, status: ending.status };
  await recordEvent(deps, events, `document.${ending.status}`, data, run.requestId);
  if (superseded !== undefined) {
    const change = { companyId, complianceReviewId, documentId: superseded, supersededBy: documentId };
    await recordEvent(deps, events, "document.superseded", change, run.requestId);
  }
  if (await processing.isReviewJudged(complianceReviewId))
    await recordEvent(deps, events, "review.completed", { companyId, complianceReviewId }, run.requestId);
  await appendRecord(records, companyId, documentId);
}
