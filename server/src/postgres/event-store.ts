import type { EventStore } from "../events/event.ts";
import { execute, type QueryRunner, statement } from "./query.ts";

/** Workers listen here. A transaction that creates deliveries announces their company. */
export const deliveriesChannel = "assay_deliveries";

// One statement, so that an event costs one round trip. "`webhook.test` is sent whatever is subscribed."
const insert = statement(
  `WITH event AS (
     INSERT INTO events (id, company_id, type, data, created_at, request_id) VALUES ($1, $2, $3, $4, $5, $6)
   ), delivery AS (
     INSERT INTO webhook_deliveries (company_id, event_id, status, next_attempt_at, failures)
     SELECT $2, $1, 'pending', $5, 0 FROM webhooks
      WHERE company_id = $2 AND is_active AND ($3 = ANY (event_types) OR $3 = 'webhook.test')
     RETURNING event_id
   )
   SELECT pg_notify('${deliveriesChannel}', $2) FROM delivery`,
);

export function eventStore(run: QueryRunner): EventStore {
  return {
    append: ({ id, type, data, createdAt, requestId }) =>
      execute(run, insert, [id, data.companyId, type, data, createdAt, requestId]),
  };
}
