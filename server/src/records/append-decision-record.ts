import type { PlacedDecision } from "../documents/decision.ts";
import { makeDecisionRecord } from "./decision-record.ts";
import type { RecordStore } from "./record-store.ts";

/** Call in the transaction that changes the decision, after it has been saved. */
export async function appendDecisionRecord(
  records: Pick<RecordStore, "lockChain" | "appendDecision">,
  decision: PlacedDecision,
): Promise<void> {
  const end = await records.lockChain(decision.companyId);
  await records.appendDecision(makeDecisionRecord(end, decision));
}
