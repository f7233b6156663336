import { randomInt } from "node:crypto";
import type { Database } from "./database.ts";
import { openSender } from "./outbound/outbound-sender.ts";
import type { ResolveName } from "./outbound/resolve-name.ts";
import type { Clock } from "./platform/clock.ts";
import type { IdSource } from "./platform/ids.ts";
import { deliveriesChannel } from "./postgres/event-store.ts";
import { listenFor } from "./postgres/notice-listener.ts";
import { version } from "./version.ts";
import { DeliveryLoop } from "./webhooks/delivery-loop.ts";
import type { AddressRules } from "./webhooks/endpoint-address.ts";

interface DeliveryOptions {
  /** The database's address, for the connection that hears of new events. */
  url: string;
  db: Database;
  clock: Clock;
  ids: IdSource;
  rules: AddressRules;
  resolve: ResolveName;
  retryScale: number;
  onTrouble: (error: unknown) => void;
}

const finestChance = 2 ** 32;

/** One process that sends events, woken by the commit of each. */
export async function composeDeliveries(
  options: DeliveryOptions,
): Promise<{ loop: DeliveryLoop; close: () => Promise<void> }> {
  const { url, db, clock, ids, rules, resolve, retryScale, onTrouble } = options;
  const sender = openSender({ rules, resolve });
  const loop = new DeliveryLoop({
    ...{ db, clock, ids, sender, onTrouble, userAgent: `Assay/${version}` },
    retries: { scale: retryScale, chance: () => randomInt(finestChance) / finestChance },
  });
  const wake = () => loop.wake();
  const listener = await listenFor({
    url,
    channel: deliveriesChannel,
    onNotice: wake,
    onConnected: wake,
    onError: onTrouble,
  });
  return {
    loop,
    async close() {
      await listener.close();
      await loop.close();
      await sender.close();
    },
  };
}
