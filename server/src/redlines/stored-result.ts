import { type AuditLanguage, type Document, type DocumentStore, getDocument } from "../documents/document.ts";
import { type ReadableFile, readableFiles } from "../documents/document-file.ts";
import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { ProcessingStore } from "../processing/processing-store.ts";
import { toCitedDocument } from "../results/item-body.ts";
import type { ItemRendering } from "../results/item-rendering.ts";

export interface ResultDeps {
  db: {
    documents: Pick<DocumentStore, "find" | "listStoredFiles" | "readItemTexts">;
    processing: Pick<ProcessingStore, "findControl">;
  };
  reviewBelow: number;
}

/** A document's result as it is stored, for the thread that reads it. */
export interface StoredResult {
  document: Document;
  files: ReadableFile[];
  rendering: ItemRendering;
  items: string[];
}

export async function loadResult(
  { db, reviewBelow }: ResultDeps,
  companyId: Id,
  { documentId, language: given }: { documentId: Id; language: AuditLanguage | undefined },
): Promise<StoredResult> {
  const document = await getDocument(db, companyId, documentId);
  if (document.status !== "completed")
    throw new AppError("unprocessable", `The document is ${document.status}: it has no recommendations.`);
  const language = given ?? document.auditLanguage;
  const files = readableFiles(await db.documents.listStoredFiles(document.id));
  const items: string[] = [];
  for await (const batch of db.documents.readItemTexts(document.id, language)) items.push(...batch);
  const { control } = await db.processing.findControl(document);
  const rendering = { cited: toCitedDocument(document.id, files), control, language, reviewBelow };
  return { document, files, rendering, items };
}
