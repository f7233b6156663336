import type { Actor, AdminActor, AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import type { Document } from "../documents/document.ts";
import type { JobSender } from "../jobs/job-queue.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest } from "../platform/page.ts";
import type { Transactional } from "../platform/transactional.ts";

/** Counting affected documents stops here. */
export const maxAffectedCount = 10_000;

/** The documents of a company, judged again by the newest revision of a control. */
export interface BulkJudgement {
  id: Id;
  controlId: Id;
  companyId: Id;
  partnerId: Id;
  /** Who asked for it, for the audit log. */
  context: AuditContext<CompanyActor | AdminActor>;
}

export interface BulkProgress {
  id: Id;
  requestedAt: Date;
  endedAt: Date | undefined;
  /** Of affected documents when it was requested; once ended, of those that were queued or skipped. */
  documentCount: number;
  waitingCount: number;
  judgedCount: number;
  failedCount: number;
  /** Documents that cannot be judged again, for example because their files were erased. */
  skippedCount: number;
}

/** Whose documents: a company's, or all. */
export interface AffectedScope {
  controlId: Id;
  companyId?: Id;
}

export type AffectedDocument = Pick<Document, "id" | "companyId" | "fileName" | "createdAt"> & { companyName: string };

/** Affected: completed, counts in its review, judged by an earlier revision, and no newer version waits. */
export interface BulkJudgementStore {
  listAffected(controlId: Id, companyId: Id, page: PageRequest): Promise<Page<Document>>;
  listEveryAffected(controlId: Id, page: PageRequest): Promise<Page<AffectedDocument>>;
  /** At most `maxAffectedCount`. */
  countAffected(scope: AffectedScope): Promise<number>;
  countAffectedByCompany(scope: AffectedScope): Promise<{ companyId: Id; count: number }[]>;
  /** Until the transaction ends, no newer version of it can be added. */
  isStillAffected(companyId: Id, documentId: Id): Promise<boolean>;
  /** Leaves out companies for which one is running. Returns how many were added. */
  insert(
    request: { id: Id; controlId: Id; context: AuditContext; at: Date },
    companies: { id: Id; companyId: Id; count: number }[],
  ): Promise<number>;
  /** Of the administrator's requests, or with a company, of its documents. */
  findLatest(scope: AffectedScope): Promise<BulkProgress | undefined>;
  listRunning(): Promise<BulkJudgement[]>;
  countWaiting(id: Id): Promise<number>;
  /** The oldest affected documents that it has not come to yet. */
  listNext(id: Id, limit: number): Promise<Id[]>;
  /** Each document is taken once: false if this one already was, or the bulk judgement is gone. */
  take(id: Id, documentId: Id, isSkipped: boolean): Promise<boolean>;
  end(id: Id, at: Date): Promise<void>;
}

interface RequestDeps extends AuditDeps {
  db: Transactional<{ bulkJudgements: BulkJudgementStore; jobs: JobSender; audit: AuditLog }>;
}

const scopeOf = (actor: Actor, controlId: Id): AffectedScope => ({
  controlId,
  ...(actor.tier === "company" && { companyId: actor.companyId }),
});

/**
 * Judges the affected documents again: the company's own, or, for the administrator, those of every company. While a request
 * is being worked on, another one returns the same.
 */
export async function judgeAffected(
  deps: RequestDeps,
  context: AuditContext<CompanyActor | AdminActor>,
  controlId: Id,
): Promise<BulkProgress> {
  const scope = scopeOf(context.actor, controlId);
  return deps.db.transaction(async ({ bulkJudgements, jobs, audit }) => {
    const running = await bulkJudgements.findLatest(scope);
    if (running !== undefined && running.endedAt === undefined) return running;
    const companies = await bulkJudgements.countAffectedByCompany(scope);
    const request = { id: deps.ids.next(), controlId, context, at: deps.clock.now() };
    const added = await bulkJudgements.insert(
      request,
      companies.map((company) => ({ id: deps.ids.next(), ...company })),
    );
    if (added > 0) {
      const details = { documents: companies.reduce((sum, { count }) => sum + count, 0), companies: added };
      await recordAuditEntry(deps, audit, context, "control.judged_again", controlId, details);
      await jobs.enqueue("judge-affected", {});
    }
    const none = { waitingCount: 0, judgedCount: 0, failedCount: 0, skippedCount: 0, documentCount: 0 };
    const nothing = { id: request.id, requestedAt: request.at, endedAt: request.at, ...none };
    // Nothing to do, or every company has asked for it by itself.
    return added === 0 ? nothing : ((await bulkJudgements.findLatest(scope)) ?? nothing);
  });
}
