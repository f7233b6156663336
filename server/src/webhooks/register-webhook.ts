import { isIP } from "node:net";
import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { type EventType, eventTypes } from "../events/event.ts";
import { AppError } from "../platform/app-error.ts";
import { secondsAfter } from "../platform/clock.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { DeliveryStore } from "./delivery.ts";
import { type AddressRules, checkAddress, checkUrl, getHost, getPort } from "./endpoint-address.ts";
import { createSecret } from "./signature.ts";
import { secretOverlapSeconds, type Webhook, type WebhookStore } from "./webhook.ts";

export interface EndpointRules extends AddressRules {
  /** All addresses of a name; none when it cannot be resolved. */
  resolve(hostname: string): Promise<string[]>;
}

interface RegistrationStores {
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  audit: AuditLog;
}

interface RegisterDeps extends AuditDeps {
  db: Transactional<RegistrationStores>;
  endpoints: EndpointRules;
}

export interface Registration {
  /** Absent: as registered. */
  url?: string | undefined;
  eventTypes?: string[] | undefined;
  isActive: boolean;
  isSecretRotated: boolean;
}

/**
 * "creates or replaces the company's one registration; the id stays." Returns the secret only when it is new.
 * Pending deliveries are sent at once when the address is new or the webhook is switched on again.
 */
export async function registerWebhook(
  deps: RegisterDeps,
  context: AuditContext<CompanyActor>,
  registration: Registration,
): Promise<{ webhook: Webhook; secret: string | undefined }> {
  const given = registration.eventTypes && parseEventTypes(registration.eventTypes);
  if (registration.url !== undefined) await checkEndpoint(deps.endpoints, registration.url);
  const { companyId } = context.actor;
  return deps.db.transaction(async ({ webhooks, deliveries, audit }) => {
    const now = deps.clock.now();
    const current = await webhooks.lock(companyId);
    const { isActive, isSecretRotated } = registration;
    const url = registration.url ?? current?.url;
    const types = given ?? current?.eventTypes;
    if (url === undefined) throw new AppError("invalid_request", "url is required for the first registration");
    if (types === undefined) throw new AppError("invalid_request", "eventTypes is required for the first registration");
    if (current === undefined) {
      const secret = createSecret();
      const webhook: Webhook = {
        ...{ id: deps.ids.next(), companyId, url, eventTypes: types, isActive, secret },
        ...{ previous: undefined, failingSince: undefined, disabled: undefined, lastDeliveredAt: undefined },
        ...{ createdAt: now, updatedAt: undefined },
      };
      await webhooks.insert(webhook);
      await recordAuditEntry(deps, audit, context, "webhook.registered", webhook.id, { eventTypes: types, isActive });
      return { webhook, secret };
    }

    const updatedFields = [
      ...(url === current.url ? [] : ["url"]),
      ...(types.join() === current.eventTypes.join() ? [] : ["eventTypes"]),
      ...(isActive === current.isActive ? [] : ["isActive"]),
      ...(isSecretRotated ? ["secret"] : []),
    ];
    if (updatedFields.length === 0) return { webhook: current, secret: undefined };
    const secret = isSecretRotated ? createSecret() : undefined;
    const webhook: Webhook = {
      ...current,
      ...{ url, eventTypes: types, isActive, updatedAt: now },
      ...(secret !== undefined && {
        secret,
        previous: { secret: current.secret, until: secondsAfter(now, secretOverlapSeconds) },
      }),
      failingSince: undefined,
      disabled: isActive ? undefined : current.disabled,
    };
    await webhooks.update(webhook);
    if (!isActive) await deliveries.pause(companyId);
    else if (updatedFields.includes("url") || updatedFields.includes("isActive"))
      await deliveries.resume(companyId, now);
    await recordAuditEntry(deps, audit, context, "webhook.updated", webhook.id, { updatedFields });
    return { webhook, secret };
  });
}

/** Sorted and without duplicates, so that equal selections compare as equal. */
function parseEventTypes(names: string[]): EventType[] {
  const unknown = names.filter((name) => !eventTypes.some((type) => type === name));
  if (unknown.length > 0)
    throw new AppError(
      "invalid_request",
      `eventTypes contains unknown event types: ${unknown.slice(0, 5).join(", ")}. There are ${eventTypes.join(", ")}.`,
    );
  return eventTypes.filter((type) => names.includes(type));
}

/**
 * "addresses that are not public are refused at registration and again at connect time". A name that cannot be resolved is
 * accepted, because its addresses are checked at every connection.
 */
async function checkEndpoint(rules: EndpointRules, text: string): Promise<void> {
  const check = checkUrl(rules, text);
  if ("reason" in check)
    throw new AppError(check.isMalformed ? "invalid_request" : "unprocessable", `url ${check.reason}`);
  const [host, port] = [getHost(check.url), getPort(check.url)];
  if (isIP(host) !== 0) return;
  for (const address of await rules.resolve(host)) {
    const reason = checkAddress(rules, address, port);
    if (reason !== undefined) throw new AppError("unprocessable", `url ${reason}`);
  }
}
