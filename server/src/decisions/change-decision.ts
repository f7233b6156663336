import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditAction, type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { decideItem } from "../documents/decide-item.ts";
import type { DecisionStore, PlacedDecision } from "../documents/decision.ts";
import { type EventStore, type EventType, recordEvent } from "../events/event.ts";
import type { Id } from "../platform/ids.ts";
import { appendDecisionRecord } from "../records/append-decision-record.ts";
import type { RecordStore } from "../records/record-store.ts";

export interface DecisionStores {
  decisions: DecisionStore;
  records: Pick<RecordStore, "lockChain" | "appendDecision">;
  events: EventStore;
  audit: AuditLog;
}

/**
 * Saves what follows from changed decisions of a document: the items' outcomes, all scores and the records. Call in the
 * transaction that has locked the document, last: the chain's lock blocks all other documents of the company from ending, and
 * documents that end take the review's lock before it, too.
 */
export async function saveConsequences(
  { decisions, records }: Pick<DecisionStores, "decisions" | "records">,
  { companyId, documentId, at }: { companyId: Id; documentId: Id; at: Date },
  changed: Pick<PlacedDecision, "id" | "itemId">[],
): Promise<void> {
  for (const itemId of new Set(changed.map((one) => one.itemId))) await updateOutcome(decisions, documentId, itemId);
  await decisions.saveScores(documentId, at);
  for (const { id } of changed) {
    // As it is stored, so that the record agrees with what is read later.
    const stored = await decisions.find(companyId, id);
    if (stored === undefined) throw new Error(`decision ${id} is not stored`);
    await appendDecisionRecord(records, stored);
  }
}

/** The item's outcome follows from its findings and the decisions in effect. */
async function updateOutcome(decisions: DecisionStore, documentId: Id, itemId: Id): Promise<void> {
  const item = await decisions.findItem(documentId, itemId);
  const outcome = item?.findings && decideItem(item.findings, item.decisions);
  await decisions.saveOutcome(documentId, itemId, outcome);
}

/** `status`: what was decided, or why the finding is open again. Without `event`, only the audit log has the change. */
export async function announceChange(
  deps: AuditDeps,
  { events, audit }: DecisionStores,
  context: AuditContext,
  decision: PlacedDecision,
  { action, event, status }: { action: AuditAction; event: EventType | undefined; status: string },
): Promise<void> {
  const { id: decisionId, companyId, reviewId: complianceReviewId, documentId, itemId } = decision;
  const data = { companyId, complianceReviewId, documentId, itemId, decisionId, status };
  if (event !== undefined) await recordEvent(deps, events, event, data, context.requestId);
  // The log outlives the data, so it has neither the reason nor the passage.
  await recordAuditEntry(deps, audit, context, action, documentId, {
    ...{ companyId, decisionId, itemId, status },
    ...(decision.criterionKey !== undefined && { criterion: decision.criterionKey }),
  });
}
