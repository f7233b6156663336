import type { EventData, EventType } from "../events/event.ts";
import { firstIdAt, type Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import type {
  Attempt,
  AttemptError,
  ClaimedDelivery,
  Delivery,
  DeliveryCounts,
  DeliveryStatus,
  DeliveryStore,
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

const wake = `SELECT pg_notify('${deliveriesChannel}', '')`;
const replay = statement(
  `WITH replayed AS (
     UPDATE webhook_deliveries
        SET status = CASE WHEN status = 'delivered' THEN status ELSE 'pending' END, next_attempt_at = $3, failures = 0
      WHERE company_id = $1 AND event_id = $2 AND NOT (is_claimed AND next_attempt_at > $3) RETURNING event_id
   ) ${wake} FROM replayed`,
);
const pause = statement(
  `UPDATE webhook_deliveries SET next_attempt_at = NULL
    WHERE company_id = $1 AND next_attempt_at IS NOT NULL AND NOT is_claimed`,
);
const resume = statement(
  `WITH resumed AS (
     UPDATE webhook_deliveries SET next_attempt_at = $2
      WHERE company_id = $1 AND status = 'pending' AND NOT is_claimed RETURNING event_id
   ) ${wake} FROM resumed LIMIT 1`,
);

// Which companies have something waiting, found by jumping from one to the next in the index: a company with a hundred
// thousand waiting events costs no more than one with a single event, and hides nobody behind it.
const waiting = `waiting AS (
     (SELECT company_id FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL ORDER BY company_id LIMIT 1)
     UNION ALL
     SELECT (SELECT d.company_id FROM webhook_deliveries d
              WHERE d.next_attempt_at IS NOT NULL AND d.company_id > w.company_id ORDER BY d.company_id LIMIT 1)
       FROM waiting w WHERE w.company_id IS NOT NULL
   )`;
// Everyone's first before anyone's second. Candidates are chosen without a lock and looked at again with one: what
// another node has taken meanwhile is left to it. Arrays instead of joins keep the planner from reading whole tables.
const claim = statement(
  `WITH RECURSIVE ${waiting}, endpoints AS (
     SELECT w.company_id,
            greatest(0, CASE WHEN w.failing_since IS NULL THEN $4 ELSE $5 END - coalesce(h.held, 0)) AS room
       FROM waiting JOIN webhooks w ON w.company_id = waiting.company_id AND w.is_active
       LEFT JOIN unnest($6::text[], $7::integer[]) AS h (company_id, held) ON h.company_id = w.company_id
   ), candidates AS (
     SELECT due.event_id FROM endpoints n CROSS JOIN LATERAL (
       SELECT d.event_id, d.next_attempt_at, row_number() OVER (ORDER BY d.next_attempt_at) AS turn
         FROM webhook_deliveries d WHERE d.company_id = n.company_id AND d.next_attempt_at <= $1
        ORDER BY d.next_attempt_at LIMIT n.room
     ) due ORDER BY due.turn, due.next_attempt_at LIMIT $3
   ), locked AS (
     SELECT event_id FROM webhook_deliveries
      WHERE event_id = ANY (ARRAY(SELECT event_id FROM candidates)) AND next_attempt_at <= $1
        FOR UPDATE SKIP LOCKED
   )
   UPDATE webhook_deliveries d SET next_attempt_at = $2, is_claimed = true FROM events e
    WHERE d.event_id = ANY (ARRAY(SELECT event_id FROM locked)) AND e.id = d.event_id
   RETURNING d.event_id AS id, d.company_id AS "companyId", e.type, e.data, e.created_at AS "createdAt", d.failures,
             d.next_attempt_at AS "claimedUntil"`,
);
const release = statement(
  `WITH released AS (
     UPDATE webhook_deliveries SET next_attempt_at = $3, is_claimed = false
      WHERE event_id = ANY ($1) AND is_claimed AND next_attempt_at = $2 RETURNING event_id
   ) ${wake} FROM released LIMIT 1`,
);
const findNextDue = statement(
  `WITH RECURSIVE ${waiting}
   SELECT min(due.next_attempt_at) AS at FROM waiting
     JOIN webhooks w ON w.company_id = waiting.company_id AND w.is_active
     CROSS JOIN LATERAL (
       SELECT d.next_attempt_at FROM webhook_deliveries d
        WHERE d.company_id = waiting.company_id AND d.next_attempt_at > $1 ORDER BY d.next_attempt_at LIMIT 1
     ) due`,
);
// A success counts whoever holds the delivery by now. A failure decides about the next attempt only while the claim is
// this one: after a long pause of this process, another may be on it.
const record = statement(
  `WITH outcomes AS (
     SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::integer[],
                          $7::integer[], $8::text[], $9::text[], $10::timestamptz[])
       AS o (event_id, claimed_until, outcome, next_attempt_at, at, duration_milliseconds, status_code, error, response_start, ended_at)
   ), attempts AS (
     INSERT INTO webhook_attempts (event_id, at, duration_milliseconds, status_code, error, response_start)
     SELECT event_id, at, duration_milliseconds, status_code, error, response_start FROM outcomes
   )
   UPDATE webhook_deliveries d
      SET status = CASE WHEN d.status = 'delivered' OR o.outcome = 'retried' THEN d.status ELSE o.outcome END,
          delivered_at = CASE WHEN o.outcome = 'delivered' THEN o.ended_at ELSE d.delivered_at END,
          next_attempt_at = o.next_attempt_at,
          failures = CASE WHEN o.outcome = 'delivered' THEN d.failures ELSE d.failures + 1 END,
          is_claimed = false
     FROM outcomes o
    WHERE d.event_id = ANY ($1) AND d.event_id = o.event_id
      AND (o.outcome = 'delivered' OR (d.is_claimed AND d.next_attempt_at = o.claimed_until))`,
);

const removeAttempts = statement("DELETE FROM webhook_attempts WHERE at < $1");
const removeDeliveries = statement(
  `DELETE FROM webhook_deliveries d
    WHERE d.event_id < $1 AND NOT d.is_claimed
      AND NOT EXISTS (SELECT FROM webhook_attempts a WHERE a.event_id = d.event_id)`,
);
const removeEvents = statement(
  `DELETE FROM events e
    WHERE e.id < $1 AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id)`,
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
    claim: ({ now, claimedUntil, limit, perCompany, perFailingCompany, held }) =>
      rows<ClaimedDelivery & Record<string, unknown>>(run, claim, [
        ...[now, claimedUntil, limit, perCompany, perFailingCompany],
        ...[[...held.keys()], [...held.values()]],
      ]),
    async release(deliveries, now) {
      const ofOneClaim = Map.groupBy(deliveries, (one) => one.claimedUntil.getTime());
      for (const [claimedUntil, some] of ofOneClaim)
        await execute(run, release, [some.map((one) => one.id), new Date(claimedUntil), now]);
    },
    findNextDue: async (now) => (await firstRow<{ at: Date | null }>(run, findNextDue, [now]))?.at ?? undefined,
    async record(outcomes) {
      await execute(run, record, [
        outcomes.map(({ delivery }) => delivery.id),
        outcomes.map(({ delivery }) => delivery.claimedUntil),
        outcomes.map(({ then }) => then.is),
        outcomes.map(({ then }) => (then.is === "retried" ? then.at : undefined)),
        outcomes.map(({ attempt }) => attempt.at),
        outcomes.map(({ attempt }) => attempt.durationMilliseconds),
        outcomes.map(({ attempt }) => attempt.statusCode),
        outcomes.map(({ attempt }) => attempt.error),
        outcomes.map(({ attempt }) => attempt.responseStart),
        outcomes.map(({ endedAt }) => endedAt),
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
