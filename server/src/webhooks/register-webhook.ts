import { isIP } from "node:net";
import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { type EventType, eventTypes } from "../events/event.ts";
import { AppError } from "../platform/app-error.ts";
import { secondsAfter } from "../platform/clock.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { DeliveryStore } from "./delivery.ts";
import { type AddressRules, hostOf, judgeAddress, judgeUrl, portOf } from "./endpoint-address.ts";
import { newSecret } from "./signature.ts";
import { secretOverlapSeconds, type Webhook, type WebhookStore } from "./webhook.ts";

export interface EndpointRules extends AddressRules {
  /** Every address a name stands for; none when it stands for nothing at the moment. */
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
  url: string;
  eventTypes: string[];
  isActive: boolean;
  isSecretRotated: boolean;
}

/**
 * "creates or replaces the company's one registration; the id stays." The secret is there when it is new.
 * What waits goes out at once where the address is new or the webhook is switched on again.
 */
export async function registerWebhook(
  deps: RegisterDeps,
  context: AuditContext<CompanyActor>,
  registration: Registration,
): Promise<{ webhook: Webhook; secret: string | undefined }> {
  const wanted = readEventTypes(registration.eventTypes);
  await checkEndpoint(deps.endpoints, registration.url);
  const { companyId } = context.actor;
  return deps.db.transaction(async ({ webhooks, deliveries, audit }) => {
    const now = deps.clock.now();
    const current = await webhooks.lock(companyId);
    const { url, isActive, isSecretRotated } = registration;
    if (current === undefined) {
      const secret = newSecret();
      const webhook: Webhook = {
        ...{ id: deps.ids.next(), companyId, url, eventTypes: wanted, isActive, secret },
        ...{ previous: undefined, failingSince: undefined, disabled: undefined, lastDeliveredAt: undefined },
        ...{ createdAt: now, updatedAt: undefined },
      };
      await webhooks.insert(webhook);
      await recordAuditEntry(deps, audit, context, "webhook.registered", webhook.id, { eventTypes: wanted, isActive });
      return { webhook, secret };
    }

    const updatedFields = [
      ...(url === current.url ? [] : ["url"]),
      ...(wanted.join() === current.eventTypes.join() ? [] : ["eventTypes"]),
      ...(isActive === current.isActive ? [] : ["isActive"]),
      ...(isSecretRotated ? ["secret"] : []),
    ];
    if (updatedFields.length === 0) return { webhook: current, secret: undefined };
    const secret = isSecretRotated ? newSecret() : undefined;
    const webhook: Webhook = {
      ...current,
      ...{ url, eventTypes: wanted, isActive, updatedAt: now },
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

/** In one order, each once, so that two spellings of the same wish are the same. */
function readEventTypes(names: string[]): EventType[] {
  const unknown = names.filter((name) => !eventTypes.some((type) => type === name));
  if (unknown.length > 0)
    throw new AppError(
      "invalid_request",
      `eventTypes holds what is no event type: ${unknown.slice(0, 5).join(", ")}. There are ${eventTypes.join(", ")}.`,
    );
  return eventTypes.filter((type) => names.includes(type));
}

/**
 * "addresses that are not public are refused at registration and again at connect time". A name that stands for nothing
 * at the moment is taken: it may be there tomorrow, and whatever it stands for then is judged at every connection.
 */
async function checkEndpoint(rules: EndpointRules, text: string): Promise<void> {
  const verdict = judgeUrl(rules, text);
  if ("reason" in verdict)
    throw new AppError(verdict.isMalformed ? "invalid_request" : "unprocessable", `url ${verdict.reason}`);
  const [host, port] = [hostOf(verdict.url), portOf(verdict.url)];
  if (isIP(host) !== 0) return;
  for (const address of await rules.resolve(host)) {
    const reason = judgeAddress(rules, address, port);
    if (reason !== undefined) throw new AppError("unprocessable", `url ${reason}`);
  }
}
