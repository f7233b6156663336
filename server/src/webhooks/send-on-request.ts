import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { type EventStore, recordEvent } from "../events/event.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { Delivery, DeliveryStore } from "./delivery.ts";
import { getWebhook } from "./read-webhook.ts";
import type { Webhook, WebhookStore } from "./webhook.ts";

interface SendStores {
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  events: EventStore;
  audit: AuditLog;
}

interface SendDeps extends AuditDeps {
  db: Transactional<SendStores>;
}

/** "`webhook.test` is sent whatever is subscribed." */
export async function sendTestEvent(deps: SendDeps, context: AuditContext<CompanyActor>): Promise<Delivery> {
  const { companyId } = context.actor;
  return deps.db.transaction(async (stores) => {
    const webhook = await getActiveWebhook(stores, companyId);
    const eventId = await recordEvent(deps, stores.events, "webhook.test", { companyId });
    await recordAuditEntry(deps, stores.audit, context, "webhook.tested", webhook.id, { eventId });
    const delivery = await stores.deliveries.find(companyId, eventId);
    // The webhook was disabled in the meantime.
    if (delivery === undefined) throw notActive();
    return delivery;
  });
}

/** "A replay keeps the event's `webhook-id`." */
export async function replayDelivery(deps: SendDeps, context: AuditContext<CompanyActor>, id: Id): Promise<Delivery> {
  const { companyId } = context.actor;
  return deps.db.transaction(async (stores) => {
    await getDelivery(stores, companyId, id);
    const webhook = await getActiveWebhook(stores, companyId);
    await stores.deliveries.replay(companyId, id, deps.clock.now());
    await recordAuditEntry(deps, stores.audit, context, "webhook.delivery_replayed", webhook.id, { eventId: id });
    return getDelivery(stores, companyId, id);
  });
}

async function getDelivery({ deliveries }: SendStores, companyId: Id, id: Id): Promise<Delivery> {
  const delivery = await deliveries.find(companyId, id);
  if (delivery === undefined) throw notFound("delivery");
  return delivery;
}

async function getActiveWebhook({ webhooks }: SendStores, companyId: Id): Promise<Webhook> {
  const webhook = await getWebhook(webhooks, companyId);
  if (!webhook.isActive) throw notActive();
  return webhook;
}

function notActive(): AppError {
  return new AppError("unprocessable", "The webhook is not active; switch it on with PUT /v1/webhooks first.");
}
