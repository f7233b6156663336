import { secondsAfter } from "../platform/clock.ts";

const minute = 60;
const hour = 3600;

/** "Retries: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, with jitter". */
const retryDelaysSeconds = [
  ...[5, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
];
/** A tenth either way keeps endpoints that failed together from being asked again together. */
const jitter = 0.1;
/** No receiver puts us off for longer than our own longest pause. */
const longestRetryAfterSeconds = 24 * hour;
/** "Failing for 5 days disables it". */
const patienceSeconds = 5 * 24 * hour;

export interface RetryRules {
  /** `ASSAY_RETRY_SCALE`: "scales our schedule and the 5-day rule, not a receiver's Retry-After". */
  scale: number;
  /** From 0 to below 1. */
  chance: () => number;
}

/** When to try again after so many failures in a row; undefined when enough has been tried. */
export function nextAttemptAt(
  { scale, chance }: RetryRules,
  failures: number,
  now: Date,
  retryAfter?: string,
): Date | undefined {
  const delaySeconds = retryDelaysSeconds[failures - 1];
  if (delaySeconds === undefined) return undefined;
  const ownSeconds = delaySeconds * scale * (1 - jitter + 2 * jitter * chance());
  return secondsAfter(now, Math.max(ownSeconds, readRetryAfter(retryAfter, now)));
}

/** Seconds, or a date, as HTTP has it. What is neither is no wish. */
function readRetryAfter(text: string | undefined, now: Date): number {
  if (text === undefined) return 0;
  const trimmed = text.trim();
  const seconds = /^\d{1,10}$/.test(trimmed) ? Number(trimmed) : (Date.parse(trimmed) - now.getTime()) / 1000;
  return seconds > 0 ? Math.min(seconds, longestRetryAfterSeconds) : 0;
}

export function hasFailedTooLong({ scale }: RetryRules, failingSince: Date, now: Date): boolean {
  return now >= secondsAfter(failingSince, patienceSeconds * scale);
}
