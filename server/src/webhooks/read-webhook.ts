import { AppError } from "../platform/app-error.ts";
import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import type { DeliveryCounts, DeliveryStore } from "./delivery.ts";
import type { Webhook, WebhookStore } from "./webhook.ts";

/** "`recentDeliveries` covers 7 days and counts events, not attempts." */
const recentSeconds = 7 * 86_400;

interface ReadDeps {
  db: { webhooks: WebhookStore; deliveries: DeliveryStore };
  clock: Clock;
}

export async function readWebhook(
  { db, clock }: ReadDeps,
  companyId: Id,
): Promise<{ webhook: Webhook; counts: DeliveryCounts }> {
  const webhook = await getWebhook(db.webhooks, companyId);
  return { webhook, counts: await db.deliveries.count(companyId, secondsAfter(clock.now(), -recentSeconds)) };
}

export async function getWebhook(webhooks: WebhookStore, companyId: Id): Promise<Webhook> {
  const webhook = await webhooks.find(companyId);
  if (webhook === undefined)
    throw new AppError("not_found", "There is no webhook yet; register one with PUT /v1/webhooks.");
  return webhook;
}
