import { firstIdAt, type Id } from "../platform/ids.ts";
import type { Attempt, Delivery, DeliveryCounts, DeliveryStore, DueDelivery } from "../webhooks/delivery.ts";
import { deliveriesChannel } from "./event-store.ts";
import { countAffected, execute, firstRow, type QueryRunner, rows, singleRow, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";
import { sortedList } from "./sorted-list.ts";

const deliveries = rowMapper<Omit<Delivery, "attempts">>(
  ["id", "type", "data", "status", "createdAt"],
  ["deliveredAt", "nextAttemptAt"],
);
const attempts = rowMapper<Attempt & { eventId: Id }>(
  ["eventId", "at", "durationMilliseconds"],
  ["statusCode", "error", "responseStart"],
);
const columns = `SELECT e.id, e.type, e.data, d.status, e.created_at AS "createdAt", d.delivered_at AS "deliveredAt",
         d.next_attempt_at AS "nextAttemptAt"`;
const select = `${columns} FROM webhook_deliveries d JOIN events e ON e.id = d.event_id`;

// Ids begin with their time, so a range of time is a range of ids.
const count = statement(
  `SELECT count(*)::integer AS total, count(*) FILTER (WHERE status = 'delivered')::integer AS delivered,
          count(*) FILTER (WHERE status = 'failed')::integer AS failed
     FROM webhook_deliveries WHERE company_id = $1 AND event_id >= $2`,
);
const filtered = {
  id: "d.event_id",
  where: `d.company_id = $3 AND ($4::timestamptz IS NULL OR e.created_at >= $4) AND ($5::timestamptz IS NULL OR e.created_at < $5)
      AND ($6::text IS NULL OR d.status = $6) AND ($7::text IS NULL OR e.type = $7)`,
  parameters: 7,
  fields: {},
};
const readByType = sortedList({
  ...filtered,
  select,
  leads: { type: "e.company_id = $3 AND e.type = $7 AND e.id > $1 AND e.id < $2" },
});
// OFFSET 0: for each delivery found its event. Otherwise the planner may read all events and compare them with a few deliveries.
const readList = sortedList({
  ...filtered,
  select: `${columns} FROM webhook_deliveries d CROSS JOIN LATERAL (
    SELECT events.id, type, data, created_at FROM events WHERE events.id = d.event_id OFFSET 0) e`,
  leads: { status: "d.status <> 'delivered' AND d.status = $6", company: "d.company_id = $3" },
});
const find = statement(`${select} WHERE d.company_id = $1 AND d.event_id = $2`);
const listAttempts = statement(
  `SELECT ${attempts.columns()} FROM webhook_attempts WHERE event_id = ANY ($1) ORDER BY event_id, at`,
);

const notifyWorkers = `SELECT pg_notify('${deliveriesChannel}', $1)`;
const replay = statement(
  `WITH replayed AS (
     UPDATE webhook_deliveries
        SET status = CASE WHEN status = 'delivered' THEN status ELSE 'pending' END, next_attempt_at = $3, failures = 0
      WHERE company_id = $1 AND event_id = $2 RETURNING event_id
   ) ${notifyWorkers} FROM replayed`,
);
const pause = statement(
  `WITH paused AS (
     UPDATE webhook_deliveries SET next_attempt_at = NULL
      WHERE company_id = $1 AND next_attempt_at IS NOT NULL RETURNING event_id
   ) ${notifyWorkers} FROM paused LIMIT 1`,
);
const resume = statement(
  `WITH resumed AS (
     UPDATE webhook_deliveries SET next_attempt_at = $2
      WHERE company_id = $1 AND status = 'pending' RETURNING event_id
   ) ${notifyWorkers} FROM resumed LIMIT 1`,
);

// The companies with pending deliveries, by a loose index scan: each step jumps to the next company in the index, so a company
// with a hundred thousand events costs as much as one with a single event. ORDER BY repeats the columns of the partial index
// on pending deliveries; otherwise the planner would read the whole table by its key.
export const companiesWithPending = `pending AS (
     (SELECT company_id FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL
       ORDER BY company_id, next_attempt_at LIMIT 1)
     UNION ALL
     SELECT (SELECT d.company_id FROM webhook_deliveries d
              WHERE d.next_attempt_at IS NOT NULL AND d.company_id > p.company_id
              ORDER BY d.company_id, d.next_attempt_at LIMIT 1)
       FROM pending p WHERE p.company_id IS NOT NULL
   )`;
const listDue = statement(
  `SELECT e.id, e.company_id AS "companyId", e.type, e.data, e.created_at AS "createdAt", e.request_id AS "requestId", due.failures,
          due.next_attempt_at AS "dueAt"
     FROM unnest($2::text[], $3::timestamptz[], $4::text[], $5::integer[]) AS n (company_id, after_time, after_id, max_rows)
     CROSS JOIN LATERAL (
       SELECT d.event_id, d.failures, d.next_attempt_at,
              row_number() OVER (ORDER BY d.next_attempt_at, d.event_id) AS place
         FROM webhook_deliveries d
        WHERE d.company_id = n.company_id AND d.next_attempt_at <= $1
          AND (d.next_attempt_at, d.event_id) > (n.after_time, n.after_id)
        ORDER BY d.next_attempt_at, d.event_id LIMIT n.max_rows
     ) due JOIN events e ON e.id = due.event_id
    ORDER BY due.place, due.next_attempt_at LIMIT $6::integer`,
);
const findNextDue = statement(
  `WITH RECURSIVE ${companiesWithPending}
   SELECT min(due.next_attempt_at) AS at FROM pending
     CROSS JOIN LATERAL (
       SELECT d.next_attempt_at FROM webhooks w JOIN webhook_deliveries d ON d.company_id = w.company_id
        WHERE w.company_id = pending.company_id AND w.is_active AND d.next_attempt_at > $1
        ORDER BY d.next_attempt_at LIMIT 1
     ) due`,
);
// A success always counts. A failure schedules the next attempt only if the delivery is unchanged since: if this process was
// suspended, another may have taken over, and a user may have replayed or paused the delivery.
const record = statement(
  `WITH outcomes AS (
     SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::timestamptz[], $6::timestamptz[],
                          $7::timestamptz[], $8::integer[], $9::integer[], $10::text[], $11::text[])
       AS o (company_id, event_id, failures, outcome, next_attempt_at, at,
             ended_at, duration_milliseconds, status_code, error, response_start)
   ), attempts AS (
     INSERT INTO webhook_attempts (event_id, at, duration_milliseconds, status_code, error, response_start)
     SELECT event_id, at, duration_milliseconds, status_code, error, response_start FROM outcomes
   )
   UPDATE webhook_deliveries d
      SET status = CASE WHEN d.status = 'delivered' OR o.outcome = 'retried' THEN d.status ELSE o.outcome END,
          delivered_at = CASE WHEN o.outcome = 'delivered' THEN o.ended_at ELSE d.delivered_at END,
          next_attempt_at = CASE WHEN d.next_attempt_at IS NOT NULL THEN o.next_attempt_at END,
          failures = CASE WHEN o.outcome = 'delivered' THEN 0 ELSE d.failures + 1 END
     FROM outcomes o
    WHERE d.company_id = o.company_id AND d.event_id = o.event_id
      AND (o.outcome = 'delivered' OR d.failures = o.failures)`,
);

const removeAttempts = statement("DELETE FROM webhook_attempts WHERE at < $1");
const removeDeliveries = statement(
  `DELETE FROM webhook_deliveries d USING events e
    WHERE e.id < $1 AND d.company_id = e.company_id AND d.event_id = e.id
      AND NOT EXISTS (SELECT FROM webhook_attempts a WHERE a.event_id = d.event_id)`,
);
const removeEvents = statement(
  `DELETE FROM events e WHERE e.id < $1
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.company_id = e.company_id AND d.event_id = e.id)`,
);

export function deliveryStore(run: QueryRunner): DeliveryStore {
  async function addAttempts(found: Omit<Delivery, "attempts">[]): Promise<Delivery[]> {
    const made = await attempts.list(run, listAttempts, [found.map(({ id }) => id)]);
    const byEvent = Map.groupBy(made, ({ eventId }) => eventId);
    return found.map((delivery) => ({ ...delivery, attempts: byEvent.get(delivery.id) ?? [] }));
  }

  return {
    count: (companyId, since) => singleRow<DeliveryCounts>(run, count, [companyId, firstIdAt(since)]),
    async list(companyId, { status, type, since, until }, page) {
      const isUndelivered = status !== undefined && status !== "delivered";
      const request = { since, until, values: [companyId, since, until, status, type], page };
      const found =
        isUndelivered || type === undefined
          ? await readList(run, deliveries, { lead: isUndelivered ? "status" : "company", ...request }, () => null)
          : await readByType(run, deliveries, { lead: "type", ...request }, () => null);
      return { ...found, entries: await addAttempts(found.entries) };
    },
    find: async (companyId, id) => (await addAttempts(await deliveries.list(run, find, [companyId, id])))[0],
    replay: (companyId, id, now) => execute(run, replay, [companyId, id, now]),
    pause: (companyId) => execute(run, pause, [companyId]),
    resume: (companyId, now) => execute(run, resume, [companyId, now]),
    listDue: (now, requests, limit) =>
      rows<DueDelivery>(run, listDue, [
        now,
        requests.map(({ companyId }) => companyId),
        requests.map(({ after }) => after?.dueAt ?? new Date(0)),
        requests.map(({ after }) => after?.id ?? ""),
        requests.map((one) => one.limit),
        limit,
      ]),
    findNextDue: async (now) => (await firstRow<{ at: Date | null }>(run, findNextDue, [now]))?.at ?? undefined,
    record: (outcomes) =>
      execute(run, record, [
        outcomes.map(({ delivery }) => delivery.companyId),
        outcomes.map(({ delivery }) => delivery.id),
        outcomes.map(({ delivery }) => delivery.failures),
        outcomes.map(({ result }) => result.is),
        outcomes.map(({ result }) => (result.is === "retried" ? result.at : undefined)),
        outcomes.map(({ attempt }) => attempt.at),
        outcomes.map(({ endedAt }) => endedAt),
        outcomes.map(({ attempt }) => attempt.durationMilliseconds),
        outcomes.map(({ attempt }) => attempt.statusCode),
        outcomes.map(({ attempt }) => attempt.error),
        outcomes.map(({ attempt }) => attempt.responseStart),
      ]),
    async removeOld(before) {
      const firstKept = firstIdAt(before);
      await execute(run, removeAttempts, [before]);
      const removed = await countAffected(run, removeDeliveries, [firstKept]);
      await execute(run, removeEvents, [firstKept]);
      return removed;
    },
  };
}
