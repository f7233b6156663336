import { systemContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { secondsAfter } from "../platform/clock.ts";
import type { Transactional } from "../platform/transactional.ts";
import { type RemovalDeps, removeUnclaimedBlobs } from "../submissions/end-upload.ts";
import type { ErasureStore } from "./erasure-store.ts";

/** For how many days after a document has ended, or an entry was made, each is kept. Absent: for ever. */
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

const documentsAtOnce = 50;
const entriesAtOnce = 5000;

type Erase = (erasure: ErasureStore, before: Date, now: Date) => Promise<{ count: number; blobs?: number }>;

/** Whole documents first, so that nothing is done for those alone that go altogether. */
const kinds: [kind: string, days: keyof RetentionSettings, erase: Erase][] = [
  ["documents", "documentsDays", (erasure, ...when) => toCount(erasure.eraseOldDocuments(...when, documentsAtOnce))],
  [
    "uploads",
    "documentsDays",
    async (erasure, before) => ({ count: await erasure.eraseEndedUploads(before, documentsAtOnce) }),
  ],
  ["originals", "originalsDays", (erasure, ...when) => toCount(erasure.eraseOriginals(...when, documentsAtOnce))],
  ["pages", "pagesDays", (erasure, ...when) => toCount(erasure.erasePages(...when, documentsAtOnce))],
  [
    "auditLog",
    "auditLogDays",
    async (erasure, before) => ({ count: await erasure.eraseLogEntries(before, entriesAtOnce) }),
  ],
];

async function toCount(erased: Promise<{ documents: number; blobs: number }>) {
  const { documents, blobs } = await erased;
  return { count: documents, blobs };
}

/**
 * Erases what has been kept for long enough, in batches, each with the entry that tells of it. Doing it again finds only
 * what has become due since.
 */
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
