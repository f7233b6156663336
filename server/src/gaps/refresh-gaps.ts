import { type EventStore, recordEvent } from "../events/event.ts";
import type { Clock } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { type AssessedCriterion, assessCriteria } from "./assess-criteria.ts";
import type { ClosedReason, Gap, GapEntry, GapStore, JudgedItem, StaleDocument } from "./gap.ts";

export interface RefreshStores {
  gaps: GapStore;
  events: EventStore;
}

export interface RefreshDeps {
  db: Transactional<RefreshStores>;
  clock: Clock;
  ids: IdSource;
}

/**
 * Brings the register up to date with what has ended, was decided, withdrawn or deleted: of one company, or of all. The rows
 * of a subject change in one transaction. A worker calls this after each document and every minute, and the register before it
 * is read, with a limit that keeps the answer fast.
 */
export async function refreshGaps(
  deps: RefreshDeps,
  { companyId, limit = Number.POSITIVE_INFINITY }: { companyId?: Id; limit?: number },
  signal?: AbortSignal,
): Promise<void> {
  // Once more where it finds none: another process may have refreshed the one that it waited for.
  for (let [refreshed, misses] = [0, 0]; refreshed < limit && misses < 2; refreshed++) {
    signal?.throwIfAborted();
    const isTaken = await deps.db.transaction(async (stores) => {
      const document = await stores.gaps.takeStale(companyId);
      if (document !== undefined) await refreshSubject(deps, stores, document);
      return document !== undefined;
    });
    misses = isTaken ? 0 : misses + 1;
  }
}

const criterionOf = (one: { controlItemId: Id; criterionKey: string }) => `${one.controlItemId} ${one.criterionKey}`;

async function refreshSubject(deps: RefreshDeps, stores: RefreshStores, document: StaleDocument): Promise<void> {
  const { gaps } = stores;
  await gaps.lockReview(document.reviewId);
  await gaps.moveToSubject(document.id, document);
  const judged = await gaps.listJudged(document);
  if (judged.length === 0 && !(await gaps.hasDocuments(document))) return gaps.removeOf(document);
  const known = new Map((await gaps.listOf(document)).map((gap) => [criterionOf(gap), gap]));
  for (const item of judged)
    for (const criterion of assessCriteria(item)) {
      const gap = known.get(criterionOf({ ...item, criterionKey: criterion.key }));
      if (gap === undefined) await open(deps, stores, document, item, criterion);
      else await follow(deps, stores, gap, item, criterion);
    }
  for (const gap of known.values()) {
    const item = judged.find(({ controlItemId }) => controlItemId === gap.controlItemId);
    const isStillAsked = item?.criteria.some(({ key }) => key === gap.criterionKey) ?? judged.length > 0;
    if (!isStillAsked) await close(deps, stores, gap, item === undefined ? "not_counted" : "not_applicable", item);
  }
}

async function open(
  { clock, ids }: RefreshDeps,
  { gaps }: RefreshStores,
  { companyId, reviewId, subjectKey, businessEntityId, controlId }: StaleDocument,
  { controlItemId, documentId, itemId, itemName, externalId, fileName }: JudgedItem,
  { key: criterionKey, statement, level, verdict, severity, outcome }: AssessedCriterion,
): Promise<void> {
  if (outcome !== "open" && outcome !== "accepted") return;
  const gap: Gap = {
    ...{ id: ids.next(), companyId, reviewId, subjectKey, businessEntityId, controlId, controlItemId, criterionKey },
    ...{ statement, documentId, itemId, verdict, level, status: outcome },
    ...{ severity, foundSeverity: severity, isSeverityGiven: false },
    ...{ ownerId: undefined, dueOn: undefined, changedAt: clock.now() },
    ...{ closedAt: undefined, closedReason: undefined, closedByDocumentId: undefined },
  };
  await gaps.insert(gap, [statement, externalId, itemName, fileName].join("\n"));
}

/** What people added stays; status and link follow the finding that counts now. */
async function follow(
  deps: RefreshDeps,
  stores: RefreshStores,
  gap: Gap,
  item: JudgedItem,
  criterion: AssessedCriterion,
): Promise<void> {
  const { outcome, verdict, level, statement } = criterion;
  if (outcome !== "open" && outcome !== "accepted") {
    await close(deps, stores, { ...gap, verdict, level, statement }, outcome, item);
    return;
  }
  const { documentId, itemId } = item;
  const foundSeverity = criterion.severity;
  const severity = gap.isSeverityGiven ? gap.severity : foundSeverity;
  const now: Gap = { ...gap, documentId, itemId, verdict, level, statement, severity, foundSeverity };
  // A person said that it is fixed, and no newer finding says otherwise.
  const isClaimed = gap.closedReason === "person" && gap.itemId === itemId;
  const status = outcome === "accepted" ? "accepted" : gap.status === "in_progress" ? gap.status : "open";
  if (status === gap.status || (isClaimed && outcome === "open")) {
    if (isDifferent(gap, now)) await stores.gaps.update(now);
    return;
  }
  const closed = { closedAt: undefined, closedReason: undefined, closedByDocumentId: undefined };
  await stores.gaps.update({ ...now, ...closed, status, changedAt: deps.clock.now() });
  await note(deps, stores, gap, outcome === "accepted" ? "accepted" : "reopened", documentId);
  if (status === "open") await announce(deps, stores, "gap.reopened", gap, documentId, gap.closedReason ?? gap.status);
}

async function close(
  deps: RefreshDeps,
  stores: RefreshStores,
  gap: Gap,
  reason: Exclude<ClosedReason, "person">,
  item: JudgedItem | undefined,
): Promise<void> {
  // What a person called fixed, or what no document showed, is confirmed by the first version that meets it.
  const isConfirmed = gap.closedReason === "person" || (gap.closedReason === "not_counted" && reason !== "not_counted");
  if (gap.status === "fixed" && !isConfirmed) return;
  if (gap.closedReason === "person" && (item === undefined || gap.itemId === item.itemId)) return;
  const { documentId, itemId } = item ?? gap;
  await stores.gaps.update({
    ...{ ...gap, documentId, itemId, status: "fixed", closedReason: reason },
    ...{ changedAt: deps.clock.now(), closedAt: gap.closedAt ?? deps.clock.now() },
    closedByDocumentId: reason === "met" ? documentId : undefined,
  });
  const closer = reason === "met" ? documentId : undefined;
  await note(deps, stores, gap, "closed", closer);
  await announce(deps, stores, "gap.closed", gap, closer, reason);
}

const isDifferent = (one: Gap, other: Gap) => followed.some((of) => one[of] !== other[of]);

const followed = ["documentId", "itemId", "verdict", "level", "statement", "foundSeverity"] as const;

async function note(
  { clock, ids }: RefreshDeps,
  { gaps }: RefreshStores,
  { id: gapId }: Gap,
  kind: GapEntry["kind"],
  documentId: Id | undefined,
): Promise<void> {
  const entry = { id: ids.next(), gapId, kind, documentId, createdAt: clock.now() };
  await gaps.addEntry({ ...entry, accountId: undefined, keyId: undefined, text: undefined, changes: undefined });
}

async function announce(
  deps: RefreshDeps,
  { events }: RefreshStores,
  type: "gap.closed" | "gap.reopened",
  { id: gapId, companyId, reviewId: complianceReviewId }: Gap,
  documentId: Id | undefined,
  status: string,
): Promise<void> {
  const data = { companyId, complianceReviewId, gapId, status, ...(documentId !== undefined && { documentId }) };
  await recordEvent(deps, events, type, data);
}
