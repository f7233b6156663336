import type { Id } from "../platform/ids.ts";
import type { ChainEnd, EndedDocument, StoredRecord } from "./document-record.ts";

export interface RecordStore {
  /** The end of the company's chain, held until the transaction ends: one record comes after the other. */
  holdChain(companyId: Id): Promise<ChainEnd>;
  /** Undefined where the company has no chain. */
  findChain(companyId: Id): Promise<ChainEnd | undefined>;
  /** In the transaction that holds the chain. */
  append(record: StoredRecord): Promise<void>;
  find(companyId: Id, documentId: Id): Promise<StoredRecord | undefined>;
  /** In their order, those after this position. */
  list(companyId: Id, afterPosition: number, limit: number): Promise<StoredRecord[]>;
  /** The document as it is now; undefined while it has not ended. */
  findEnded(companyId: Id, documentId: Id): Promise<EndedDocument | undefined>;
  /** Documents that ended since records are kept, and have none. */
  listUnrecorded(companyId: Id): Promise<Id[]>;
  /** For the operator, who has a document's id and no company's key. */
  findCompanyOf(documentId: Id): Promise<Id | undefined>;
  /** What comes back of something that is stored: signs that the database cannot keep are replaced there. */
  asStored<T>(value: T): T;
  /** Every company that has documents. */
  listCompanies(): Promise<Id[]>;
}
