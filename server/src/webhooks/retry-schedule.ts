import { secondsAfter } from "../platform/clock.ts";

const minute = 60;
const hour = 3600;

/** "Retries: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, with jitter". */
const retryDelaysSeconds = [
  ...[5, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
];
/** Spreads the retries of endpoints that failed together. */
const jitter = 0.1;
/** A receiver cannot delay a retry by more than our own longest delay. */
const maxRetryAfterSeconds = 24 * hour;
/** "Failing for 5 days disables it". */
const maxFailingSeconds = 5 * 24 * hour;

export interface RetryRules {
  /** `ASSAY_RETRY_SCALE`: "scales our schedule and the 5-day rule, not a receiver's Retry-After". */
  scale: number;
  /** A random number from 0 to below 1. */
  random: () => number;
}

/** Undefined after the last retry. */
export function computeNextAttempt(
  { scale, random }: RetryRules,
  failures: number,
  now: Date,
  retryAfter?: string,
): Date | undefined {
  const delaySeconds = retryDelaysSeconds[failures - 1];
  if (delaySeconds === undefined) return undefined;
  const ownSeconds = delaySeconds * scale * (1 - jitter + 2 * jitter * random());
  return secondsAfter(now, Math.max(ownSeconds, parseRetryAfter(retryAfter, now)));
}

/** Seconds or an HTTP date. Anything else is ignored. */
function parseRetryAfter(text: string | undefined, now: Date): number {
  if (text === undefined) return 0;
  const trimmed = text.trim();
  const seconds = /^\d{1,10}$/.test(trimmed) ? Number(trimmed) : (Date.parse(trimmed) - now.getTime()) / 1000;
  return seconds > 0 ? Math.min(seconds, maxRetryAfterSeconds) : 0;
}

export function hasFailedTooLong({ scale }: RetryRules, failingSince: Date, now: Date): boolean {
  return now >= secondsAfter(failingSince, maxFailingSeconds * scale);
}
