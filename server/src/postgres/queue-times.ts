import type { PgBoss } from "pg-boss";
import { statement } from "./query.ts";

/** No time that the queue writes lies further ahead: a new job starts at once, a retry after five minutes at most. */
const aheadSeconds = 60;
const retryAheadSeconds = 600;

const startWaiting = statement(
  `UPDATE pgboss.job SET start_after = pgboss.job_now()
    WHERE name = ANY ($1) AND state < 'active' AND NOT blocked
      AND start_after > pgboss.job_now() + make_interval(secs => CASE state WHEN 'created' THEN $2::int ELSE $3::int END)`,
);
const restartHeartbeats = statement(
  `UPDATE pgboss.job SET heartbeat_on = pgboss.job_now()
    WHERE name = ANY ($1) AND state = 'active' AND group_id IS NOT NULL
      AND heartbeat_on > pgboss.job_now() + make_interval(secs => $2)`,
);
const superviseNow = statement(
  `UPDATE pgboss.queue SET monitor_claim_on = NULL, monitor_on = NULL, maintain_on = NULL
    WHERE greatest(monitor_claim_on, monitor_on, maintain_on) > pgboss.job_now() + make_interval(secs => $1)`,
);
const scheduleNow = statement(
  `UPDATE pgboss.version SET cron_on = NULL, bam_on = NULL, flow_on = NULL, reindex_on = NULL, monitor_backoff_on = NULL
    WHERE greatest(cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on) > pgboss.job_now() + make_interval(secs => $1)`,
);

/**
 * When the database's clock is set back, times that the queue has written lie ahead: until they are reached, jobs wait, nobody looks for
 * dead workers, and no schedule fires. Brings such times back to the present.
 */
export async function correctQueueTimes(boss: PgBoss, names: string[]): Promise<void> {
  const db = boss.getDb();
  await db.executeSql(superviseNow.text, [aheadSeconds]);
  await db.executeSql(scheduleNow.text, [aheadSeconds]);
  await db.executeSql(restartHeartbeats.text, [names, aheadSeconds]);
  await db.executeSql(startWaiting.text, [names, aheadSeconds, retryAheadSeconds]);
}
