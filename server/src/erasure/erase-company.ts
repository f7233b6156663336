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
  /** Of this node: the others are told by the database, and hear of it a moment later. */
  authenticator: Pick<Authenticator, "forget">;
}

/**
 * From here on the company is there for nobody: its keys and sessions end on every node, its documents are worked on no
 * more, and what it was called is forgotten. The rest may be much, and is left to a job. Asking again is no error.
 */
export async function beginErasure(deps: BeginErasureDeps, context: AuditContext, companyId: Id): Promise<void> {
  const { endedKeys } = await deps.db.transaction(async ({ erasure, idempotency, jobs, audit }) => {
    const begun = await erasure.begin(companyId, deps.clock.now());
    if (begun === undefined) throw notFound("company");
    // Also when it is asked for again: the job may have given up on a store that would not let go of its bytes.
    await jobs.enqueue("erase-company", { companyId, requestId: context.requestId });
    if (!begun.isNew) return begun;
    // The answer to the partner that onboarded it holds its name and key for a day; those to the administrator its further keys.
    for (const owner of [idempotencyOwner.partner(begun.partnerId), idempotencyOwner.admin])
      await idempotency.removeThatName(owner, companyId);
    await recordAuditEntry(deps, audit, context, "company.erasure_begun", companyId);
    return begun;
  });
  for (const hash of endedKeys) deps.authenticator.forget(hash);
}

export interface EraseCompanyDeps extends AuditDeps, Omit<RemovalDeps, "db"> {
  db: Transactional<{ erasure: ErasureStore; idempotency: IdempotencyStore; audit: AuditLog }> & RemovalDeps["db"];
}

/** One transaction's worth: a document has about a hundred rows, an event three. */
const documentsAtOnce = 50;
const eventsAtOnce = 2000;
const blobsAtOnce = 100;

/**
 * Rows, then bytes, then the company itself with the entry that says so: what is cut off anywhere is taken up again by
 * the next try. A request that was let in before the keys ended may add something behind our back; the company's row
 * cannot go while anything refers to it, and the next try finds that too.
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
      erasure.eraseDocuments(companyId, clock.now(), documentsAtOnce),
    );
    erased.documents += documents;
    erased.blobs += blobs;
    if (documents === 0) break;
  }
  for (;;) {
    signal.throwIfAborted();
    const events = await db.transaction(({ erasure }) => erasure.eraseEvents(companyId, eventsAtOnce));
    erased.events += events;
    if (events === 0) break;
  }
  await db.transaction(({ erasure }) => erasure.eraseRest(companyId, clock.now()));
  await removeOwnBlobs(deps, companyId, signal);
  const context = systemContext(requestId);
  await db.transaction(async ({ erasure, idempotency, audit }) => {
    if (!(await erasure.eraseCompany(companyId))) return;
    // Again: one of its documents may have been tried again since. From here on nothing that is about it can commit.
    await idempotency.removeThatName(idempotencyOwner.admin, companyId);
    await recordAuditEntry(deps, audit, context, "company.erased", companyId, erased);
  });
}

/** Nobody else's: a store that will not let go of theirs, or is long at it, is no reason to keep anything of this company. */
async function removeOwnBlobs(deps: EraseCompanyDeps, companyId: Id, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  let last = "";
  for (;;) {
    signal.throwIfAborted();
    const after = last;
    const own = await deps.db.transaction(({ erasure }) => erasure.listBlobs(companyId, after, blobsAtOnce));
    const done = await removeBlobs(deps, own);
    failures.push(...done.failures);
    last = own.at(-1)?.key ?? last;
    // Where none of so many could be removed the store is away, and asking it for each of the others would take hours.
    if (own.length < blobsAtOnce || done.failures.length === own.length) break;
  }
  throwIfAnyFailed(failures);
}
