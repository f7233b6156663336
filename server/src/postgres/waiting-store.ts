import { lowPriorityRound } from "../jobs/job-queue.ts";
import type { ClaimedDocument, WaitingStore } from "../processing/fair-shares.ts";
import { firstRow, type QueryRunner, statement } from "./query.ts";

const findClaimed = statement(
  `SELECT d.company_id AS "companyId", c.partner_id AS "partnerId", d.queue_cost AS cost,
          d.queue_round >= ${lowPriorityRound} AS "isInBulk"
     FROM documents d JOIN companies c ON c.id = d.company_id WHERE d.company_id = $1 AND d.id = $2`,
);
// In the order in which jobs are claimed: whoever waits beside a company with a long queue is near its beginning.
const findWaiting = statement(
  `SELECT 1 AS found FROM pgboss.job j
     JOIN documents d ON d.id = j.data ->> 'documentId' JOIN companies c ON c.id = d.company_id
    WHERE j.name = 'analyse-document' AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()
      AND d.status IN ('queued', 'processing')
      AND d.company_id <> ALL ($1) AND c.partner_id <> ALL ($2) AND d.queue_cost <= $3
      AND ($4 OR d.queue_round < ${lowPriorityRound})
    ORDER BY j.priority DESC, j.created_on LIMIT 1`,
);
const anyCost = 2_147_483_647;

export function waitingStore(run: QueryRunner): WaitingStore {
  return {
    findClaimed: (companyId, documentId) => firstRow<ClaimedDocument>(run, findClaimed, [companyId, documentId]),
    async isAnyWaiting({ exceptCompanies = [], exceptPartners = [], maxCost = anyCost, isInBulkToo }) {
      return (await firstRow(run, findWaiting, [exceptCompanies, exceptPartners, maxCost, isInBulkToo])) !== undefined;
    },
  };
}
