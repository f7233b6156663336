import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { DeliveryStore } from "./delivery.ts";

/** "old attempts are removed after 30 days", and with the last of them the delivery and its event. */
const keptSeconds = 30 * 86_400;

export async function removeOldDeliveries({
  db,
  clock,
}: {
  db: { deliveries: DeliveryStore };
  clock: Clock;
}): Promise<number> {
  return db.deliveries.removeOld(secondsAfter(clock.now(), -keptSeconds));
}
