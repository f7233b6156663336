import type { DueDateStore, DueDocument } from "../documents/notify-of-dates.ts";
import { isCounted } from "./counted-documents.ts";
import { type QueryRunner, rows, statement } from "./query.ts";

// A document that another process has locked is left for the next run.
const take = (date: "valid_until" | "review_by", notified: string, isDue: string) =>
  statement(
    `UPDATE documents d SET ${notified} = ${date} WHERE d.id = ANY (ARRAY(
       SELECT id FROM documents
        WHERE ${isDue} AND ${date} IS DISTINCT FROM ${notified} AND status = 'completed' AND withdrawn_at IS NULL AND deleted_at IS NULL
        ORDER BY ${date} LIMIT $2 FOR UPDATE SKIP LOCKED))
     RETURNING d.id, d.company_id AS "companyId", d.review_id AS "reviewId", ${isCounted("d")} AS "isCounted"`,
  );
const takeExpiring = take("valid_until", "expiry_notified", "valid_until <= $1");
const takeReviewDue = take("review_by", "review_notified", "review_by < $1");

export function dueDateStore(run: QueryRunner): DueDateStore {
  return {
    takeExpiring: (day, limit) => rows<DueDocument>(run, takeExpiring, [day, limit]),
    takeReviewDue: (day, limit) => rows<DueDocument>(run, takeReviewDue, [day, limit]),
  };
}
