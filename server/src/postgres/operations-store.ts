import {
  type Backlog,
  type FailedDocument,
  type HourlyCount,
  maxCount,
  type OperationsStore,
  type UnfinishedDocument,
} from "../operations/system-status.ts";
import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import { pastEveryId, type QueryRunner, rows, singleRow, statement } from "./query.ts";

// Counts stop at a limit, because every open status page asks for them every ten seconds. Each ORDER BY is that of a partial
// index that holds only the rows to count.
const countUpToLimit = (from: string) => `(SELECT count(*)::int FROM (SELECT FROM ${from} LIMIT ${maxCount}) counted)`;
const countBacklog = statement(
  `SELECT ${countUpToLimit("documents WHERE status = 'queued' ORDER BY created_at")} AS queued,
          ${countUpToLimit("documents WHERE status = 'processing' ORDER BY id")} AS processing,
          (SELECT created_at FROM documents WHERE status = 'queued' ORDER BY created_at LIMIT 1) AS "oldestQueuedAt",
          ${countUpToLimit("webhook_deliveries WHERE next_attempt_at IS NOT NULL ORDER BY company_id, next_attempt_at")} AS deliveries`,
);
const listHours = statement(
  `SELECT date_trunc('hour', processed_at, 'UTC') AS "from",
          count(*) FILTER (WHERE status = 'completed')::int AS completed,
          count(*) FILTER (WHERE status = 'failed')::int AS failed
     FROM documents WHERE processed_at >= $1 GROUP BY 1 ORDER BY 1`,
);
const listFailed = statement(
  `SELECT d.id, d.company_id AS "companyId", c.name AS "companyName", d.review_id AS "reviewId",
          d.file_name AS "fileName", d.failure_reason AS "failureReason", d.created_at AS "createdAt",
          d.processed_at AS "processedAt", r.id AS "retriedAs"
     FROM documents d JOIN companies c ON c.id = d.company_id LEFT JOIN documents r ON r.retry_of = d.id
    WHERE d.status = 'failed' AND d.deleted_at IS NULL AND d.id < $1 ORDER BY d.id DESC LIMIT $2`,
);

const unfinished = (where: string) =>
  statement(
    `SELECT d.id, d.company_id AS "companyId", c.name AS "companyName", d.review_id AS "reviewId",
            r.name AS "reviewName", d.file_name AS "fileName", d.status, d.created_at AS "createdAt"
       FROM documents d JOIN companies c ON c.id = d.company_id JOIN compliance_reviews r ON r.id = d.review_id
      WHERE d.status IN ('queued', 'processing') AND d.id < $1 AND ${where} ORDER BY d.id DESC LIMIT $2`,
  );
const listUnfinished = unfinished("true");
const listUnfinishedOfPartner = unfinished("c.partner_id = $3 AND c.erasing_since IS NULL");

type BacklogRow = Omit<Backlog, "oldestQueuedAt"> & { oldestQueuedAt: Date | null };
type FailedRow = Omit<FailedDocument, "retriedAs"> & { retriedAs: Id | null };

export function operationsStore(run: QueryRunner): OperationsStore {
  return {
    async countBacklog() {
      const row = await singleRow<BacklogRow>(run, countBacklog);
      return { ...row, oldestQueuedAt: row.oldestQueuedAt ?? undefined };
    },
    listHours: (since) => rows<HourlyCount>(run, listHours, [since]),
    async listFailed(page) {
      const found = await rows<FailedRow>(run, listFailed, [page.before ?? pastEveryId, page.limit + 1]);
      return toPage(
        found.map((row): FailedDocument => ({ ...row, retriedAs: row.retriedAs ?? undefined })),
        page,
      );
    },
    async listUnfinished(partnerId, page) {
      const bounds = [page.before ?? pastEveryId, page.limit + 1];
      const found =
        partnerId === undefined
          ? await rows<UnfinishedDocument>(run, listUnfinished, bounds)
          : await rows<UnfinishedDocument>(run, listUnfinishedOfPartner, [...bounds, partnerId]);
      return toPage(found, page);
    },
  };
}
