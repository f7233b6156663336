import { AppError, type ErrorCode } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import { checkQuotas, membersIn, type QuotaSettings, type QuotaStore } from "../tenancy/quotas.ts";
import type { BulkJudgement, BulkJudgementStore } from "./bulk-judgement.ts";
import { type JudgeAgainDeps, judgeAgain } from "./judge-again.ts";

export interface ContinueDeps extends Pick<JudgeAgainDeps, "clock" | "ids" | "blobs"> {
  db: JudgeAgainDeps["db"] &
    Pick<JudgeAgainDeps, "documents" | "uploads" | "reviews" | "entities" | "signOffs" | "references" | "catalogue"> & {
      bulkJudgements: BulkJudgementStore;
      quotas: QuotaStore;
    };
  quotas: QuotaSettings;
}

/** Of each company: enough for a worker until the next minute, and few to cancel. */
const maxWaiting = 200;

/** A document that is refused so stays as it is. Any other error is temporary. */
const skipped: ErrorCode[] = [
  ...(["unprocessable", "not_found", "review_signed_off", "storage_quota_reached", "quota_reached"] as const),
];

/**
 * Queues the next documents of every bulk judgement. Runs every minute, and may run twice at the same time or end anywhere: each
 * document is taken in the transaction that queues it.
 */
export async function continueBulkJudgements(deps: ContinueDeps, signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  for (const bulk of await deps.db.bulkJudgements.listRunning()) {
    signal.throwIfAborted();
    await continueOne(deps, bulk, signal).catch((error: unknown) => errors.push(error));
  }
  signal.throwIfAborted();
  if (errors.length > 0) throw errors[0];
}

async function continueOne(deps: ContinueDeps, bulk: BulkJudgement, signal: AbortSignal): Promise<void> {
  const { bulkJudgements } = deps.db;
  const waiting = await bulkJudgements.countWaiting(bulk.id);
  const next = waiting < maxWaiting ? await bulkJudgements.listNext(bulk.id, maxWaiting - waiting) : [];
  for (const documentId of next) {
    signal.throwIfAborted();
    await judgeOne(deps, bulk, documentId);
  }
  if (waiting === 0 && next.length === 0) await bulkJudgements.end(bulk.id, deps.clock.now());
}

async function judgeOne(deps: ContinueDeps, bulk: BulkJudgement, documentId: Id): Promise<void> {
  const { documents, uploads, reviews, entities, signOffs, references, catalogue } = deps.db;
  const { companyId, partnerId } = bulk;
  const stores = { documents, uploads, reviews, entities, signOffs, references, catalogue };
  const judging: JudgeAgainDeps = {
    ...{ ...deps, ...stores },
    // It is no submission: neither the hourly limit nor the number of waiting documents is the company's concern.
    async admit(files) {
      const storedBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      const members = membersIn(files.map(({ fileName }) => fileName));
      await checkQuotas(deps, { companyId, partnerId }, { storedBytes, ...members });
    },
  };
  try {
    await judgeAgain(judging, { companyId, partnerId }, bulk.context, documentId, { bulkJudgementId: bulk.id });
  } catch (error) {
    if (!(error instanceof AppError) || !skipped.includes(error.code)) throw error;
    await deps.db.bulkJudgements.take(bulk.id, documentId, true);
  }
}
