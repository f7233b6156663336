import type { Database } from "../database.ts";
import { applyRetention, type RetentionSettings } from "../erasure/apply-retention.ts";
import { type EraseCompanyDeps, eraseCompany } from "../erasure/erase-company.ts";
import type { JobHandlers } from "../jobs/job.ts";
import type { Schedule } from "../jobs/job-queue.ts";
import { secondsAfter } from "../platform/clock.ts";
import { isId } from "../platform/ids.ts";
import {
  type AnalyseDocumentDeps,
  analyseDocument,
  type DocumentToAnalyse,
  giveUpDocument,
} from "../processing/analyse-document.ts";
import { sweepWorkFolders } from "../processing/work-folder.ts";
import { expireUploads, removeUnclaimedBlobs } from "../submissions/end-upload.ts";
import { removeOldDeliveries } from "../webhooks/remove-old-deliveries.ts";

export interface JobDeps extends Omit<AnalyseDocumentDeps, "db" | "underWay">, Omit<EraseCompanyDeps, "db"> {
  db: Database;
  /** Older than this, a try at an upload is over. */
  leftoverSeconds: number;
  /** A session of the portal that was not used for this long has ended. */
  sessionIdleSeconds: number;
  /** How long what has ended is kept. */
  retention: RetentionSettings & { deliveriesDays: number };
}

/** Whatever lies in the queue was written by some version of this service; it is looked at all the same. */
function toDocument({ companyId, documentId, requestId }: DocumentToAnalyse): DocumentToAnalyse {
  if (!isId(companyId) || !isId(documentId)) throw new Error("the job names no document");
  return { companyId, documentId, requestId: isId(requestId ?? "") ? requestId : undefined };
}

export function jobHandlers(deps: JobDeps): JobHandlers {
  const underWay = new Set<string>();
  return {
    "analyse-document": (payload, signal) => analyseDocument({ ...deps, underWay }, toDocument(payload), signal),
    "give-up-document": (payload) => giveUpDocument(deps, toDocument(payload)),
    "erase-company"({ companyId, requestId }, signal) {
      if (!isId(companyId)) throw new Error("the job names no company");
      return eraseCompany(deps, { companyId, requestId }, signal);
    },
    "apply-retention": (_, signal) => applyRetention(deps, signal),
    async "remove-expired"() {
      const now = deps.clock.now();
      await deps.db.idempotency.removeExpired(now);
      await deps.db.rates.removeEnded(now);
      await deps.db.sessions.removeEnded(now, secondsAfter(now, -deps.sessionIdleSeconds));
      await removeOldDeliveries(deps, deps.retention.deliveriesDays);
      await expireUploads(deps);
      await removeUnclaimedBlobs(deps);
      await sweepWorkFolders(deps.db, deps.workRoot);
    },
  };
}

export const schedules: Schedule[] = [
  { job: "remove-expired", cron: "* * * * *" },
  { job: "apply-retention", cron: "17 * * * *" },
];
