import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { RateLimiter, RateVerdict } from "./rate-limiter.ts";
import type { RatePolicy } from "./rate-policy.ts";

/** "a submission limit exists per company; exceeding [it] gives 429 with Retry-After" */
export async function countSubmission(limiter: RateLimiter, policy: RatePolicy, companyId: Id): Promise<void> {
  const verdict = await limiter.take(policy, companyId);
  if (!verdict.isAllowed) throw spent(verdict);
}

/** Tells early, before bytes are received for nothing; counts nothing. */
export function refuseIfSpent(limiter: RateLimiter, policy: RatePolicy, companyId: Id): void {
  const verdict = limiter.peek(policy, companyId);
  if (verdict.remaining === 0) throw spent(verdict);
}

function spent({ policy, secondsToReset }: RateVerdict): AppError {
  return new AppError(
    "submission_limit_reached",
    `This company has used its ${policy.limit} submissions an hour; the next one is possible in ${secondsToReset} seconds.`,
    { retryAfterSeconds: secondsToReset },
  );
}
