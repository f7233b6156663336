import { systemContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { secondsAfter } from "../platform/clock.ts";
import type { Transactional } from "../platform/transactional.ts";
import { type RemovalDeps, removeUnclaimedBlobs } from "../submissions/end-upload.ts";
import type { ErasureStore } from "./erasure-store.ts";

/** Days that each kind of data is kept after its document has ended or its entry was made. Absent: for ever. */
export interface RetentionSettings {
  documentsDays?: number | undefined;
  originalsDays?: number | undefined;
  pagesDays?: number | undefined;
  auditLogDays?: number | undefined;
}

export interface RetentionDeps extends AuditDeps, Omit<RemovalDeps, "db"> {
  db: Transactional<{ erasure: ErasureStore; audit: AuditLog }> & RemovalDeps["db"];
  retention: RetentionSettings;
}

const documentsPerBatch = 50;
const entriesPerBatch = 5000;

type Erase = (erasure: ErasureStore, before: Date, now: Date) => Promise<{ count: number; blobs?: number }>;

/** Whole documents first, so that no work is spent on parts of documents that are erased entirely. */
const kinds: [kind: string, days: keyof RetentionSettings, erase: Erase][] = [
  ["documents", "documentsDays", (erasure, ...when) => toCount(erasure.eraseOldDocuments(...when, documentsPerBatch))],
  [
    "uploads",
    "documentsDays",
    async (erasure, before) => ({ count: await erasure.eraseEndedUploads(before, documentsPerBatch) }),
  ],
  ["originals", "originalsDays", (erasure, ...when) => toCount(erasure.eraseOriginals(...when, documentsPerBatch))],
  ["pages", "pagesDays", (erasure, ...when) => toCount(erasure.erasePages(...when, documentsPerBatch))],
  [
    "auditLog",
    "auditLogDays",
    async (erasure, before) => ({ count: await erasure.eraseLogEntries(before, entriesPerBatch) }),
  ],
];

async function toCount(erased: Promise<{ documents: number; blobs: number }>) {
  const { documents, blobs } = await erased;
  return { count: documents, blobs };
}

/** Erases data whose retention has ended, in batches that each write an audit entry. Can be interrupted and repeated. */
export async function applyRetention(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const requestId = deps.ids.next();
  const context = systemContext(requestId);
  for (const [kind, setting, erase] of kinds) {
    const days = deps.retention[setting];
    if (days === undefined) continue;
    for (;;) {
      signal.throwIfAborted();
      const now = deps.clock.now();
      const before = secondsAfter(now, -days * 86_400);
      const count = await deps.db.transaction(async ({ erasure, audit }) => {
        const erased = await erase(erasure, before, now);
        const details = { kind, ...erased, before: before.toISOString() };
        if (erased.count > 0) await recordAuditEntry(deps, audit, context, "retention.applied", requestId, details);
        return erased.count;
      });
      if (count === 0) break;
    }
  }
  await removeUnclaimedBlobs(deps);
}
