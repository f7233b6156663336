import { randomInt } from "node:crypto";
import type { Database } from "./database.ts";
import { openSender } from "./outbound/outbound-sender.ts";
import type { ResolveName } from "./outbound/resolve-name.ts";
import type { Clock } from "./platform/clock.ts";
import type { IdSource } from "./platform/ids.ts";
import { deliveryLocks } from "./postgres/delivery-locks.ts";
import { deliveriesChannel } from "./postgres/event-store.ts";
import { openNotificationListener } from "./postgres/notification-listener.ts";
import { toTraceparent } from "./traces/trace-exporter.ts";
import { version } from "./version.ts";
import type { Outcome } from "./webhooks/delivery.ts";
import { DeliveryLoop } from "./webhooks/delivery-loop.ts";
import type { AddressRules } from "./webhooks/endpoint-address.ts";

interface DeliveryOptions {
  /** The database's URL, for the session that listens for new events and holds the delivery locks. */
  url: string;
  db: Database;
  clock: Clock;
  ids: IdSource;
  rules: AddressRules;
  resolve: ResolveName;
  retryScale: number;
  onError: (error: unknown) => void;
  onAttempt?: (outcome: Outcome) => void;
  /** Sends a traceparent header to receivers. */
  isTraced?: boolean;
}

const randomSteps = 2 ** 32;

/** Sends webhook events of this process's share, woken by notifications of new events. */
export async function composeDeliveries(
  options: DeliveryOptions,
): Promise<{ loop: DeliveryLoop; close: () => Promise<void> }> {
  const { url, db, clock, ids, rules, resolve, retryScale, onError, onAttempt, isTraced } = options;
  let loop: DeliveryLoop | undefined;
  const session = await openNotificationListener({
    ...{ url, channel: deliveriesChannel, onError },
    onNotification: (companyId) => loop?.wake(companyId),
    onConnected: () => loop?.wake(),
    onLost: () => loop?.loseLocks(),
  });
  const sender = openSender({ rules, resolve });
  const deliveries = new DeliveryLoop({
    ...{
      db,
      clock,
      ids,
      sender,
      locks: deliveryLocks(session),
      onError,
      onAttempt,
      userAgent: `Assay/${version}`,
    },
    toOriginHeaders: (requestId) => ({
      "x-request-id": requestId,
      ...(isTraced === true && { traceparent: toTraceparent(requestId) }),
    }),
    retries: { scale: retryScale, random: () => randomInt(randomSteps) / randomSteps },
  });
  loop = deliveries;
  deliveries.wake();
  return {
    loop: deliveries,
    async close() {
      await deliveries.close();
      await session.close();
      await sender.close();
    },
  };
}

/** Log fields of an attempt: without the URL, which may contain a secret, and without request and response bodies. */
export function deliveryLogFields({ delivery, attempt, result }: Outcome): object {
  const { id: eventId, type, companyId, requestId, failures } = delivery;
  const { statusCode, error, durationMilliseconds: durationMs } = attempt;
  return {
    ...(requestId !== null && { requestId }),
    ...{ eventId, type, companyId, attempt: failures + 1, outcome: result.is, statusCode, error, durationMs },
  };
}
