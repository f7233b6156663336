import type { StoredFindings } from "../analysis/findings/read-findings.ts";
import type { JudgedBy } from "../documents/document.ts";
import { type Id, isId } from "../platform/ids.ts";
import { canonicalJson, sha256Of } from "./canonical-json.ts";

/** A completed or failed document with everything that goes into its record. */
export interface EndedDocument {
  documentId: Id;
  complianceReviewId: Id;
  status: "completed" | "failed";
  failureReason: string | null;
  auditLanguage: string;
  pageCount: number;
  submittedAt: string;
  processedAt: string;
  /** null for a document that failed before it was judged. */
  engine: JudgedBy | null;
  /** Those stated with the document that decide conditions; absent without any. */
  facts?: Record<string, boolean>;
  files: RecordedFile[];
  items: EndedItem[];
}

export interface RecordedFile {
  fileId: Id;
  /** "2.1" is the first member of the second file. */
  place: string;
  sizeBytes: number | null;
  /** Of the submitted bytes; null for a file found inside another, or one that was never read. */
  sha256: string | null;
  reading: "unread" | "read" | "failed";
  pageCount: number;
}

export interface EndedItem {
  itemId: Id;
  controlItemId: Id;
  /** The revision of the catalogue's text that it was judged by. */
  revision: number;
  status: "pending" | "completed" | "failed";
  score: number | null;
  findings: StoredFindings | null;
  failureReason: string | null;
  judgedAt: string | null;
}

/**
 * Evidence for an auditor: what judged the document, and the hashes of the findings. It contains no name and no text of
 * the document, so that it can be kept after those are erased.
 */
export interface DocumentRecord {
  format: 1;
  companyId: Id;
  /** Counts from 1 within the company. */
  position: number;
  /** Of the previous record; null for the company's first. */
  previousSha256: string | null;
  documentId: Id;
  complianceReviewId: Id;
  status: "completed" | "failed";
  auditLanguage: string;
  pageCount: number;
  submittedAt: string;
  processedAt: string;
  engine: JudgedBy | null;
  facts?: Record<string, boolean>;
  files: RecordedFile[];
  items: RecordedItem[];
  /** Hash of the document's outcome and all findings. */
  resultSha256: string;
}

export type RecordedItem = Pick<EndedItem, "itemId" | "controlItemId" | "revision" | "status" | "score"> & {
  /** Hash of its findings, failure reason and time. */
  resultSha256: string;
};

/** A record with its own hash, as stored. */
export interface StoredRecord {
  companyId: Id;
  position: number;
  documentId: Id;
  /** Canonical JSON of a DocumentRecord. */
  text: string;
  sha256: string;
  /** Retention has erased the document. */
  isDocumentErased?: boolean;
  /** Set in the record of a decision, whose text is that of a DecisionRecord. */
  decisionId?: Id;
}

/** A record of the chain; that of a sign-off is about no document, and its text is that of a SignOffRecord. */
export interface ChainedRecord extends Omit<StoredRecord, "documentId"> {
  documentId: Id | null;
}

export interface ChainEnd {
  length: number;
  sha256: string | null;
}

function toRecordedItem(item: EndedItem): RecordedItem {
  const { itemId, controlItemId, revision, status, score, findings, failureReason, judgedAt } = item;
  const resultSha256 = sha256Of(canonicalJson({ findings, failureReason, judgedAt }));
  return { itemId, controlItemId, revision, status, score, resultSha256 };
}

/** The part of a record that does not depend on its position in the chain. */
export function toOutcome(
  ended: EndedDocument,
): Omit<DocumentRecord, "format" | "companyId" | "position" | "previousSha256"> {
  const { failureReason, items: judged, ...rest } = ended;
  const items = judged.map(toRecordedItem);
  return { ...rest, items, resultSha256: sha256Of(canonicalJson({ failureReason, items })) };
}

/** Contains the hash of the previous record, so that no record can be changed, removed or moved unnoticed. */
export function makeNextRecord(companyId: Id, end: ChainEnd, ended: EndedDocument): StoredRecord {
  const position = end.length + 1;
  const record: DocumentRecord = {
    format: 1,
    companyId,
    position,
    previousSha256: end.sha256,
    ...toOutcome(ended),
  };
  const text = canonicalJson(record);
  return { companyId, position, documentId: ended.documentId, text, sha256: sha256Of(text) };
}

/** Undefined for a text that is not a record of this format. */
export function parseRecord(text: string): DocumentRecord | undefined {
  try {
    const record = JSON.parse(text) as DocumentRecord;
    return record.format === 1 && isId(record.documentId) && Array.isArray(record.items) ? record : undefined;
  } catch {
    return undefined;
  }
}
