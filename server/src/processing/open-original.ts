import type { Readable } from "node:stream";
import { type DocumentStore, getDocument } from "../documents/document.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import { finishBlobs } from "../submissions/finish-blobs.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import type { UploadStore } from "../uploads/upload-session.ts";

interface OpenDeps {
  documents: Pick<DocumentStore, "find" | "findStoredFile" | "listFiles">;
  uploads: Pick<UploadStore, "listParts">;
  blobs: BlobStore;
}

/** A submitted file, byte for byte. */
export async function openOriginal(
  deps: OpenDeps,
  companyId: Id,
  { documentId, fileId }: { documentId: Id; fileId: Id },
): Promise<{ fileName: string; sizeBytes: number; bytes: Readable }> {
  const document = await getDocument(deps, companyId, documentId);
  const file = await deps.documents.findStoredFile(document.id, fileId);
  if (file === undefined) throw notFound("file");
  const { fileName, sizeBytes, blobKey, parentId } = file;
  if (parentId !== undefined)
    throw new AppError("not_found", "This file was found inside another one: download the file that contains it.");
  if (blobKey === undefined || sizeBytes === undefined)
    throw new AppError("not_found", "The original was erased: its retention period is over.");
  await finishBlobs(deps, documentId);
  return { fileName, sizeBytes, bytes: await deps.blobs.read(blobKey) };
}
