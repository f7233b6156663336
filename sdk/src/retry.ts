import { AssayError } from "./assay-error.ts";

/** How often and how patiently a call is tried. */
export interface RetryPolicy {
  /** Tries after the first one. */
  retries: number;
  /** No try begins once the ones before, and the pauses after them, count for more than this. */
  forSeconds: number;
}

/** Longer than a restart of the service, its database's recovery included, and than most losses of a network. */
export const patience: RetryPolicy = { retries: Number.POSITIVE_INFINITY, forSeconds: 300 };

const firstDelaySeconds = 0.25;
const longestDelaySeconds = 10;

/** What happened on the way or on the server's side; the same request may well succeed the next time. */
function isPassing({ code, status }: AssayError): boolean {
  // 408: the body stopped arriving, as when a laptop was closed over it.
  return code === "network" || code === "timeout" || status === 408 || status >= 500;
}

/**
 * What a try counts for. One that timed out may have taken longer than all the patience there is, and a computer that slept
 * meanwhile any time at all: as none counts for more than a third, two more follow.
 */
export function countedSeconds(trySeconds: number, { forSeconds }: RetryPolicy): number {
  return Math.min(trySeconds, forSeconds / 3);
}

/** Nothing was done: sending it again is safe whatever it is. 409 means that the same request is still being worked on. */
function isToldToWait({ code, status }: AssayError): boolean {
  return status === 429 || code === "request_in_progress";
}

/** Seconds until the next try, or undefined when there is to be none. */
export function retryDelay(
  error: AssayError,
  { attempt, elapsedSeconds, isIdempotent }: { attempt: number; elapsedSeconds: number; isIdempotent: boolean },
  policy: RetryPolicy,
): number | undefined {
  if (attempt >= policy.retries) return undefined;
  if (!isToldToWait(error) && !(isIdempotent && isPassing(error))) return undefined;
  const backoff = Math.min(longestDelaySeconds, firstDelaySeconds * 2 ** attempt);
  // Jitter: those who failed together must not come back together.
  const seconds = Math.max(error.retryAfterSeconds ?? 0, backoff * (0.5 + Math.random() / 2));
  return elapsedSeconds + seconds > policy.forSeconds ? undefined : seconds;
}

/** `Retry-After` is seconds or a date. */
export function readRetryAfter(text: string | null, now: number): number | undefined {
  if (text === null || text.trim() === "") return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000);
}

export function aborted(signal: AbortSignal): AssayError {
  return new AssayError("aborted", "The call was aborted.", { cause: signal.reason });
}

/** Waits, unless the signal says otherwise. */
export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal));
    const onAbort = () => {
      clearTimeout(timer);
      if (signal) reject(aborted(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
