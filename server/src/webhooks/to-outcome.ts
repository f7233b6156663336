import type { AttemptError, DueDelivery, Outcome } from "./delivery.ts";
import { computeNextAttempt, type RetryRules } from "./retry-schedule.ts";
import type { PostResult } from "./sender.ts";

/** `at` is when the attempt began, `now` when it ended. */
export function toOutcome(
  rules: RetryRules,
  delivery: DueDelivery,
  url: string,
  answer: PostResult,
  at: Date,
  now: Date,
): Outcome {
  const error = findError(answer);
  const isAnswered = "statusCode" in answer;
  const attempt = {
    at,
    durationMilliseconds: Math.round(answer.durationMilliseconds),
    statusCode: isAnswered ? answer.statusCode : undefined,
    error,
    responseStart: isAnswered && error !== undefined ? toText(answer.bodyStart) : undefined,
  };
  if (error === undefined) return { delivery, url, attempt, endedAt: now, result: { is: "delivered" } };
  // "410 disables at once."
  const isGone = isAnswered && answer.statusCode === 410;
  const retryAt = isGone
    ? undefined
    : computeNextAttempt(rules, delivery.failures + 1, now, isAnswered ? answer.retryAfter : undefined);
  const result =
    retryAt === undefined ? ({ is: "failed", isGone } as const) : ({ is: "retried", at: retryAt } as const);
  return { delivery, url, attempt, endedAt: now, result };
}

function findError(answer: PostResult): AttemptError | undefined {
  if ("error" in answer) return answer.error;
  if (answer.statusCode >= 200 && answer.statusCode <= 299) return undefined;
  // "redirects are failures"
  return answer.statusCode >= 300 && answer.statusCode <= 399 ? "redirect" : "status";
}

/** Bytes that are not UTF-8 become "?", so that the text is never longer than its bytes. */
function toText(bytes: Buffer): string | undefined {
  const text = bytes.toString("utf8").replaceAll(/[\0\ufffd]/g, "?");
  return text === "" ? undefined : text;
}
