import { type FailedDocument, type HourlyCount, maxCount, type OperationsStore } from "../operations/system-status.ts";
import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import { firstRow, pastEveryId, type QueryRunner, rows, statement } from "./query.ts";

// No further than anybody reads: the queue of a bad day is not gone through every ten seconds by every page that shows it.
// In the order of the index that holds only those, so that nothing else is read on the way.
const upTo = (some: string) => `(SELECT count(*)::int FROM (SELECT FROM ${some} LIMIT ${maxCount}) counted)`;
const countBacklog = statement(
  `SELECT ${upTo("documents WHERE status = 'queued' ORDER BY created_at")} AS queued,
          ${upTo("documents WHERE status = 'processing' ORDER BY id")} AS processing,
          (SELECT created_at FROM documents WHERE status = 'queued' ORDER BY created_at LIMIT 1) AS "oldestQueuedAt",
          ${upTo("webhook_deliveries WHERE next_attempt_at IS NOT NULL ORDER BY company_id, next_attempt_at")} AS deliveries`,
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
    WHERE d.status = 'failed' AND d.id < $1 ORDER BY d.id DESC LIMIT $2`,
);

interface WaitingRow {
  queued: number;
  processing: number;
  oldestQueuedAt: Date | null;
  deliveries: number;
}

interface FailedRow extends Omit<FailedDocument, "retriedAs"> {
  retriedAs: Id | null;
}

export function operationsStore(run: QueryRunner): OperationsStore {
  return {
    async countBacklog() {
      const row = await firstRow<WaitingRow>(run, countBacklog);
      if (row === undefined) throw new Error("a count without a row");
      return { ...row, oldestQueuedAt: row.oldestQueuedAt ?? undefined };
    },
    listHours: (since) => rows<HourlyCount & Record<string, unknown>>(run, listHours, [since]),
    async listFailed(page) {
      const found = await rows<FailedRow>(run, listFailed, [page.before ?? pastEveryId, page.limit + 1]);
      return toPage(
        found.map((row): FailedDocument => ({ ...row, retriedAs: row.retriedAs ?? undefined })),
        page,
      );
    },
  };
}
