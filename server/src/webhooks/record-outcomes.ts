import { systemContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { DeliveryStore, Outcome } from "./delivery.ts";
import { hasFailedTooLong, type RetryRules } from "./retry-schedule.ts";
import type { DisabledReason, EndpointHealth, EndpointReport, WebhookStore } from "./webhook.ts";

interface OutcomeStores {
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  audit: AuditLog;
}

export interface RecordOutcomesDeps extends AuditDeps {
  db: Transactional<OutcomeStores>;
  retries: RetryRules;
}

/** Records attempts and delivery states, and disables webhooks that have failed for too long. */
export async function recordOutcomes(deps: RecordOutcomesDeps, outcomes: Outcome[]): Promise<void> {
  const byCompany = Map.groupBy(outcomes, ({ delivery }) => delivery.companyId);
  await deps.db.transaction(async (stores) => {
    const endpoints = await stores.webhooks.report(
      [...byCompany].map(([companyId, some]) => toReport(companyId, some)),
    );
    await stores.deliveries.record(outcomes);
    for (const endpoint of endpoints) {
      const reason = findDisabledReason(deps, endpoint, byCompany.get(endpoint.companyId) ?? []);
      if (reason !== undefined) await disable(deps, stores, endpoint, reason);
    }
  });
}

function toReport(companyId: Id, outcomes: Outcome[]): EndpointReport {
  const times = (isSuccess: boolean) =>
    outcomes
      .filter(({ result }) => (result.is === "delivered") === isSuccess)
      .map(({ endedAt }) => endedAt)
      .toSorted((a, b) => a.getTime() - b.getTime());
  return { companyId, firstFailureAt: times(false)[0], lastSuccessAt: times(true).at(-1) };
}

function findDisabledReason(
  { retries, clock }: RecordOutcomesDeps,
  { isActive, url, failingSince }: EndpointHealth,
  outcomes: Outcome[],
): DisabledReason | undefined {
  if (!isActive) return undefined;
  // A 410 from an address that has been replaced does not count.
  if (outcomes.some((one) => one.result.is === "failed" && one.result.isGone && one.url === url)) return "gone";
  return failingSince !== undefined && hasFailedTooLong(retries, failingSince, clock.now()) ? "failing" : undefined;
}

async function disable(
  deps: RecordOutcomesDeps,
  { webhooks, deliveries, audit }: OutcomeStores,
  { companyId, webhookId }: EndpointHealth,
  reason: DisabledReason,
): Promise<void> {
  await webhooks.disable(companyId, reason, deps.clock.now());
  await deliveries.pause(companyId);
  const context = systemContext(deps.ids.next());
  await recordAuditEntry(deps, audit, context, "webhook.disabled", webhookId, { companyId, reason });
}
