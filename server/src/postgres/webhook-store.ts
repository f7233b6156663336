import type { Encryption } from "../platform/encryption.ts";
import type { Id } from "../platform/ids.ts";
import type { DisabledReason, EndpointHealth, Webhook, WebhookStore } from "../webhooks/webhook.ts";
import { companiesWithPending } from "./delivery-store.ts";
import { execute, type QueryRunner, type Statement, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

interface WebhookRow extends Omit<Webhook, "secret" | "previous" | "disabled"> {
  secret: Buffer;
  previousSecret: Buffer | undefined;
  previousSecretUntil: Date | undefined;
  disabledReason: DisabledReason | undefined;
  disabledAt: Date | undefined;
}

const webhooks = rowMapper<WebhookRow>(
  ["id", "companyId", "url", "eventTypes", "isActive", "secret", "createdAt"],
  [
    ...(["previousSecret", "previousSecretUntil", "failingSince"] as const),
    ...(["disabledReason", "disabledAt", "lastDeliveredAt", "updatedAt"] as const),
  ],
);
const columns = webhooks.columns();

const find = statement(`SELECT ${columns} FROM webhooks WHERE company_id = $1`);
// A weaker lock than FOR UPDATE: rows that refer to the company can still be inserted.
const lockCompany = statement("SELECT id FROM companies WHERE id = $1 FOR NO KEY UPDATE");
const lock = statement(`SELECT ${columns} FROM webhooks WHERE company_id = $1 FOR NO KEY UPDATE`);
const insert = webhooks.insertInto("webhooks");
const update = statement(
  `UPDATE webhooks SET url = $2, event_types = $3, is_active = $4, secret = $5, previous_secret = $6,
     previous_secret_until = $7, disabled_reason = $8, disabled_at = $9, updated_at = $10, failing_since = NULL
    WHERE company_id = $1`,
);
const listActive = statement(`SELECT ${columns} FROM webhooks WHERE company_id = ANY ($1) AND is_active`);
const listDue = statement(
  `WITH RECURSIVE ${companiesWithPending}
   SELECT ${columns} FROM webhooks w
    WHERE w.is_active AND w.company_id = ANY (ARRAY(SELECT company_id FROM pending))
      AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.company_id = w.company_id AND d.next_attempt_at <= $1)`,
);
const health = rowMapper<Omit<EndpointHealth, "webhookId">>(["companyId", "url", "isActive"], ["failingSince"]);
// Several nodes report on several endpoints each. Locking in one order prevents deadlocks.
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
   RETURNING w.id AS "webhookId", ${health.columns("w")}`,
);
const disable = statement(
  "UPDATE webhooks SET is_active = false, disabled_reason = $2, disabled_at = $3 WHERE company_id = $1",
);

export function webhookStore(run: QueryRunner, encryption: Encryption): WebhookStore {
  const fromRow = ({
    previousSecret,
    previousSecretUntil,
    disabledReason,
    disabledAt,
    ...row
  }: WebhookRow): Webhook => ({
    ...row,
    secret: encryption.decrypt(row.secret),
    previous:
      previousSecret && previousSecretUntil
        ? { secret: encryption.decrypt(previousSecret), until: previousSecretUntil }
        : undefined,
    disabled: disabledReason && disabledAt ? { reason: disabledReason, at: disabledAt } : undefined,
  });
  const toRow = ({ previous, disabled, ...webhook }: Webhook): WebhookRow => ({
    ...webhook,
    secret: encryption.encrypt(webhook.secret),
    previousSecret: previous && encryption.encrypt(previous.secret),
    previousSecretUntil: previous?.until,
    disabledReason: disabled?.reason,
    disabledAt: disabled?.at,
  });
  const findBy = async (query: Statement, companyId: Id) => {
    const row = await webhooks.find(run, query, [companyId]);
    return row && fromRow(row);
  };

  return {
    find: (companyId) => findBy(find, companyId),
    async lock(companyId) {
      await execute(run, lockCompany, [companyId]);
      return findBy(lock, companyId);
    },
    insert: (webhook) => execute(run, insert, webhooks.values(toRow(webhook))),
    update(webhook) {
      const row = toRow(webhook);
      return execute(run, update, [
        ...[row.companyId, row.url, row.eventTypes, row.isActive, row.secret, row.previousSecret],
        ...[row.previousSecretUntil, row.disabledReason, row.disabledAt, row.updatedAt],
      ]);
    },
    listActive: async (companyIds) => (await webhooks.list(run, listActive, [companyIds])).map(fromRow),
    listDue: async (now) => (await webhooks.list(run, listDue, [now])).map(fromRow),
    report: (reports) =>
      health.list(run, report, [
        reports.map((one) => one.companyId),
        reports.map((one) => one.firstFailureAt),
        reports.map((one) => one.lastSuccessAt),
      ]) as Promise<EndpointHealth[]>,
    disable: (companyId, reason, at) => execute(run, disable, [companyId, reason, at]),
  };
}
