import type { DocumentFile, DocumentStore } from "../documents/document.ts";
import { AppError } from "../platform/app-error.ts";
import type { Id, IdSource } from "../platform/ids.ts";

/** The submitted files of a document, for a new document that shares them. Refused once they are erased. */
export async function shareFiles(
  { ids }: { ids: IdSource },
  documents: Pick<DocumentStore, "listFiles" | "listStoredFiles">,
  documentId: Id,
): Promise<DocumentFile[]> {
  const stored = await documents.listStoredFiles(documentId);
  if (stored.some(({ parentId, blobKey }) => parentId === undefined && blobKey === undefined))
    throw new AppError(
      "unprocessable",
      "The document's files were erased: their retention period is over. Submit them as a new document.",
    );
  const files = await documents.listFiles(documentId);
  return files.map((file) => ({ ...file, id: ids.next() }));
}
