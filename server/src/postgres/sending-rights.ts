import type { Id } from "../platform/ids.ts";
import type { SendingRights } from "../webhooks/delivery.ts";
import type { NoticeListener } from "./notice-listener.ts";

const take = "SELECT id FROM unnest($1::text[]) AS c (id) WHERE pg_try_advisory_lock(hashtextextended(id, $2))";
const giveBack = "SELECT pg_advisory_unlock(hashtextextended(id, $2)) FROM unnest($1::text[]) AS c (id)";
/** Tells these locks from others whose keys are hashes, too. */
const purpose = 0x7765626;

/** Locks of a session: nothing is written, and PostgreSQL frees them the moment the session ends, however it ends. */
export function sendingRights(session: Pick<NoticeListener, "query">): SendingRights {
  return {
    take: async (companyIds) => (await session.query<{ id: Id }>(take, [companyIds, purpose])).map((row) => row.id),
    async giveBack(companyIds) {
      await session.query(giveBack, [companyIds, purpose]);
    },
  };
}
