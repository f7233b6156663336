import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest } from "../platform/page.ts";

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

export interface DocumentFile {
  id: Id;
  fileName: string;
  sizeBytes: number;
  blobKey: string;
}

/** One requirement the document is judged by, with the catalogue's words as they were at submission. */
export interface DocumentItem {
  id: Id;
  controlItemId: Id;
  status: "pending" | "completed" | "failed";
  name: string;
  objective: string;
  externalId: string;
  clusterId: Id;
  clusterName: string;
  controlId: Id;
}

export interface DocumentStore {
  insert(document: Document, files: DocumentFile[], items: { id: Id; controlItemId: Id }[]): Promise<void>;
  find(companyId: Id, id: Id): Promise<Document | undefined>;
  list(companyId: Id, reviewId: Id | undefined, page: PageRequest): Promise<Page<Document>>;
  listFiles(documentId: Id): Promise<DocumentFile[]>;
  listItems(documentId: Id): Promise<DocumentItem[]>;
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
