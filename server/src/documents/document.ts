import type { ItemFindings } from "../analysis/findings/findings.ts";
import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest } from "../platform/page.ts";
import type { StoredFile } from "./document-file.ts";

/** The languages generated text comes in. */
export const auditLanguages = ["en", "de", "fr", "es"] as const;
export type AuditLanguage = (typeof auditLanguages)[number];

/** Forward only: queued → processing → completed or failed. Only what has ended has an end, only what failed a reason. */
export type DocumentState =
  | { status: "queued" | "processing"; processedAt: undefined; failureReason: undefined }
  | { status: "completed"; processedAt: Date; failureReason: undefined }
  | { status: "failed"; processedAt: Date; failureReason: string };

export type Document = DocumentState & {
  id: Id;
  companyId: Id;
  reviewId: Id;
  /** What people call it: the file's name, or the first one's and how many more. */
  fileName: string;
  auditLanguage: AuditLanguage;
  /** 0 until known. */
  pageCount: number;
  createdAt: Date;
};

/** Which engine judged a document, and by what: enough to have it judged the same way again. */
export interface JudgedBy {
  name: string;
  version: string;
  /** Of the encoder's weights; null when judged on words alone. */
  modelSha256: string | null;
  catalogue: { frameworkCode: string; frameworkVersion: string; frameworkSha256: string };
  settings: Record<string, string | number>;
}

/** How far reading has come: pages of the files opened so far, and how many those have. */
export interface ReadingProgress {
  pagesDone: number;
  pageCount: number;
}

/** What is known of a document beside the document itself, while it is worked on and afterwards. */
export interface DocumentWork {
  progress: ReadingProgress;
  judgedBy: JudgedBy | undefined;
}

export interface DocumentFile {
  id: Id;
  fileName: string;
  sizeBytes: number;
  blobKey: string;
}

export type ItemState =
  | { status: "pending"; judgedAt: undefined; findings: undefined; failureReason: undefined }
  | { status: "completed"; judgedAt: Date; findings: ItemFindings; failureReason: undefined }
  | { status: "failed"; judgedAt: Date; findings: undefined; failureReason: string };

/** One requirement the document is judged by, with the catalogue's words as they were at submission. */
export type DocumentItem = ItemState & {
  id: Id;
  controlItemId: Id;
  name: string;
  objective: string;
  externalId: string;
  clusterId: Id;
  clusterName: string;
  controlId: Id;
};

export interface ItemCounts {
  itemCount: number;
  /** Judged, one way or the other. */
  itemsDone: number;
}

export interface DocumentStore {
  /** Returns the document's round in the queue, which is round-robin between companies: lower rounds come first. */
  insert(document: Document, files: DocumentFile[], items: { id: Id; controlItemId: Id }[]): Promise<number>;
  find(companyId: Id, id: Id): Promise<Document | undefined>;
  list(companyId: Id, reviewId: Id | undefined, page: PageRequest): Promise<Page<Document>>;
  findWork(companyId: Id, id: Id): Promise<DocumentWork | undefined>;
  /** As they were sent. */
  listFiles(documentId: Id): Promise<DocumentFile[]>;
  findStoredFile(documentId: Id, id: Id): Promise<StoredFile | undefined>;
  /** With all that was found in them, each container before its members. */
  listStoredFiles(documentId: Id): Promise<StoredFile[]>;
  /**
   * Each as the JSON of a StoredItem, a few at a time, the next when those are taken: a document can have thousands, with
   * all that was found for each, and making sense of them is not this thread's work.
   */
  readItemTexts(documentId: Id, take: (texts: string[]) => Promise<void> | undefined): Promise<void>;
  listControlItemIds(documentId: Id): Promise<Id[]>;
  countItems(documentId: Id): Promise<ItemCounts>;
  /** For the administrator, who acts for no company. */
  lockOfAnyCompany(id: Id): Promise<Document | undefined>;
  findRetryOf(id: Id): Promise<Id | undefined>;
  markRetry(id: Id, retryOf: Id): Promise<void>;
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
