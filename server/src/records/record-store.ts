import type { PlacedDecision } from "../documents/decision.ts";
import type { SignOff } from "../documents/sign-off.ts";
import type { Id } from "../platform/ids.ts";
import type { StoredDecisionRecord } from "./decision-record.ts";
import type { ChainEnd, ChainedRecord, EndedDocument, StoredRecord } from "./document-record.ts";
import type { StoredSignOffRecord } from "./sign-off-record.ts";

export interface RecordStore {
  /** Reads the end of the company's chain and locks it until the transaction ends. */
  lockChain(companyId: Id): Promise<ChainEnd>;
  /** Undefined where the company has no chain. */
  findChain(companyId: Id): Promise<ChainEnd | undefined>;
  /** Call in the transaction that has locked the chain. */
  append(record: StoredRecord): Promise<void>;
  /** Call in the transaction that has locked the chain. */
  appendDecision(record: StoredDecisionRecord): Promise<void>;
  /** Call in the transaction that has locked the chain. */
  appendSignOff(record: StoredSignOffRecord): Promise<void>;
  find(companyId: Id, documentId: Id): Promise<StoredRecord | undefined>;
  /** All records of a decision: when it was made, and when it ended. */
  listOfDecision(companyId: Id, decisionId: Id): Promise<StoredRecord[]>;
  /** All records of a sign-off: when it was made, and when the review was reopened. */
  listOfSignOff(companyId: Id, signOffId: Id): Promise<ChainedRecord[]>;
  /** Of documents, decisions and sign-offs, in order, after the given position. */
  list(companyId: Id, afterPosition: number, limit: number): Promise<ChainedRecord[]>;
  /** The document as it is now; undefined while it has not ended. */
  findEnded(companyId: Id, documentId: Id): Promise<EndedDocument | undefined>;
  /** Documents that have ended and have no record. */
  listUnrecorded(companyId: Id): Promise<Id[]>;
  /** The decision as it is now. */
  findDecision(companyId: Id, decisionId: Id): Promise<PlacedDecision | undefined>;
  /** The sign-off as it is now. */
  findSignOff(companyId: Id, signOffId: Id): Promise<SignOff | undefined>;
  listUnrecordedSignOffs(companyId: Id): Promise<Id[]>;
  listUnrecordedDecisions(companyId: Id): Promise<{ decisionId: Id; documentId: Id }[]>;
  /** For the operator, who knows a document's id but not its company. */
  findCompanyOf(documentId: Id): Promise<Id | undefined>;
  /** The value as it is read back from the database, which replaces characters that it cannot store. */
  asStored<T>(value: T): T;
  /** Every company that has documents. */
  listCompanies(): Promise<Id[]>;
}
