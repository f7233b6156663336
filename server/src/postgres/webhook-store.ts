import type { EventType } from "../events/event.ts";
import type { Encryption } from "../platform/encryption.ts";
import type { Id } from "../platform/ids.ts";
import type { DisabledReason, EndpointHealth, Webhook, WebhookStore } from "../webhooks/webhook.ts";
import { waitingCompanies } from "./delivery-store.ts";
import { execute, firstRow, type QueryRunner, rows, statement } from "./query.ts";

interface WebhookRow {
  id: Id;
  company_id: Id;
  url: string;
  event_types: EventType[];
  is_active: boolean;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  failing_since: Date | null;
  disabled_reason: DisabledReason | null;
  disabled_at: Date | null;
  last_delivered_at: Date | null;
  created_at: Date;
  updated_at: Date | null;
}

const columns = `id, company_id, url, event_types, is_active, secret, previous_secret, previous_secret_until,
  failing_since, disabled_reason, disabled_at, last_delivered_at, created_at, updated_at`;

const find = statement(`SELECT ${columns} FROM webhooks WHERE company_id = $1`);
// Not the strongest lock: rows that refer to the company can be written meanwhile.
const lockCompany = statement("SELECT id FROM companies WHERE id = $1 FOR NO KEY UPDATE");
const lock = statement(`SELECT ${columns} FROM webhooks WHERE company_id = $1 FOR NO KEY UPDATE`);
const insert = statement(
  `INSERT INTO webhooks (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
);
const update = statement(
  `UPDATE webhooks SET url = $2, event_types = $3, is_active = $4, secret = $5, previous_secret = $6,
     previous_secret_until = $7, disabled_reason = $8, disabled_at = $9, updated_at = $10, failing_since = NULL
    WHERE company_id = $1`,
);
const listActive = statement(`SELECT ${columns} FROM webhooks WHERE company_id = ANY ($1) AND is_active`);
const listDue = statement(
  `WITH RECURSIVE ${waitingCompanies}
   SELECT ${columns} FROM webhooks w
    WHERE w.is_active AND w.company_id = ANY (ARRAY(SELECT company_id FROM waiting))
      AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.company_id = w.company_id AND d.next_attempt_at <= $1)`,
);
// Several nodes report on several endpoints each: locked in one order, so that they never wait for each other in a ring.
const report = statement(
  `WITH locked AS (
     SELECT company_id FROM webhooks WHERE company_id = ANY ($1) ORDER BY company_id FOR NO KEY UPDATE
   )
   UPDATE webhooks w
      SET failing_since = CASE WHEN r.succeeded_at IS NULL THEN coalesce(w.failing_since, r.failed_at) END,
          last_delivered_at = greatest(w.last_delivered_at, r.succeeded_at)
     FROM locked l JOIN unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS r (company_id, failed_at, succeeded_at)
          ON r.company_id = l.company_id
    WHERE w.company_id = l.company_id
   RETURNING w.id AS "webhookId", w.company_id AS "companyId", w.url, w.is_active AS "isActive", w.failing_since AS "failingSince"`,
);
const disable = statement(
  "UPDATE webhooks SET is_active = false, disabled_reason = $2, disabled_at = $3 WHERE company_id = $1",
);

export function webhookStore(run: QueryRunner, encryption: Encryption): WebhookStore {
  const fromRow = (row: WebhookRow): Webhook => ({
    id: row.id,
    companyId: row.company_id,
    url: row.url,
    eventTypes: row.event_types,
    isActive: row.is_active,
    secret: encryption.decrypt(row.secret),
    previous:
      row.previous_secret !== null && row.previous_secret_until !== null
        ? { secret: encryption.decrypt(row.previous_secret), until: row.previous_secret_until }
        : undefined,
    failingSince: row.failing_since ?? undefined,
    disabled:
      row.disabled_reason !== null && row.disabled_at !== null
        ? { reason: row.disabled_reason, at: row.disabled_at }
        : undefined,
    lastDeliveredAt: row.last_delivered_at ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at ?? undefined,
  });
  const secretsOf = ({ secret, previous }: Webhook) => [
    encryption.encrypt(secret),
    previous === undefined ? undefined : encryption.encrypt(previous.secret),
    previous?.until,
  ];

  return {
    async find(companyId) {
      const row = await firstRow<WebhookRow>(run, find, [companyId]);
      return row && fromRow(row);
    },
    async lock(companyId) {
      await execute(run, lockCompany, [companyId]);
      const row = await firstRow<WebhookRow>(run, lock, [companyId]);
      return row && fromRow(row);
    },
    async insert(webhook) {
      const {
        id,
        companyId,
        url,
        eventTypes,
        isActive,
        failingSince,
        disabled,
        lastDeliveredAt,
        createdAt,
        updatedAt,
      } = webhook;
      await execute(run, insert, [
        ...[id, companyId, url, eventTypes, isActive, ...secretsOf(webhook)],
        ...[failingSince, disabled?.reason, disabled?.at, lastDeliveredAt, createdAt, updatedAt],
      ]);
    },
    async update(webhook) {
      const { companyId, url, eventTypes, isActive, disabled, updatedAt } = webhook;
      const values = [companyId, url, eventTypes, isActive, ...secretsOf(webhook)];
      await execute(run, update, [...values, disabled?.reason, disabled?.at, updatedAt]);
    },
    listActive: async (companyIds) => (await rows<WebhookRow>(run, listActive, [companyIds])).map(fromRow),
    listDue: async (now) => (await rows<WebhookRow>(run, listDue, [now])).map(fromRow),
    async report(reports) {
      const found = await rows<Omit<EndpointHealth, "failingSince"> & { failingSince: Date | null }>(run, report, [
        reports.map((one) => one.companyId),
        reports.map((one) => one.firstFailureAt),
        reports.map((one) => one.lastSuccessAt),
      ]);
      return found.map((row) => ({ ...row, failingSince: row.failingSince ?? undefined }));
    },
    async disable(companyId, reason, at) {
      await execute(run, disable, [companyId, reason, at]);
    },
  };
}
