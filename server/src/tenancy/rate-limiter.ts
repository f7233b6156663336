import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { RatePolicy } from "./rate-policy.ts";

/** Counts shared by all nodes. */
export interface RateStore {
  /**
   * Adds `points` to the subject's window, opening one that ends at `endsAt` when none is open, and yields the new total.
   * One that ends more than two lengths from now is not open either.
   */
  take(subject: string, points: number, now: Date, endsAt: Date): Promise<{ used: number; endsAt: Date }>;
  removeEnded(now: Date): Promise<number>;
}

export interface RateVerdict {
  isAllowed: boolean;
  policy: RatePolicy;
  remaining: number;
  /** Until the window ends and the count starts anew; at least 1. */
  secondsToReset: number;
}

/**
 * Holds limits across nodes without a database write for each request: a node takes points from the shared count in
 * small batches and spends them by itself. The limit is never exceeded. A node that goes quiet may leave the rest of
 * its last batch unspent, which is why batches start at one, double only while the node is busy, and never pass a
 * sixtieth of the limit: at most one second's worth.
 */
export interface RateLimiter {
  /** At once while the node holds points of its own. */
  take(policy: RatePolicy, who: string): RateVerdict | Promise<RateVerdict>;
  /** The state without counting anything, as far as this node knows it. */
  peek(policy: RatePolicy, who: string): RateVerdict;
}

interface Window {
  endsAt: number;
  /** Points of the shared count that this node holds and has not spent. */
  held: number;
  /** The shared count when this node last asked. */
  used: number;
  batch: number;
  asking: Promise<void> | undefined;
}

/** Windows one node keeps in mind; far more than it serves in a minute. */
const rememberedWindows = 50_000;

export function openRateLimiter({ rates, clock }: { rates: Pick<RateStore, "take">; clock: Clock }): RateLimiter {
  const windows = new Map<string, Window>();

  function windowOf(policy: RatePolicy, subject: string, now: number): Window {
    const known = windows.get(subject);
    // `asking` keeps a window alive that has not been told its end yet.
    if (known !== undefined && (known.asking !== undefined || isOpen(policy, known, now))) return known;
    const fresh: Window = { endsAt: 0, held: 0, used: 0, batch: 1, asking: undefined };
    windows.delete(subject);
    windows.set(subject, fresh);
    if (windows.size > rememberedWindows) dropOldest(windows);
    return fresh;
  }

  async function ask(window: Window, subject: string, policy: RatePolicy): Promise<void> {
    const now = clock.now();
    const points = window.batch;
    const { used, endsAt } = await rates.take(subject, points, now, secondsAfter(now, policy.windowSeconds));
    const usedBefore = used - points;
    window.held += Math.min(points, Math.max(0, policy.limit - usedBefore));
    window.used = used;
    window.endsAt = endsAt.getTime();
    window.batch = Math.max(1, Math.min(window.batch * 2, Math.floor(policy.limit / 60)));
  }

  function verdict(policy: RatePolicy, window: Window | undefined, now: number, isAllowed: boolean): RateVerdict {
    const isCounting = window !== undefined && isOpen(policy, window, now);
    return {
      isAllowed,
      policy,
      remaining: isCounting ? window.held + Math.max(0, policy.limit - window.used) : policy.limit,
      secondsToReset: isCounting ? Math.max(1, Math.ceil((window.endsAt - now) / 1000)) : policy.windowSeconds,
    };
  }

  function takeHeld(policy: RatePolicy, subject: string): RateVerdict | undefined {
    const now = clock.now().getTime();
    const window = windowOf(policy, subject, now);
    if (window.held > 0) {
      window.held -= 1;
      return verdict(policy, window, now, true);
    }
    // Once the shared count is spent nothing comes back before the window ends: no need to ask again.
    const isSpent = window.endsAt > 0 && window.used >= policy.limit;
    return window.asking === undefined && isSpent ? verdict(policy, window, now, false) : undefined;
  }

  async function takeShared(policy: RatePolicy, subject: string): Promise<RateVerdict> {
    for (;;) {
      const window = windowOf(policy, subject, clock.now().getTime());
      window.asking ??= ask(window, subject, policy).finally(() => {
        window.asking = undefined;
      });
      await window.asking;
      const found = takeHeld(policy, subject);
      if (found !== undefined) return found;
    }
  }

  return {
    take(policy, who) {
      const subject = `${policy.name}:${who}`;
      return takeHeld(policy, subject) ?? takeShared(policy, subject);
    },
    peek(policy, who) {
      return verdict(policy, windows.get(`${policy.name}:${who}`), clock.now().getTime(), true);
    },
  };
}

/**
 * One that ends later than any window begun now was begun by a clock that has been put back since: it would keep a caller
 * out for as long as the clock had gone wrong. Twice its length, because the clocks of two nodes may differ a little.
 */
const windowLengthsAhead = 2;

function isOpen({ windowSeconds }: RatePolicy, { endsAt }: Window, now: number): boolean {
  return now < endsAt && endsAt <= now + windowLengthsAhead * windowSeconds * 1000;
}

function dropOldest(windows: Map<string, Window>): void {
  const oldest = windows.keys().next();
  if (!oldest.done) windows.delete(oldest.value);
}
