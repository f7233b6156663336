import { setTimeout as wait } from "node:timers/promises";

/** Lets so many through at a time, and nobody before the moment the other side has named. */
export class Gate {
  #free: number;
  #opensAt = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Milliseconds until the other side wants to be asked again. */
  get closedFor(): number {
    return Math.max(0, this.#opensAt - performance.now());
  }

  /** "Retry-After obeyed": nothing is sent before. */
  closeFor(milliseconds: number): void {
    this.#opensAt = Math.max(this.#opensAt, performance.now() + milliseconds);
  }

  async pass<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter();
    try {
      // Others may have been told to wait in the meantime, and for longer.
      while (this.closedFor > 0) await wait(Math.ceil(this.closedFor), undefined, { signal });
      signal.throwIfAborted();
      return await act();
    } finally {
      this.#free += 1;
      this.#waiting.shift()?.();
    }
  }

  async #enter(): Promise<void> {
    while (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
  }
}
