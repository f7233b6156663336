import { setTimeout as wait } from "node:timers/promises";

/** The server asked for a longer pause than anyone here waits. */
export class PausedTooLong extends Error {}

export interface RequestLimiterOptions {
  maxConcurrent: number;
  maxWaitMilliseconds: number;
}

/** Limits concurrent requests, and pauses all of them when the server says so. */
export class RequestLimiter {
  readonly #maxWait: number;
  readonly #waiting = new Set<() => void>();
  #free: number;
  #resumesAt = 0;

  constructor({ maxConcurrent, maxWaitMilliseconds }: RequestLimiterOptions) {
    this.#free = maxConcurrent;
    this.#maxWait = maxWaitMilliseconds;
  }

  get #pauseLeft(): number {
    return Math.max(0, this.#resumesAt - performance.now());
  }

  get isPaused(): boolean {
    return this.#pauseLeft > 0;
  }

  /** "Retry-After obeyed": nothing is sent before. */
  pauseFor(milliseconds: number): void {
    this.#resumesAt = Math.max(this.#resumesAt, performance.now() + milliseconds);
  }

  async run<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#acquire(signal);
    try {
      // Another request may have extended the pause in the meantime.
      while (this.isPaused) {
        if (this.#pauseLeft > this.#maxWait) throw new PausedTooLong();
        await wait(Math.ceil(this.#pauseLeft), undefined, { signal });
      }
      return await request();
    } finally {
      this.#free += 1;
      this.#wakeNext();
    }
  }

  async #acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.#free === 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.add(resolve);
      const leave = () => resolve();
      signal.addEventListener("abort", leave, { once: true });
      await promise;
      signal.removeEventListener("abort", leave);
      const isStillQueued = this.#waiting.delete(resolve);
      if (signal.aborted) {
        // It was woken to take a free slot: the next in the queue gets it.
        if (!isStillQueued && this.#free > 0) this.#wakeNext();
        signal.throwIfAborted();
      }
    }
    this.#free -= 1;
  }

  #wakeNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    next();
  }
}
