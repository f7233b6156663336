import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { RateDecision, RateLimiter } from "./rate-limiter.ts";
import type { RatePolicy } from "./rate-policy.ts";

/** "a submission limit exists per company; exceeding [it] gives 429 with Retry-After" */
export async function countSubmission(limiter: RateLimiter, policy: RatePolicy, companyId: Id): Promise<void> {
  const decision = await limiter.take(policy, companyId);
  if (!decision.isAllowed) throw limitReached(decision);
}

/** Refuses before any bytes are received, without counting a submission. */
export function refuseOverLimit(limiter: RateLimiter, policy: RatePolicy, companyId: Id): void {
  const decision = limiter.peek(policy, companyId);
  if (decision.remaining === 0) throw limitReached(decision);
}

function limitReached({ policy, secondsToReset }: RateDecision): AppError {
  return new AppError(
    "submission_limit_reached",
    `This company has used its ${policy.limit} submissions per hour; try again in ${secondsToReset} seconds.`,
    { retryAfterSeconds: secondsToReset },
  );
}
