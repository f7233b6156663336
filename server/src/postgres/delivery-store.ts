import type { EventData, EventType } from "../events/event.ts";
import { firstIdAt, type Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import type {
  Attempt,
  AttemptError,
  Delivery,
  DeliveryCounts,
  DeliveryStatus,
  DeliveryStore,
  DueDelivery,
} from "../webhooks/delivery.ts";
import { deliveriesChannel } from "./event-store.ts";
import { execute, firstRow, pastEveryId, type QueryRunner, rows, statement } from "./query.ts";

interface DeliveryRow {
  id: Id;
  type: EventType;
  data: EventData;
  status: DeliveryStatus;
  created_at: Date;
  delivered_at: Date | null;
  next_attempt_at: Date | null;
}

interface AttemptRow {
  event_id: Id;
  at: Date;
  duration_milliseconds: number;
  status_code: number | null;
  error: AttemptError | null;
  response_start: string | null;
}

const beforeAllTime = new Date(0);

const columns = "d.event_id AS id, e.type, e.data, d.status, e.created_at, d.delivered_at, d.next_attempt_at";
const joined = "webhook_deliveries d JOIN events e ON e.id = d.event_id";

// Ids begin with their time, so a span of time is a span of ids.
const count = statement(
  `SELECT count(*)::integer AS total, count(*) FILTER (WHERE status = 'delivered')::integer AS delivered,
          count(*) FILTER (WHERE status = 'failed')::integer AS failed
     FROM webhook_deliveries WHERE company_id = $1 AND event_id >= $2`,
);
const list = statement(
  `SELECT ${columns} FROM ${joined} WHERE d.company_id = $1 AND d.event_id < $2 ORDER BY d.event_id DESC LIMIT $3`,
);
const find = statement(`SELECT ${columns} FROM ${joined} WHERE d.company_id = $1 AND d.event_id = $2`);
const attemptsOf = statement(
  `SELECT event_id, at, duration_milliseconds, status_code, error, response_start
     FROM webhook_attempts WHERE event_id = ANY ($1) ORDER BY event_id, at`,
);

const wake = `SELECT pg_notify('${deliveriesChannel}', $1)`;
const replay = statement(
  `WITH replayed AS (
     UPDATE webhook_deliveries
        SET status = CASE WHEN status = 'delivered' THEN status ELSE 'pending' END, next_attempt_at = $3, failures = 0
      WHERE company_id = $1 AND event_id = $2 RETURNING event_id
   ) ${wake} FROM replayed`,
);
const pause = statement(
  `WITH paused AS (
     UPDATE webhook_deliveries SET next_attempt_at = NULL
      WHERE company_id = $1 AND next_attempt_at IS NOT NULL RETURNING event_id
   ) ${wake} FROM paused LIMIT 1`,
);
const resume = statement(
  `WITH resumed AS (
     UPDATE webhook_deliveries SET next_attempt_at = $2
      WHERE company_id = $1 AND status = 'pending' RETURNING event_id
   ) ${wake} FROM resumed LIMIT 1`,
);

// Which companies have something waiting, found by jumping from one to the next in the index: a company with a hundred
// thousand waiting events costs no more than one with a single event, and hides nobody behind it. The order is that of the
// index of what waits, so that the planner has no reason to read the whole table by its key.
export const waitingCompanies = `waiting AS (
     (SELECT company_id FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL
       ORDER BY company_id, next_attempt_at LIMIT 1)
     UNION ALL
     SELECT (SELECT d.company_id FROM webhook_deliveries d
              WHERE d.next_attempt_at IS NOT NULL AND d.company_id > w.company_id
              ORDER BY d.company_id, d.next_attempt_at LIMIT 1)
       FROM waiting w WHERE w.company_id IS NOT NULL
   )`;
const listDue = statement(
  `SELECT e.id, e.company_id AS "companyId", e.type, e.data, e.created_at AS "createdAt", e.request_id AS "requestId", due.failures,
          due.next_attempt_at AS "dueAt"
     FROM unnest($2::text[], $3::timestamptz[], $4::text[], $5::integer[]) AS n (company_id, after_time, after_id, most)
     CROSS JOIN LATERAL (
       SELECT d.event_id, d.failures, d.next_attempt_at,
              row_number() OVER (ORDER BY d.next_attempt_at, d.event_id) AS turn
         FROM webhook_deliveries d
        WHERE d.company_id = n.company_id AND d.next_attempt_at <= $1
          AND (d.next_attempt_at, d.event_id) > (n.after_time, n.after_id)
        ORDER BY d.next_attempt_at, d.event_id LIMIT n.most
     ) due JOIN events e ON e.id = due.event_id
    ORDER BY due.turn, due.next_attempt_at LIMIT $6::integer`,
);
const findNextDue = statement(
  `WITH RECURSIVE ${waitingCompanies}
   SELECT min(due.next_attempt_at) AS at FROM waiting
     CROSS JOIN LATERAL (
       SELECT d.next_attempt_at FROM webhooks w JOIN webhook_deliveries d ON d.company_id = w.company_id
        WHERE w.company_id = waiting.company_id AND w.is_active AND d.next_attempt_at > $1
        ORDER BY d.next_attempt_at LIMIT 1
     ) due`,
);
// A success counts in any case. A failure decides about the next attempt only where nothing has happened to the delivery
// since: after a long pause of this process another may have gone on, it may have been replayed, or paused.
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

function fromAttemptRow(row: AttemptRow): Attempt {
  return {
    at: row.at,
    durationMilliseconds: row.duration_milliseconds,
    statusCode: row.status_code ?? undefined,
    error: row.error ?? undefined,
    responseStart: row.response_start ?? undefined,
  };
}

export function deliveryStore(run: QueryRunner): DeliveryStore {
  async function withAttempts(found: DeliveryRow[]): Promise<Delivery[]> {
    const attempts = Map.groupBy(
      await rows<AttemptRow>(run, attemptsOf, [found.map((row) => row.id)]),
      (row) => row.event_id,
    );
    return found.map((row) => ({
      id: row.id,
      type: row.type,
      data: row.data,
      status: row.status,
      createdAt: row.created_at,
      deliveredAt: row.delivered_at ?? undefined,
      nextAttemptAt: row.next_attempt_at ?? undefined,
      attempts: (attempts.get(row.id) ?? []).map(fromAttemptRow),
    }));
  }

  return {
    async count(companyId, since) {
      const row = await firstRow<DeliveryCounts & Record<string, unknown>>(run, count, [companyId, firstIdAt(since)]);
      if (row === undefined) throw new Error("counting deliveries returned no row");
      return row;
    },
    async list(companyId, page) {
      const found = await rows<DeliveryRow>(run, list, [companyId, page.before ?? pastEveryId, page.limit + 1]);
      return toPage(await withAttempts(found), page);
    },
    async find(companyId, id) {
      return (await withAttempts(await rows<DeliveryRow>(run, find, [companyId, id])))[0];
    },
    async replay(companyId, id, now) {
      await execute(run, replay, [companyId, id, now]);
    },
    async pause(companyId) {
      await execute(run, pause, [companyId]);
    },
    async resume(companyId, now) {
      await execute(run, resume, [companyId, now]);
    },
    listDue: (now, requests, limit) =>
      rows<DueDelivery & Record<string, unknown>>(run, listDue, [
        now,
        requests.map(({ companyId }) => companyId),
        requests.map(({ after }) => after?.dueAt ?? beforeAllTime),
        requests.map(({ after }) => after?.id ?? ""),
        requests.map((one) => one.limit),
        limit,
      ]),
    findNextDue: async (now) => (await firstRow<{ at: Date | null }>(run, findNextDue, [now]))?.at ?? undefined,
    async record(outcomes) {
      await execute(run, record, [
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
      ]);
    },
    async removeOld(before) {
      const firstKept = firstIdAt(before);
      await execute(run, removeAttempts, [before]);
      const removed = await execute(run, removeDeliveries, [firstKept]);
      await execute(run, removeEvents, [firstKept]);
      return removed;
    },
  };
}
