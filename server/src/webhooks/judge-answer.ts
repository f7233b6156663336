import type { AttemptError, DueDelivery, Outcome } from "./delivery.ts";
import { nextAttemptAt, type RetryRules } from "./retry-schedule.ts";
import type { PostAnswer } from "./sender.ts";

/** What an answer means for its delivery. `at` is when the attempt began, `now` when it ended. */
export function judgeAnswer(
  rules: RetryRules,
  delivery: DueDelivery,
  url: string,
  answer: PostAnswer,
  at: Date,
  now: Date,
): Outcome {
  const error = errorOf(answer);
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
    : nextAttemptAt(rules, delivery.failures + 1, now, isAnswered ? answer.retryAfter : undefined);
  const result =
    retryAt === undefined ? ({ is: "failed", isGone } as const) : ({ is: "retried", at: retryAt } as const);
  return { delivery, url, attempt, endedAt: now, result };
}

function errorOf(answer: PostAnswer): AttemptError | undefined {
  if ("error" in answer) return answer.error;
  if (answer.statusCode >= 200 && answer.statusCode <= 299) return undefined;
  // "redirects are failures"
  return answer.statusCode >= 300 && answer.statusCode <= 399 ? "redirect" : "status";
}

/** Never longer than the bytes it stands for: what is no text, or was cut in the middle of a character, is one "?". */
function toText(bytes: Buffer): string | undefined {
  const text = bytes.toString("utf8").replaceAll(/[\0\ufffd]/g, "?");
  return text === "" ? undefined : text;
}
