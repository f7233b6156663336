import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { DeliveryStore } from "./delivery.ts";

/** "old attempts are removed after 30 days". The delivery and its event are removed with the last attempt. */
export const deliveriesKeptDays = 30;

export async function removeOldDeliveries(
  { db, clock }: { db: { deliveries: DeliveryStore }; clock: Clock },
  keptDays = deliveriesKeptDays,
): Promise<number> {
  return db.deliveries.removeOld(secondsAfter(clock.now(), -keptDays * 86_400));
}
