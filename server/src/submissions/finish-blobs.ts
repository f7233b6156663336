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
 * Puts the parts of a document's files together. After the commit that makes them a document, not before: a store takes no
 * more parts afterwards, so a commit that fails would leave a file that can neither be sent again nor become a document.
 * Whoever reads the files calls this first, because a crash may have come between the two; doing it again does nothing.
 */
export async function finishBlobs({ documents, uploads, blobs }: FinishDeps, documentId: Id): Promise<void> {
  const files = await documents.listFiles(documentId);
  for (const { blob, receipts } of await uploads.listParts(files.map((file) => file.id)))
    await blobs.finish(blob, receipts);
}
