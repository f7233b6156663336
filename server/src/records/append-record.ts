import type { Id } from "../platform/ids.ts";
import { nextRecord } from "./document-record.ts";
import type { RecordStore } from "./record-store.ts";

/** Called in the transaction of the document's end, after everything that is recorded has been written. */
export async function appendRecord(
  records: Pick<RecordStore, "findEnded" | "holdChain" | "append">,
  companyId: Id,
  documentId: Id,
): Promise<void> {
  const ended = await records.findEnded(companyId, documentId);
  if (ended === undefined) throw new Error(`document ${documentId} has not ended`);
  // Last, because all other ends of the company wait from here on.
  const end = await records.holdChain(companyId);
  await records.append(nextRecord(companyId, end, ended));
}
