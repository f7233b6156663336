import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError } from "../platform/app-error.ts";
import { secondsAfter } from "../platform/clock.ts";
import type { Transactional } from "../platform/transactional.ts";
import { type BusinessEntityStore, stateFacts } from "../tenancy/business-entity.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import { planChunks } from "../uploads/chunk-plan.ts";
import type { UnclaimedBlobStore, UploadFile, UploadSession, UploadStore } from "../uploads/upload-session.ts";
import type { Submission } from "./plan-submission.ts";
import { checkFileName } from "./submit-documents.ts";

export interface UploadSettings {
  sessionSeconds: number;
  chunkSizeBytes: number;
}

/** Added to the end of the session, because the clocks of nodes differ a little. */
export const removalGraceSeconds = 60;

interface StartUploadDeps extends AuditDeps {
  db: Transactional<{
    uploads: UploadStore;
    unclaimedBlobs: UnclaimedBlobStore;
    entities: BusinessEntityStore;
    audit: AuditLog;
  }>;
  blobs: BlobStore;
  upload: UploadSettings;
}

export interface AnnouncedFile {
  fileName: string;
  sizeBytes: number;
  sha256: Buffer | undefined;
}

/** Refuses files that the storage cannot hold, before anything is counted or created. */
export function checkAnnounced({ maxBlobBytes }: Pick<BlobStore, "maxBlobBytes">, announced: AnnouncedFile[]): void {
  for (const { fileName, sizeBytes } of announced) {
    checkFileName(fileName);
    if (sizeBytes > maxBlobBytes) {
      throw new AppError("unprocessable", `fileSize is larger than the storage's limit of ${maxBlobBytes} bytes.`);
    }
  }
}

/** "Starting an upload session creates the session and, for each file, a file id, a chunk size and a total chunk count." */
export async function startUpload(
  deps: StartUploadDeps,
  context: AuditContext<CompanyActor>,
  { facts, ...submission }: Submission,
  announced: AnnouncedFile[],
  isConsolidated: boolean,
): Promise<UploadSession> {
  const { clock, ids, blobs, upload } = deps;
  if (submission.version !== undefined && announced.length > 1 && !isConsolidated)
    throw new AppError("unprocessable", "supersedes is for one document: send one file, or isConsolidated.");
  if (submission.externalReference !== undefined && announced.length > 1 && !isConsolidated)
    throw new AppError("unprocessable", "externalReference is for one document: send one file, or isConsolidated.");
  await blobs.checkRoom();
  const now = clock.now();
  const expiresAt = secondsAfter(now, upload.sessionSeconds);
  const baseSizeBytes = Math.max(upload.chunkSizeBytes, blobs.minPartBytes);
  const files: UploadFile[] = [];
  for (const { fileName, sizeBytes, sha256 } of announced) {
    const id = ids.next();
    files.push({
      id,
      fileName,
      sizeBytes,
      ...planChunks(sizeBytes, baseSizeBytes, blobs.maxParts),
      receivedChunks: 0,
      sha256,
      sha256State: undefined,
      blob: await blobs.begin(id),
      documentId: undefined,
    });
  }
  const session: UploadSession<Submission> = {
    id: ids.next(),
    companyId: context.actor.companyId,
    status: "pending",
    submission,
    isConsolidated,
    reviewId: undefined,
    createdAt: now,
    expiresAt,
    files,
  };
  await deps.db.transaction(async ({ uploads, unclaimedBlobs, entities, audit }) => {
    if (facts !== undefined) await stateFacts(deps, { entities, audit }, context, facts);
    await uploads.insert(session);
    for (const file of files) await unclaimedBlobs.add(file.blob, secondsAfter(expiresAt, removalGraceSeconds));
    await recordAuditEntry(deps, audit, context, "upload.started", session.id, { files: files.length });
  });
  return session;
}
