import type { Database } from "../database.ts";
import type { JobHandlers } from "../jobs/job.ts";
import type { Schedule } from "../jobs/job-queue.ts";
import type { Clock } from "../platform/clock.ts";
import type { IdSource } from "../platform/ids.ts";
import { expireUploads, removeUnclaimedBlobs } from "../submissions/end-upload.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import { removeOldDeliveries } from "../webhooks/remove-old-deliveries.ts";

interface JobDeps {
  db: Database;
  blobs: BlobStore;
  clock: Clock;
  ids: IdSource;
  /** Older than this, a try at an upload is over. */
  leftoverSeconds: number;
}

export function jobHandlers(deps: JobDeps): JobHandlers {
  return {
    async "remove-expired"() {
      const now = deps.clock.now();
      await deps.db.idempotency.removeExpired(now);
      await deps.db.rates.removeEnded(now);
      await removeOldDeliveries(deps);
      await expireUploads(deps);
      await removeUnclaimedBlobs(deps);
    },
  };
}

export const schedules: Schedule[] = [{ job: "remove-expired", cron: "* * * * *" }];
