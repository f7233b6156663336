import type { Database } from "../database.ts";
import { expireDecisions } from "../decisions/expire-decisions.ts";
import { notifyOfDates } from "../documents/notify-of-dates.ts";
import { applyRetention, type RetentionSettings } from "../erasure/apply-retention.ts";
import { type EraseCompanyDeps, eraseCompany } from "../erasure/erase-company.ts";
import { eraseDocuments } from "../erasure/erase-documents.ts";
import { notifyOfGaps } from "../gaps/notify-of-gaps.ts";
import { refreshGaps } from "../gaps/refresh-gaps.ts";
import type { JobHandlers } from "../jobs/job.ts";
import type { Schedule } from "../jobs/job-queue.ts";
import { sendDigests } from "../notifications/send-digests.ts";
import { type MailDeps, sendMail } from "../notifications/send-mail.ts";
import { secondsAfter } from "../platform/clock.ts";
import { isId } from "../platform/ids.ts";
import {
  type AnalyseDocumentDeps,
  analyseDocument,
  type DocumentToAnalyse,
  giveUpDocument,
} from "../processing/analyse-document.ts";
import { FairShares } from "../processing/fair-shares.ts";
import { sweepWorkFolders } from "../processing/work-folder.ts";
import { completeScores } from "../reviews/complete-scores.ts";
import { continueBulkJudgements } from "../submissions/continue-bulk-judgements.ts";
import { expireUploads, removeUnclaimedBlobs } from "../submissions/end-upload.ts";
import { removeOldDeliveries } from "../webhooks/remove-old-deliveries.ts";

export interface JobDeps extends Omit<AnalyseDocumentDeps, "db" | "inProgress">, Omit<EraseCompanyDeps, "db"> {
  db: Database;
  /** A chunk upload that is older has ended. */
  leftoverSeconds: number;
  /** A portal session that was not used for this long has ended. */
  sessionIdleSeconds: number;
  retention: RetentionSettings & { deliveriesDays: number };
  mail: MailDeps["mail"];
  onMailLost?: NonNullable<MailDeps["onMailLost"]>;
  /** Documents that this process analyses at the same time. */
  slots: number;
}

/** Documents whose gaps are refreshed at once; those of a company that imports many follow within a minute. */
const gapsPerDocument = 10;

/** Checked, because another version of the service may have queued the job. */
function toDocument({ companyId, documentId, requestId }: DocumentToAnalyse): DocumentToAnalyse {
  if (!isId(companyId) || !isId(documentId)) throw new Error("the job names no document");
  return { companyId, documentId, requestId: isId(requestId ?? "") ? requestId : undefined };
}

export function createJobHandlers(deps: JobDeps): JobHandlers {
  const inProgress = new Set<string>();
  const shares = new FairShares(deps.slots, deps.db.waiting);
  return {
    async "analyse-document"(payload, signal) {
      const document = toDocument(payload);
      await shares.run(document, signal, (own) => analyseDocument({ ...deps, inProgress }, document, own));
      await refreshGaps(deps, { companyId: document.companyId, limit: gapsPerDocument });
    },
    "give-up-document": (payload) => giveUpDocument(deps, toDocument(payload)),
    "erase-company"({ companyId, requestId }, signal) {
      if (!isId(companyId)) throw new Error("the job names no company");
      return eraseCompany(deps, { companyId, requestId }, signal);
    },
    async "erase-documents"({ companyId, requestId }, signal) {
      if (!isId(companyId)) throw new Error("the job names no company");
      // A gap that the version before has, too, stays with it.
      await refreshGaps(deps, { companyId }, signal);
      return eraseDocuments(deps, { companyId, requestId }, signal);
    },
    "apply-retention": (_, signal) => applyRetention(deps, signal),
    "complete-scores": (_, signal) => completeScores(deps, signal),
    "notify-of-dates": (_, signal) => notifyOfDates(deps, signal),
    "notify-of-gaps": (_, signal) => notifyOfGaps(deps, signal),
    "send-digests": (_, signal) => sendDigests(deps, signal),
    "send-mail"({ mailId }) {
      if (!isId(mailId)) throw new Error("the job names no mail");
      return sendMail(deps, mailId);
    },
    "judge-affected": (_, signal) => continueBulkJudgements(deps, signal),
    async "remove-expired"(_, signal) {
      const now = deps.clock.now();
      await deps.db.idempotency.removeExpired(now);
      await deps.db.rates.removeEnded(now);
      await deps.db.sessions.removeEnded(now, secondsAfter(now, -deps.sessionIdleSeconds));
      await deps.db.people.removeExpiredInvitations(now);
      await deps.db.notifications.removeOld(now);
      await deps.db.challenges.removeExpired(now);
      await removeOldDeliveries(deps, deps.retention.deliveriesDays);
      await expireUploads(deps);
      await expireDecisions(deps, signal);
      await refreshGaps(deps, {}, signal);
      await removeUnclaimedBlobs(deps);
      await sweepWorkFolders(deps.db, deps.workRoot);
    },
  };
}

export const schedules: Schedule[] = [
  { job: "remove-expired", cron: "* * * * *" },
  { job: "complete-scores", cron: "* * * * *" },
  { job: "judge-affected", cron: "* * * * *" },
  { job: "notify-of-dates", cron: "7 * * * *" },
  { job: "notify-of-gaps", cron: "9 * * * *" },
  { job: "send-digests", cron: "11 * * * *" },
  { job: "apply-retention", cron: "17 * * * *" },
];
