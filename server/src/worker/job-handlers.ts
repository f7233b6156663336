import type { JobHandlers } from "../jobs/job.ts";
import type { Schedule } from "../jobs/job-queue.ts";
import type { Clock } from "../platform/clock.ts";
import type { IdempotencyStore } from "../tenancy/idempotent-request.ts";
import type { RateStore } from "../tenancy/rate-limiter.ts";

interface JobDeps {
  idempotency: IdempotencyStore;
  rates: RateStore;
  clock: Clock;
}

export function jobHandlers({ idempotency, rates, clock }: JobDeps): JobHandlers {
  return {
    async "remove-expired"() {
      const now = clock.now();
      await idempotency.removeExpired(now);
      await rates.removeEnded(now);
    },
  };
}

export const schedules: Schedule[] = [{ job: "remove-expired", cron: "*/10 * * * *" }];
