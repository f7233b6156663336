import { setBounded } from "../platform/bounded-map.ts";
import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { RatePolicy } from "./rate-policy.ts";

/** Counts shared by all nodes. */
export interface RateStore {
  /**
   * Adds `points` to the subject's window and returns the new total. When no window is open, it opens one that ends at
   * `endsAt`. A window that ends more than two window lengths from now does not count as open.
   */
  take(subject: string, points: number, now: Date, endsAt: Date): Promise<{ used: number; endsAt: Date }>;
  find(subject: string): Promise<{ used: number; endsAt: Date } | undefined>;
  removeEnded(now: Date): Promise<number>;
}

export interface RateDecision {
  isAllowed: boolean;
  policy: RatePolicy;
  remaining: number;
  /** Until the window ends and the count restarts; at least 1. */
  secondsToReset: number;
}

/**
 * Enforces limits across nodes without a database write for each request: a node takes points from the shared count in
 * small batches and spends them locally. The limit is never exceeded. A node that becomes idle may leave part of its last
 * batch unspent; batches therefore start at one, double only while the node is busy, and never exceed a sixtieth of the
 * limit, which is one second's worth.
 */
export interface RateLimiter {
  /** Returns synchronously while the node holds points. */
  take(policy: RatePolicy, who: string): RateDecision | Promise<RateDecision>;
  /** Returns the state as this node knows it, without counting anything. */
  peek(policy: RatePolicy, who: string): RateDecision;
  /** Returns the state as all nodes know it, without counting anything. */
  read(policy: RatePolicy, who: string): Promise<RateDecision>;
}

interface Window {
  endsAt: number;
  /** Points that this node has taken from the shared count and not spent. */
  held: number;
  /** The shared count when this node last took points. */
  used: number;
  batch: number;
  refill: Promise<void> | undefined;
}

/** Far more than one node serves in a minute. */
const maxWindows = 50_000;

export function openRateLimiter({
  rates,
  clock,
}: {
  rates: Pick<RateStore, "take" | "find">;
  clock: Clock;
}): RateLimiter {
  const windows = new Map<string, Window>();

  function windowOf(policy: RatePolicy, subject: string, now: number): Window {
    const known = windows.get(subject);
    // A window that is being refilled may not know its end yet.
    if (known !== undefined && (known.refill !== undefined || isOpen(policy, known, now))) return known;
    const fresh: Window = { endsAt: 0, held: 0, used: 0, batch: 1, refill: undefined };
    setBounded(windows, subject, fresh, maxWindows);
    return fresh;
  }

  async function refill(window: Window, subject: string, policy: RatePolicy): Promise<void> {
    const now = clock.now();
    const points = window.batch;
    const { used, endsAt } = await rates.take(subject, points, now, secondsAfter(now, policy.windowSeconds));
    const usedBefore = used - points;
    window.held += Math.min(points, Math.max(0, policy.limit - usedBefore));
    window.used = used;
    window.endsAt = endsAt.getTime();
    window.batch = Math.max(1, Math.min(window.batch * 2, Math.floor(policy.limit / 60)));
  }

  function toDecision(policy: RatePolicy, window: Window | undefined, now: number, isAllowed: boolean): RateDecision {
    const isCounting = window !== undefined && isOpen(policy, window, now);
    return {
      isAllowed,
      policy,
      remaining: isCounting ? window.held + Math.max(0, policy.limit - window.used) : policy.limit,
      secondsToReset: isCounting ? Math.max(1, Math.ceil((window.endsAt - now) / 1000)) : policy.windowSeconds,
    };
  }

  function takeHeld(policy: RatePolicy, subject: string): RateDecision | undefined {
    const now = clock.now().getTime();
    const window = windowOf(policy, subject, now);
    if (window.held > 0) {
      window.held -= 1;
      return toDecision(policy, window, now, true);
    }
    // Once the shared count is spent, no points are available before the window ends.
    const isSpent = window.endsAt > 0 && window.used >= policy.limit;
    return window.refill === undefined && isSpent ? toDecision(policy, window, now, false) : undefined;
  }

  async function takeShared(policy: RatePolicy, subject: string): Promise<RateDecision> {
    for (;;) {
      const window = windowOf(policy, subject, clock.now().getTime());
      window.refill ??= refill(window, subject, policy).finally(() => {
        window.refill = undefined;
      });
      await window.refill;
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
      return toDecision(policy, windows.get(`${policy.name}:${who}`), clock.now().getTime(), true);
    },
    async read(policy, who) {
      const subject = `${policy.name}:${who}`;
      const shared = await rates.find(subject);
      const own = windows.get(subject);
      const endsAt = shared?.endsAt.getTime() ?? 0;
      const held = own?.endsAt === endsAt ? own.held : 0;
      const window = { endsAt, held, used: shared?.used ?? 0, batch: 1, refill: undefined };
      return toDecision(policy, window, clock.now().getTime(), true);
    },
  };
}

/**
 * A window that ends later than any window opened now was opened before the clock was set back. Keeping it would lock its
 * caller out for the length of the jump. Twice the window's length, because the clocks of nodes differ a little.
 */
const windowLengthsAhead = 2;

function isOpen({ windowSeconds }: RatePolicy, { endsAt }: Window, now: number): boolean {
  return now < endsAt && endsAt <= now + windowLengthsAhead * windowSeconds * 1000;
}
