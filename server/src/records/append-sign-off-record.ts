import type { SignOff } from "../documents/sign-off.ts";
import type { RecordStore } from "./record-store.ts";
import { makeSignOffRecord } from "./sign-off-record.ts";

/** Call in the transaction that signs off or reopens, after that has been saved. Returns the sign-off as it is stored. */
export async function appendSignOffRecord(
  records: Pick<RecordStore, "lockChain" | "appendSignOff" | "findSignOff">,
  { companyId, id }: SignOff,
): Promise<SignOff> {
  // So that the record agrees with what is read later.
  const stored = await records.findSignOff(companyId, id);
  if (stored === undefined) throw new Error(`sign-off ${id} is not stored`);
  const end = await records.lockChain(companyId);
  await records.appendSignOff(makeSignOffRecord(end, stored));
  return stored;
}
