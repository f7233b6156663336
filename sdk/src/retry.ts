import { AssayError } from "./assay-error.ts";

/** How often and for how long a call is retried. */
export interface RetryPolicy {
  /** Attempts after the first one. */
  retries: number;
  /** No attempt starts after earlier attempts and pauses have taken this long. */
  maxSeconds: number;
}

/** Longer than a restart of the service with recovery of its database, and than most network outages. */
export const persistentRetries: RetryPolicy = { retries: Number.POSITIVE_INFINITY, maxSeconds: 300 };

const firstDelaySeconds = 0.25;
const maxDelaySeconds = 10;

function isTransient({ code, status }: AssayError): boolean {
  // 408: the body stalled, as when a laptop went to sleep.
  return code === "network" || code === "timeout" || status === 408 || status >= 500;
}

/**
 * The time of an attempt that counts towards `maxSeconds`: at most a third. An attempt that timed out, or during which the
 * computer slept, may have taken longer than all of it; two more attempts follow nevertheless.
 */
export function countedSeconds(attemptSeconds: number, { maxSeconds }: RetryPolicy): number {
  return Math.min(attemptSeconds, maxSeconds / 3);
}

/** The service did nothing, so a retry is always safe. `request_in_progress`: the same request is still being processed. */
function isRetryRequested({ code, status }: AssayError): boolean {
  return status === 429 || code === "request_in_progress";
}

/** Seconds until the next attempt, or undefined if the call is not retried. */
export function retryDelay(
  error: AssayError,
  { attempt, elapsedSeconds, isIdempotent }: { attempt: number; elapsedSeconds: number; isIdempotent: boolean },
  policy: RetryPolicy,
): number | undefined {
  if (attempt >= policy.retries) return undefined;
  if (!isRetryRequested(error) && !(isIdempotent && isTransient(error))) return undefined;
  const backoff = Math.min(maxDelaySeconds, firstDelaySeconds * 2 ** attempt);
  // Jitter, so that clients that failed together do not retry together.
  const seconds = Math.max(error.retryAfterSeconds ?? 0, backoff * (0.5 + Math.random() / 2));
  return elapsedSeconds + seconds > policy.maxSeconds ? undefined : seconds;
}

/** `Retry-After` is seconds or a date. */
export function readRetryAfter(text: string | null, now: number): number | undefined {
  if (text === null || text.trim() === "") return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000);
}

export function abortedError(signal: AbortSignal): AssayError {
  return new AssayError("aborted", "The call was aborted.", { cause: signal.reason });
}

export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortedError(signal));
    const onAbort = () => {
      clearTimeout(timer);
      if (signal) reject(abortedError(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
