import type { ItemFindings } from "../analysis/findings/findings.ts";
import type { JudgedBy } from "../documents/document.ts";
import { type Id, isId } from "../platform/ids.ts";
import { canonicalJson, sha256Of } from "./canonical-json.ts";

/** A document that has ended, with all that a record is made from, as the database has it. */
export interface EndedDocument {
  documentId: Id;
  complianceReviewId: Id;
  status: "completed" | "failed";
  failureReason: string | null;
  auditLanguage: string;
  pageCount: number;
  submittedAt: string;
  processedAt: string;
  /** null for a document that failed before anything was judged. */
  engine: JudgedBy | null;
  files: RecordedFile[];
  items: EndedItem[];
}

export interface RecordedFile {
  fileId: Id;
  /** "2.1" is the first member of the second file. */
  place: string;
  sizeBytes: number | null;
  /** Of the bytes as they were sent; null for what was found in another file, or never fetched. */
  sha256: string | null;
  reading: "unread" | "read" | "failed";
  pageCount: number;
}

export interface EndedItem {
  itemId: Id;
  controlItemId: Id;
  /** Which wording of the catalogue it was judged by. */
  revision: number;
  status: "pending" | "completed" | "failed";
  score: number | null;
  findings: ItemFindings | null;
  failureReason: string | null;
  judgedAt: string | null;
}

/**
 * What an auditor gets: by what a document was judged, and the hashes of what was found. It holds no name and no word of
 * the document, so that it can be kept when those have to go.
 */
export interface DocumentRecord {
  format: 1;
  companyId: Id;
  /** Counts from 1 within the company. */
  position: number;
  /** Of the record before it; null for a company's first. */
  previousSha256: string | null;
  documentId: Id;
  complianceReviewId: Id;
  status: "completed" | "failed";
  auditLanguage: string;
  pageCount: number;
  submittedAt: string;
  processedAt: string;
  engine: JudgedBy | null;
  files: RecordedFile[];
  items: RecordedItem[];
  /** Of the document's outcome and all findings. */
  resultSha256: string;
}

export type RecordedItem = Pick<EndedItem, "itemId" | "controlItemId" | "revision" | "status" | "score"> & {
  /** Of its findings, reason and time. */
  resultSha256: string;
};

/** A record with its own hash, as it is kept. */
export interface StoredRecord {
  companyId: Id;
  position: number;
  documentId: Id;
  /** Canonical JSON of a DocumentRecord. */
  text: string;
  sha256: string;
  /** Its document was erased when its time was over. */
  isDocumentErased?: boolean;
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

/** What a document comes to, wherever in a chain it stands. */
export function toOutcome(
  ended: EndedDocument,
): Omit<DocumentRecord, "format" | "companyId" | "position" | "previousSha256"> {
  const { failureReason, items: judged, ...rest } = ended;
  const items = judged.map(toRecordedItem);
  return { ...rest, items, resultSha256: sha256Of(canonicalJson({ failureReason, items })) };
}

/** The next link: it names the one before it, so that neither can be changed, left out or put elsewhere unseen. */
export function nextRecord(companyId: Id, end: ChainEnd, ended: EndedDocument): StoredRecord {
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

/** Undefined for what is no record of ours. */
export function parseRecord(text: string): DocumentRecord | undefined {
  try {
    const record = JSON.parse(text) as DocumentRecord;
    return record.format === 1 && isId(record.documentId) && Array.isArray(record.items) ? record : undefined;
  } catch {
    return undefined;
  }
}
