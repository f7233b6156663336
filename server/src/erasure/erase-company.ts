import { type AuditContext, systemContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import type { JobSender } from "../jobs/job-queue.ts";
import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { type RemovalDeps, removeBlobs, throwIfAnyFailed } from "../submissions/end-upload.ts";
import type { Authenticator } from "../tenancy/authenticate.ts";
import { type IdempotencyStore, idempotencyOwner } from "../tenancy/idempotent-request.ts";
import type { ErasureStore } from "./erasure-store.ts";

interface BeginErasureDeps extends AuditDeps {
  db: Transactional<{ erasure: ErasureStore; idempotency: IdempotencyStore; jobs: JobSender; audit: AuditLog }>;
  /** The cache of this node; the database notifies the other nodes a moment later. */
  authenticator: Pick<Authenticator, "forget">;
}

/**
 * Hides the company at once: its keys and sessions end on every node, its documents are no longer processed and its
 * profile is cleared. A job deletes the rest, which may be much. Repeating the request is not an error.
 */
export async function beginErasure(deps: BeginErasureDeps, context: AuditContext, companyId: Id): Promise<void> {
  const { endedKeys } = await deps.db.transaction(async ({ erasure, idempotency, jobs, audit }) => {
    const begun = await erasure.begin(companyId, deps.clock.now());
    if (begun === undefined) throw notFound("company");
    // Also on a repeated request: the job may have used up its retries while the blob store was unavailable.
    await jobs.enqueue("erase-company", { companyId, requestId: context.requestId });
    if (!begun.isNew) return begun;
    // Recorded answers contain the company's name and keys: the partner's to onboarding, the administrator's to new keys.
    for (const owner of [idempotencyOwner.partner(begun.partnerId), idempotencyOwner.admin])
      await idempotency.removeMentions(owner, companyId);
    await recordAuditEntry(deps, audit, context, "company.erasure_begun", companyId);
    return begun;
  });
  for (const hash of endedKeys) deps.authenticator.forget(hash);
}

export interface EraseCompanyDeps extends AuditDeps, Omit<RemovalDeps, "db"> {
  db: Transactional<{ erasure: ErasureStore; idempotency: IdempotencyStore; audit: AuditLog }> & RemovalDeps["db"];
}

/** Batches of one transaction: a document has about a hundred rows, an event three. */
const documentsPerBatch = 50;
const eventsPerBatch = 2000;
const blobsPerBatch = 100;

/**
 * Deletes rows, then bytes, then the company itself with its audit entry; after an interruption, the next attempt resumes.
 * A request that was admitted before the keys ended may still add rows. The company's row cannot be deleted while
 * anything refers to it, and the next attempt deletes those rows too.
 */
export async function eraseCompany(
  deps: EraseCompanyDeps,
  { companyId, requestId }: { companyId: Id; requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = deps;
  const erased = { documents: 0, blobs: 0, events: 0 };
  for (;;) {
    signal.throwIfAborted();
    const { documents, blobs } = await db.transaction(({ erasure }) =>
      erasure.eraseDocuments(companyId, clock.now(), documentsPerBatch),
    );
    erased.documents += documents;
    erased.blobs += blobs;
    if (documents === 0) break;
  }
  for (;;) {
    signal.throwIfAborted();
    const events = await db.transaction(({ erasure }) => erasure.eraseEvents(companyId, eventsPerBatch));
    erased.events += events;
    if (events === 0) break;
  }
  await db.transaction(({ erasure }) => erasure.eraseRest(companyId, clock.now()));
  await removeOwnBlobs(deps, companyId, signal);
  const context = systemContext(requestId);
  await db.transaction(async ({ erasure, idempotency, audit }) => {
    if (!(await erasure.eraseCompany(companyId))) return;
    // Again, because a document may have been retried meanwhile. From here on nothing about the company can commit.
    await idempotency.removeMentions(idempotencyOwner.admin, companyId);
    await recordAuditEntry(deps, audit, context, "company.erased", companyId, erased);
  });
  await db.transaction(({ erasure }) => erasure.refreshStatistics());
}

/** Removes only this company's blobs that are marked for removal, so that failures with others' blobs do not delay its erasure. */
export async function removeOwnBlobs(
  deps: Pick<EraseCompanyDeps, "db" | "blobs">,
  companyId: Id,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  let last = "";
  for (;;) {
    signal.throwIfAborted();
    const after = last;
    const own = await deps.db.transaction(({ erasure }) => erasure.listBlobs(companyId, after, blobsPerBatch));
    const done = await removeBlobs(deps, own);
    failures.push(...done.failures);
    last = own.at(-1)?.key ?? last;
    // When a whole batch fails, the store is unavailable, and trying all the others would take hours.
    if (own.length < blobsPerBatch || done.failures.length === own.length) break;
  }
  throwIfAnyFailed(failures);
}
