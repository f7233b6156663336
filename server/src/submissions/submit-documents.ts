import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import type { AuditDeps } from "../audit/audit-log.ts";
import type { Document, DocumentFile } from "../documents/document.ts";
import { AppError } from "../platform/app-error.ts";
import { secondsAfter } from "../platform/clock.ts";
import { hasDirectionControl } from "../platform/direction-controls.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { BlobStore, Bytes } from "../uploads/blob-store.ts";
import { checkBytes } from "../uploads/checked-bytes.ts";
import type { UnclaimedBlobStore } from "../uploads/upload-session.ts";
import { createDocument, type DocumentStores } from "./create-document.ts";
import type { Submission } from "./plan-submission.ts";

export const maxFiles = 20;
const megabyte = 1024 * 1024;
export const maxFileBytes = 50 * megabyte;
const maxRequestBytes = 200 * megabyte;
/** Longer than any request takes, even on a slow connection; after it, the leftovers of a crash are removed. */
const unclaimedSeconds = 24 * 3600;

export interface IncomingFile {
  fileName: string;
  bytes: Bytes;
}

export interface ReceivedFile extends DocumentFile {
  sha256: Buffer;
}

interface ReceiveDeps extends AuditDeps {
  blobs: BlobStore;
  unclaimedBlobs: UnclaimedBlobStore;
}

/** Stores the files one by one as they arrive. When any of them is refused, none is kept. */
export async function receiveFiles(deps: ReceiveDeps, incoming: AsyncIterable<IncomingFile>): Promise<ReceivedFile[]> {
  const received: ReceivedFile[] = [];
  let totalBytes = 0;
  await deps.blobs.checkRoom();
  try {
    for await (const { fileName, bytes } of incoming) {
      if (received.length === maxFiles)
        throw new AppError(
          "invalid_request",
          `A request may hold at most ${maxFiles} files; POST /v1/documents/upload/start takes up to 100.`,
        );
      checkFileName(fileName);
      const file = await receiveFile(deps, fileName, bytes, maxRequestBytes - totalBytes);
      received.push(file);
      totalBytes += file.sizeBytes;
    }
    if (received.length === 0) throw new AppError("invalid_request", "files[] is required: send at least one file.");
    return received;
  } catch (error) {
    await discardFiles(deps, received);
    throw error;
  }
}

const viaChunks = "send it through POST /v1/documents/upload/start instead, which has no such limit";

async function receiveFile(
  deps: ReceiveDeps,
  fileName: string,
  source: Bytes,
  leftBytes: number,
): Promise<ReceivedFile> {
  const id = deps.ids.next();
  await deps.unclaimedBlobs.add({ key: id, upload: "" }, secondsAfter(deps.clock.now(), unclaimedSeconds));
  const checked = checkBytes(source, {
    maxBytes: Math.min(maxFileBytes, leftBytes),
    toTooLargeError: () =>
      new AppError(
        "body_too_large",
        leftBytes < maxFileBytes
          ? `The files together are larger than ${maxRequestBytes / megabyte} MiB; ${viaChunks}.`
          : `A file is larger than ${maxFileBytes / megabyte} MiB; ${viaChunks}.`,
      ),
    atEnd: (sizeBytes) => {
      if (sizeBytes === 0)
        throw new AppError("invalid_request", "A file is empty; every file must have at least one byte.");
    },
  });
  try {
    await deps.blobs.put(id, checked.bytes);
  } catch (error) {
    // The bytes first: as long as their row exists, they will be found again.
    await deps.blobs.remove({ key: id, upload: "" });
    await deps.unclaimedBlobs.forget(id);
    throw error;
  }
  return { id, fileName, sizeBytes: checked.sizeBytes(), blobKey: id, sha256: checked.sha256() };
}

/** Removes only unclaimed files: the commit may have succeeded although its answer was lost. */
export async function discardFiles(
  { blobs, unclaimedBlobs, clock }: Omit<ReceiveDeps, "ids">,
  files: ReceivedFile[],
): Promise<void> {
  const keys = files.map((file) => file.blobKey);
  const unclaimed = await unclaimedBlobs.removeAt(keys, clock.now());
  for (const key of keys) {
    if (!unclaimed.includes(key) && (await unclaimedBlobs.isNeeded(key))) continue;
    await blobs.remove({ key, upload: "" });
    await unclaimedBlobs.forget(key);
  }
}

/** 1 to 255 bytes, as in file systems. A name is only ever displayed, so nearly all characters are allowed. */
export function checkFileName(name: string): void {
  if (name === "") throw new AppError("invalid_request", "fileName must not be empty");
  if (Buffer.byteLength(name) > 255)
    throw new AppError("invalid_request", "fileName must have at most 255 bytes in UTF-8");
  if (name.includes("\0") || !name.isWellFormed())
    throw new AppError("invalid_request", "fileName contains characters that are not allowed");
  if (hasDirectionControl(name))
    throw new AppError(
      "invalid_request",
      "fileName contains characters that reorder the text after them, such as U+202E",
    );
}

interface SubmitDeps extends AuditDeps {
  db: Transactional<DocumentStores>;
}

/** All files of a request form one document. */
export async function submitDocuments(
  deps: SubmitDeps,
  context: AuditContext<CompanyActor>,
  submission: Submission,
  files: ReceivedFile[],
): Promise<Document> {
  return deps.db.transaction((stores) => createDocument(deps, stores, context, submission, files));
}
