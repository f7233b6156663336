import type { Id } from "../platform/ids.ts";
import { makeNextRecord } from "./document-record.ts";
import type { RecordStore } from "./record-store.ts";

/** Call in the transaction that ends the document, after everything that is recorded has been saved. */
export async function appendRecord(
  records: Pick<RecordStore, "findEnded" | "lockChain" | "append">,
  companyId: Id,
  documentId: Id,
): Promise<void> {
  const ended = await records.findEnded(companyId, documentId);
  if (ended === undefined) throw new Error(`document ${documentId} has not ended`);
  // Last, because the lock blocks all other documents of the company from ending.
  const end = await records.lockChain(companyId);
  await records.append(makeNextRecord(companyId, end, ended));
}
