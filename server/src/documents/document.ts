import type { ItemToRender } from "../analysis/catalogue-texts.ts";
import type { ComplianceLevel, ItemFindings } from "../analysis/findings/findings.ts";
import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, SortedPageRequest } from "../platform/page.ts";
import type { Decision } from "./decision.ts";
import type { Day, DocumentDates } from "./document-dates.ts";
import type { StoredFile } from "./document-file.ts";

/** The languages of generated text. */
export const auditLanguages = ["en", "de", "fr", "es"] as const;
export type AuditLanguage = (typeof auditLanguages)[number];

/** Forward only: queued → processing → completed or failed. */
export type DocumentState =
  | { status: "queued" | "processing"; processedAt: undefined; failureReason: undefined }
  | { status: "completed"; processedAt: Date; failureReason: undefined }
  | { status: "failed"; processedAt: Date; failureReason: string };

export type Document = DocumentState & {
  id: Id;
  companyId: Id;
  reviewId: Id;
  /** The file's name, or the first file's name and how many more there are. */
  fileName: string;
  auditLanguage: AuditLanguage;
  /** 0 until known. */
  pageCount: number;
  createdAt: Date;
  /** It stays readable and no longer counts in its review. */
  withdrawnAt: Date | undefined;
  /** What the document is about, such as a vendor's name. */
  subject: string | undefined;
  /** The document's number in the caller's own system. */
  externalReference: string | undefined;
  /** How it counts in its review, if it differs from its control's documents. */
  documentsCount: "each" | "together" | undefined;
  /** Which version of the document this is, from 1. */
  version: number;
  /** The first version; undefined in the first version itself. */
  firstVersionId: Id | undefined;
  /** The version that the submission named as the one before. */
  supersedes: Id | undefined;
  /** The newer version that counts in its place. */
  supersededBy: Id | undefined;
  /** The document whose files were judged again; undefined once that is erased. */
  judgementOf: Id | undefined;
  effectiveFrom: Day | undefined;
  validUntil: Day | undefined;
  /** When the document itself, not its findings, is to be reviewed at the latest. */
  reviewBy: Day | undefined;
  /** The mean of the items that apply; undefined until they are judged, and where none applies. */
  score: number | undefined;
  /** Of a completed document. */
  level: ComplianceLevel | undefined;
  /** As score and level, with the decisions of people. */
  decidedScore: number | undefined;
  decidedLevel: ComplianceLevel | undefined;
  /** Its review's. */
  controlId: Id;
  controlCode: string;
  businessEntityId: Id;
};

/** Known once a document is stored. */
type Computed =
  | "version"
  | "supersededBy"
  | "score"
  | "level"
  | "decidedScore"
  | "decidedLevel"
  | "controlId"
  | "controlCode"
  | "businessEntityId";
/** What is known of a document before it is stored. */
export type NewDocument = Omit<Document, Computed>;

/** The engine that judged a document, with all that is needed to reproduce its findings. */
export interface JudgedBy {
  name: string;
  version: string;
  /** Of the encoder's weights; null when the document was judged without models. */
  modelSha256: string | null;
  catalogue: { frameworkCode: string; frameworkVersion: string; frameworkSha256: string };
  settings: Record<string, string | number>;
}

/** Pages read so far, and the page count of the files opened so far. */
export interface ReadingProgress {
  pagesDone: number;
  pageCount: number;
}

/** The state of processing, during and after it. */
export interface DocumentWork {
  progress: ReadingProgress;
  judgedBy: JudgedBy | undefined;
}

export interface DocumentFile {
  id: Id;
  fileName: string;
  sizeBytes: number;
  blobKey: string;
  /** Of the bytes as they were received, if they were hashed on the way. */
  sha256: Buffer | undefined;
}

export type ItemState =
  | { status: "pending"; judgedAt: undefined; findings: undefined; failureReason: undefined }
  | { status: "completed"; judgedAt: Date; findings: ItemFindings; failureReason: undefined }
  | { status: "failed"; judgedAt: Date; findings: undefined; failureReason: string };

/** One requirement that the document is judged by, with the catalogue's texts at the time of submission. */
export type DocumentItem = ItemState & {
  id: Id;
  controlItemId: Id;
  /** Of the catalogue's texts. */
  revision: number;
  /** In the language the item is read in and, for text to insert, in the document's. */
  texts: Omit<ItemToRender, "name" | "objective">;
  name: string;
  objective: string;
  externalId: string;
  clusterId: Id;
  clusterName: string;
  controlId: Id;
  /** Those that have not ended. */
  decisions: Decision[];
};

export interface ItemCounts {
  itemCount: number;
  /** Items that are completed or failed. */
  itemsDone: number;
}

/** Whose documents the caller may see: those of a company or of a partner's companies; the administrator all. */
export interface DocumentScope {
  companyId?: Id;
  partnerId?: Id;
}

/** Which documents a list has; all that are given must hold. */
export interface DocumentFilter {
  reviewId?: Id | undefined;
  controlId?: Id | undefined;
  businessEntityId?: Id | undefined;
  status?: Document["status"] | undefined;
  level?: ComplianceLevel | undefined;
  /** In any case of letters. */
  subject?: string | undefined;
  /** Text in the file's name, in any case of letters. */
  name?: string | undefined;
  submittedAfter?: Date | undefined;
  submittedBefore?: Date | undefined;
  externalReference?: string | undefined;
  validUntilBefore?: Day | undefined;
  reviewByBefore?: Day | undefined;
}

export const documentSorts = { score: "number", fileName: "text" } as const;
export type DocumentSort = keyof typeof documentSorts;

/** Deleted documents are found only by `isDeleted`. */
export interface DocumentStore {
  /** The queue is round-robin by cost between companies: documents of a lower round come first, those judged in bulk last. */
  insert(
    document: NewDocument,
    files: DocumentFile[],
    items: { id: Id; controlItemId: Id }[],
    queueing: { cost: number; bulkJudgementId?: Id | undefined },
  ): Promise<{ queueRound: number; document: Document }>;
  find(companyId: Id, id: Id): Promise<Document | undefined>;
  list(companyId: Id, filter: DocumentFilter, page: SortedPageRequest<DocumentSort>): Promise<Page<Document>>;
  findWork(companyId: Id, id: Id): Promise<DocumentWork | undefined>;
  /** The submitted files. */
  listFiles(documentId: Id): Promise<DocumentFile[]>;
  findStoredFile(documentId: Id, id: Id): Promise<StoredFile | undefined>;
  /** The submitted files and the files found in them, each container before its members. */
  listStoredFiles(documentId: Id): Promise<StoredFile[]>;
  /**
   * Each item as the JSON of a StoredItem, in batches: a document may have thousands of items with long findings, which the
   * main thread must not parse. `language`: of the catalogue's texts.
   */
  readItemTexts(documentId: Id, language: AuditLanguage): AsyncGenerator<string[]>;
  listControlItemIds(documentId: Id): Promise<Id[]>;
  countItems(documentId: Id): Promise<ItemCounts>;
  lock(scope: DocumentScope, id: Id): Promise<Document | undefined>;
  /**
   * Whether a newer version of the document waits or counts, other than the document judged again. The company's submissions
   * wait until the transaction ends, so the answer stays true.
   */
  hasNewerVersion(companyId: Id, id: Id): Promise<boolean>;
  /** The documents in bulk that judge it again and have not ended. */
  lockBulkJudgementsOf(id: Id): Promise<Document[]>;
  findRetryOf(id: Id): Promise<Id | undefined>;
  markRetry(id: Id, retryOf: Id): Promise<void>;
  setWithdrawn(id: Id, isWithdrawn: boolean, at: Date): Promise<void>;
  setDates(id: Id, dates: DocumentDates): Promise<void>;
  setReference(id: Id, reference: string | undefined): Promise<void>;
  /** Hides the document; a job erases it. */
  markDeleted(id: Id, at: Date): Promise<void>;
  /** Whether the company has deleted it and it is not erased yet. */
  isDeleted(companyId: Id, id: Id): Promise<boolean>;
}

export function nameOf(fileNames: string[]): string {
  const [first = "", ...rest] = fileNames;
  return rest.length === 0 ? first : `${first} and ${rest.length} more`;
}

export async function getDocument(
  { documents }: { documents: Pick<DocumentStore, "find"> },
  companyId: Id,
  id: Id,
): Promise<Document> {
  const document = await documents.find(companyId, id);
  if (document === undefined) throw notFound("document");
  return document;
}
