import { type AuditContext, accountOf, type CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { type EventStore, recordEvent } from "../events/event.ts";
import type { JobSender } from "../jobs/job-queue.ts";
import type { NotificationStore } from "../notifications/notification.ts";
import { notify } from "../notifications/notify.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { Gap, GapChanges, GapEntry, GapPerson, GapStore } from "./gap.ts";

export interface GapStores {
  gaps: GapStore;
  events: EventStore;
  audit: AuditLog;
  notifications: NotificationStore;
  jobs: JobSender;
}

export interface GapDeps extends AuditDeps {
  db: Transactional<GapStores>;
}

/** Changes gaps of the company together: all of them, or none. What is the same already changes nothing. Returns how many changed. */
export async function changeGaps(
  deps: GapDeps,
  context: AuditContext<CompanyActor>,
  ids: Id[],
  changes: GapChanges,
): Promise<number> {
  const { companyId } = context.actor;
  return deps.db.transaction(async (stores) => {
    const owner = await findOwner(stores.gaps, companyId, changes.ownerId);
    const locked = await stores.gaps.lock(companyId, ids);
    if (locked.length < new Set(ids).size) throw notFound("gap");
    let changedCount = 0;
    for (const gap of locked) {
      const { next, changed } = applyChanges(gap, changes, owner, deps.clock.now());
      if (Object.keys(changed).length === 0) continue;
      changedCount += 1;
      await stores.gaps.update(next);
      await stores.gaps.addEntry({ ...authoredEntry(deps, context, gap.id, "changed"), changes: changed });
      await recordAuditEntry(deps, stores.audit, context, "gap.changed", gap.id, { fields: Object.keys(changed) });
      if (owner !== undefined && changed.ownerId !== undefined) await assign(deps, stores, context, next, owner);
    }
    return changedCount;
  });
}

async function findOwner(gaps: GapStore, companyId: Id, accountId: Id | null | undefined) {
  if (accountId === undefined || accountId === null) return undefined;
  const [owner] = await gaps.listPeople(companyId, [accountId]);
  if (owner === undefined) throw new AppError("unprocessable", "ownerId names no person of the company.");
  return owner;
}

function applyChanges(
  gap: Gap,
  { status, severity, ownerId, dueOn }: GapChanges,
  owner: GapPerson | undefined,
  now: Date,
): { next: Gap; changed: GapChanges } {
  const next: Gap = { ...gap, changedAt: now };
  const changed: GapChanges = {};
  if (severity !== undefined) {
    next.severity = severity ?? gap.foundSeverity;
    next.isSeverityGiven = severity !== null;
    if (next.severity !== gap.severity || next.isSeverityGiven !== gap.isSeverityGiven) changed.severity = severity;
  }
  if (ownerId !== undefined && owner?.membershipId !== gap.ownerId) {
    next.ownerId = owner?.membershipId;
    changed.ownerId = ownerId;
  }
  if (dueOn !== undefined && (dueOn ?? undefined) !== gap.dueOn) {
    next.dueOn = dueOn ?? undefined;
    changed.dueOn = dueOn;
  }
  if (status !== undefined && status !== gap.status) {
    checkStatus(gap);
    const isFixed = status === "fixed";
    Object.assign(next, { status, closedAt: isFixed ? now : undefined, closedReason: isFixed ? "person" : undefined });
    changed.status = status;
  }
  return { next, changed };
}

/** What the service closed or accepted follows from findings and decisions, and is changed there. */
function checkStatus({ status, closedReason }: Gap): void {
  if (status === "accepted")
    throw new AppError("unprocessable", "The risk is accepted by a decision: withdraw that to open the gap again.");
  if (status === "fixed" && closedReason !== "person")
    throw new AppError("unprocessable", "The gap is closed by a finding or a decision: decide about the finding.");
}

export function authoredEntry(
  { ids, clock }: AuditDeps,
  { actor }: AuditContext<CompanyActor>,
  gapId: Id,
  kind: GapEntry["kind"],
): GapEntry {
  const author = { accountId: accountOf(actor), keyId: "keyId" in actor ? actor.keyId : undefined };
  const rest = { text: undefined, documentId: undefined, changes: undefined };
  return { id: ids.next(), gapId, kind, ...author, ...rest, createdAt: clock.now() };
}

async function assign(
  deps: GapDeps,
  stores: GapStores,
  { requestId, actor }: AuditContext,
  { id: gapId, companyId, reviewId: complianceReviewId, status }: Gap,
  { accountId }: GapPerson,
): Promise<void> {
  const data = { companyId, complianceReviewId, gapId, accountId, status };
  const eventId = await recordEvent(deps, stores.events, "gap.assigned", data, requestId);
  const occasion = {
    companyId,
    reviewId: complianceReviewId,
    gapId,
    accountIds: [accountId],
    actorId: accountOf(actor),
  };
  await notify(deps, stores, { ...occasion, kind: "assigned", eventId });
}
