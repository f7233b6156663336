import { setTimeout as wait } from "node:timers/promises";

/** The other side wants to be left alone for longer than anyone here waits. */
export class ClosedForLong extends Error {}

export interface GateOptions {
  /** How many are let through at a time. */
  places: number;
  longestWaitMilliseconds: number;
}

/** Lets so many through at a time, and nobody before the moment the other side has named. */
export class Gate {
  readonly #longestWait: number;
  readonly #waiting = new Set<() => void>();
  #free: number;
  #opensAt = 0;

  constructor({ places, longestWaitMilliseconds }: GateOptions) {
    this.#free = places;
    this.#longestWait = longestWaitMilliseconds;
  }

  get #closedFor(): number {
    return Math.max(0, this.#opensAt - performance.now());
  }

  get isClosed(): boolean {
    return this.#closedFor > 0;
  }

  /** "Retry-After obeyed": nothing is sent before. */
  closeFor(milliseconds: number): void {
    this.#opensAt = Math.max(this.#opensAt, performance.now() + milliseconds);
  }

  async pass<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      // Others may have been told to wait in the meantime, and for longer.
      while (this.isClosed) {
        if (this.#closedFor > this.#longestWait) throw new ClosedForLong();
        await wait(Math.ceil(this.#closedFor), undefined, { signal });
      }
      return await act();
    } finally {
      this.#free += 1;
      this.#wakeNext();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
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
        // Whoever woke this one meant it to take the place.
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
