import type { Document } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";

/** A document of the same review that may be the version before. */
export interface Candidate {
  id: Id;
  fileName: string;
  subject: string | undefined;
  version: number;
  createdAt: Date;
  /** 0 to 1; undefined if one of the two has no text to compare. */
  textOverlap: number | undefined;
}

export interface VersionStore {
  /** Newest first: completed documents of the review that were submitted before, count in it, and are no version of this one. */
  listCandidates(document: Document, limit: number): Promise<Candidate[]>;
  /** Whether other documents are versions of this first one. */
  hasLaterVersions(id: Id): Promise<boolean>;
  /** The version that counts until this document takes its place; undefined if none does or the document does not count. */
  findReplaced(document: Document, predecessor: Document): Promise<Id | undefined>;
  /** Makes the document the newest version; it takes over the subject and how it counts, unless it has its own. */
  setPredecessor(document: Document, predecessor: Document, at: Date): Promise<void>;
}
