import type { Id } from "../platform/ids.ts";
import type { BlobUpload } from "../uploads/blob-store.ts";

/** Counts for the audit log. */
export interface ErasedDocuments {
  documents: number;
  /** Marked for removal in the same transaction; their bytes are removed afterwards. */
  blobs: number;
}

export interface BegunErasure {
  partnerId: Id;
  isNew: boolean;
  /** Hashes of the company's keys, which are revoked. */
  endedKeys: Buffer[];
}

/** Every method runs in a transaction and can be repeated for a company that is partly erased. */
export interface ErasureStore {
  /**
   * Hides the company, clears its profile and ends its keys and sessions on every node. Returns undefined when there is no
   * such company.
   */
  begin(companyId: Id, at: Date): Promise<BegunErasure | undefined>;
  /** Erases up to `limit` of the company's documents with all their rows, newest first. */
  eraseDocuments(companyId: Id, at: Date, limit: number): Promise<ErasedDocuments>;
  /** Erases up to `limit` documents that the company has deleted, with all their rows except the records. */
  eraseDeletedDocuments(companyId: Id, at: Date, limit: number): Promise<ErasedDocuments & { documentIds: Id[] }>;
  /** Erases up to `limit` of its events with their deliveries and attempts. */
  eraseEvents(companyId: Id, limit: number): Promise<number>;
  /** Erases the rest: uploads, reviews, entities, keys, recorded answers, jobs and addresses in the audit log. */
  eraseRest(companyId: Id, at: Date): Promise<void>;
  /**
   * Lists up to `limit` of its blobs that are marked for removal, in the order of their keys, after the given key. A blob
   * that cannot be removed is skipped that way and does not block the next ones.
   */
  listBlobs(companyId: Id, after: string, limit: number): Promise<BlobUpload[]>;
  /** Deletes the company itself; false when it was gone already. Fails while anything refers to it. */
  eraseCompany(companyId: Id): Promise<boolean>;
  /** PostgreSQL's statistics hold samples of values, erased ones included, until the tables are sampled again. */
  refreshStatistics(): Promise<void>;
  /** Erases documents of any company that ended before then, with all their rows except the records. */
  eraseOldDocuments(before: Date, at: Date, limit: number): Promise<ErasedDocuments>;
  /** Erases only the submitted files of documents that ended before then. */
  eraseOriginals(before: Date, at: Date, limit: number): Promise<ErasedDocuments>;
  /** Erases only the extracted pages. */
  erasePages(before: Date, at: Date, limit: number): Promise<ErasedDocuments>;
  /** Erases upload sessions that ended without a document and had an expiry before then. */
  eraseEndedUploads(before: Date, limit: number): Promise<number>;
  /** Erases audit log entries from before then. */
  eraseLogEntries(before: Date, limit: number): Promise<number>;
}
