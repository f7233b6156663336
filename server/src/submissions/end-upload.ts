import { type AuditContext, type CompanyActor, systemContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { type EventStore, recordEvent } from "../events/event.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import { secondsAfter } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { BlobStore, BlobUpload } from "../uploads/blob-store.ts";
import { statusAt, type UnclaimedBlobStore, type UploadSession, type UploadStore } from "../uploads/upload-session.ts";

interface EndStores {
  uploads: UploadStore;
  unclaimedBlobs: UnclaimedBlobStore;
  events: EventStore;
  audit: AuditLog;
}

interface EndUploadDeps extends AuditDeps {
  db: Transactional<EndStores> & Pick<EndStores, "uploads" | "unclaimedBlobs">;
}

/** Keeps the files that are already documents and deletes the bytes of the others. Repeating it is not an error. */
export async function cancelUpload(
  deps: EndUploadDeps,
  context: AuditContext<CompanyActor>,
  sessionId: Id,
): Promise<void> {
  await deps.db.transaction(async (stores) => {
    const session = await stores.uploads.lock(context.actor.companyId, sessionId);
    if (session === undefined) throw notFound("upload session");
    const status = statusAt(session, deps.clock.now());
    if (status === "cancelled") return;
    if (status === "expired")
      throw new AppError("upload_session_ended", "The upload session has expired; there is nothing to cancel.");
    if (status === "completed")
      throw new AppError("unprocessable", "The upload session is complete and cannot be cancelled.");
    await stores.uploads.setStatus(session.id, "cancelled");
    await stores.unclaimedBlobs.removeAt(keysWithoutDocument(session), deps.clock.now());
    await recordAuditEntry(deps, stores.audit, context, "upload.cancelled", session.id);
  });
}

function keysWithoutDocument(session: UploadSession): string[] {
  return session.files.filter((file) => file.documentId === undefined).map((file) => file.blob.key);
}

const batch = 100;

/** Marks the sessions that have expired. Runs on a schedule, on any node. */
export async function expireUploads(deps: EndUploadDeps): Promise<number> {
  const now = deps.clock.now();
  const context = systemContext(deps.ids.next());
  let ended = 0;
  for (;;) {
    const overdue = await deps.db.uploads.listOverdue(now, batch);
    for (const { id, companyId } of overdue) {
      await deps.db.transaction(async (stores) => {
        const session = await stores.uploads.lock(companyId, id);
        // Another node may have marked it already.
        if (session === undefined || session.status === "expired" || statusAt(session, now) !== "expired") return;
        await stores.uploads.setStatus(id, "expired");
        await recordEvent(deps, stores.events, "upload.expired", { companyId, sessionId: id, status: "expired" });
        await recordAuditEntry(deps, stores.audit, context, "upload.expired", id, { companyId });
        ended += 1;
      });
    }
    if (overdue.length < batch) return ended;
  }
}

export interface RemovalDeps extends EndUploadDeps {
  blobs: BlobStore;
  /** Requests that started longer ago than this have ended. */
  leftoverSeconds: number;
}

/** Removes blobs with their rows. Collects the failures, so that a blob which cannot be removed does not block the others. */
export async function removeBlobs(
  { db, blobs }: Pick<RemovalDeps, "db" | "blobs">,
  unwanted: BlobUpload[],
): Promise<{ removed: number; failures: unknown[] }> {
  let removed = 0;
  const failures: unknown[] = [];
  for (const blob of unwanted) {
    try {
      await db.transaction(async ({ unclaimedBlobs }) => {
        // From here on nobody can claim the blob. If its bytes cannot be removed, the rollback restores the row.
        if (!(await unclaimedBlobs.forget(blob.key))) return;
        await blobs.remove(blob);
        removed += 1;
      });
    } catch (error) {
      failures.push(error);
    }
  }
  return { removed, failures };
}

export function throwIfAnyFailed(failures: unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} blobs could not be removed yet`);
}

/** Removes the bytes of submissions that were expired, cancelled, refused or interrupted by a crash. */
export async function removeUnclaimedBlobs(deps: RemovalDeps): Promise<number> {
  const { db, blobs, clock, leftoverSeconds } = deps;
  let removed = 0;
  const failures: unknown[] = [];
  for (;;) {
    const due = await db.unclaimedBlobs.listDue(clock.now(), batch);
    const done = await removeBlobs(deps, due);
    removed += done.removed;
    failures.push(...done.failures);
    if (due.length < batch || done.failures.length === due.length) break;
  }
  const before = secondsAfter(clock.now(), -leftoverSeconds);
  removed += await blobs.removeLeftovers(before, (key) => db.unclaimedBlobs.isNeeded(key));
  throwIfAnyFailed(failures);
  return removed;
}
