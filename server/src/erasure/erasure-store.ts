import type { Id } from "../platform/ids.ts";
import type { BlobUpload } from "../uploads/blob-store.ts";

/** What went, for the log: counts say nothing about anyone. */
export interface ErasedDocuments {
  documents: number;
  /** Noted for removal in the same transaction; their bytes go afterwards. */
  blobs: number;
}

export interface BegunErasure {
  partnerId: Id;
  isNew: boolean;
  /** Hashes of the keys that ended with it. */
  endedKeys: Buffer[];
}

/** Everything here is called in a transaction, and may be called again for a company that is half erased. */
export interface ErasureStore {
  /**
   * Takes the company out of sight, forgets what was known of it and ends its keys and sessions on every node. Undefined
   * when there is no such company.
   */
  begin(companyId: Id, at: Date): Promise<BegunErasure | undefined>;
  /** Up to that many of the company's documents, the newest first, with all that hangs on them. */
  eraseDocuments(companyId: Id, at: Date, limit: number): Promise<ErasedDocuments>;
  /** Up to that many of its events with their deliveries and attempts. */
  eraseEvents(companyId: Id, limit: number): Promise<number>;
  /** What is left: uploads, reviews, entities, keys, answers, jobs, addresses in the log. */
  eraseRest(companyId: Id, at: Date): Promise<void>;
  /**
   * Up to that many of its blobs that the above have noted for removal and whose bytes are still there, by key, from
   * behind that key on: one that cannot be removed is passed, and does not keep the next.
   */
  listBlobs(companyId: Id, after: string, limit: number): Promise<BlobUpload[]>;
  /** The company itself; false when it was gone. Fails while anything refers to it. */
  eraseCompany(companyId: Id): Promise<boolean>;
  /** Of any company, those that ended before then, with all that hangs on them; their records stay. */
  eraseOldDocuments(before: Date, at: Date, limit: number): Promise<ErasedDocuments>;
  /** Only the files as they were sent, of documents that ended before then. */
  eraseOriginals(before: Date, at: Date, limit: number): Promise<ErasedDocuments>;
  /** Only the pages that were read from them. */
  erasePages(before: Date, at: Date, limit: number): Promise<ErasedDocuments>;
  /** Uploads that ended without becoming documents, and would have expired before then. */
  eraseEndedUploads(before: Date, limit: number): Promise<number>;
  /** Entries of the audit log from before then. */
  eraseLogEntries(before: Date, limit: number): Promise<number>;
}
