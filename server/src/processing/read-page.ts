import { type DocumentStore, getDocument } from "../documents/document.ts";
import type { StoredFile } from "../documents/document-file.ts";
import type { ExtractedPage } from "../extraction/extracted-file.ts";
import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import { findPage } from "./stored-pages.ts";

export interface ReadPageDeps {
  documents: Pick<DocumentStore, "find" | "findStoredFile">;
  blobs: BlobStore;
}

/** A page as the engine read it. */
export async function readPage(
  { documents, blobs }: ReadPageDeps,
  companyId: Id,
  { documentId, fileId, pageNumber }: { documentId: Id; fileId: Id; pageNumber: number },
): Promise<{ file: StoredFile; page: ExtractedPage }> {
  const document = await getDocument({ documents }, companyId, documentId);
  const file = await documents.findStoredFile(document.id, fileId);
  if (file === undefined) throw notFound("file");
  const pages = file.reading.state === "read" ? file.reading.pages : undefined;
  const page = pages && pages.areErased !== true && (await findPage(blobs, pages, pageNumber));
  if (page === undefined || page === false) throw notFound("page");
  return { file, page };
}
