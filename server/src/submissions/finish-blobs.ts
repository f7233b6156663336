import type { DocumentStore } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import type { UploadStore } from "../uploads/upload-session.ts";

interface FinishDeps {
  documents: Pick<DocumentStore, "listFiles">;
  uploads: Pick<UploadStore, "listParts">;
  blobs: BlobStore;
}

/**
 * Assembles the parts of a document's files. This happens after the commit that creates the document: an assembled blob
 * takes no more parts, so a failed commit would leave a file that can neither be sent again nor become a document. Readers
 * of the files call this first, because a crash may have come between the two steps. Repeating it does nothing.
 */
export async function finishBlobs({ documents, uploads, blobs }: FinishDeps, documentId: Id): Promise<void> {
  const files = await documents.listFiles(documentId);
  for (const { blob, receipts } of await uploads.listParts(files.map((file) => file.id)))
    await blobs.finish(blob, receipts);
}
