import type { Id } from "../platform/ids.ts";
import type { DeliveryLocks } from "../webhooks/delivery.ts";
import type { NotificationListener } from "./notification-listener.ts";

const tryLock = "SELECT id FROM unnest($1::text[]) AS c (id) WHERE pg_try_advisory_lock(hashtextextended(id, $2))";
const unlock = "SELECT pg_advisory_unlock(hashtextextended(id, $2)) FROM unnest($1::text[]) AS c (id)";
/** Seeds the hash, so that these locks cannot collide with other advisory locks on hashed keys. */
const seed = 0x7765626;

/** Session-level advisory locks: nothing is written, and PostgreSQL releases them when the session ends, however it ends. */
export function deliveryLocks(session: Pick<NotificationListener, "query">): DeliveryLocks {
  return {
    tryLock: async (companyIds) => (await session.query<{ id: Id }>(tryLock, [companyIds, seed])).map((row) => row.id),
    async unlock(companyIds) {
      await session.query(unlock, [companyIds, seed]);
    },
  };
}
